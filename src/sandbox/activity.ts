/* An activity of the sandbox with its records. */

import type { AttendeeRecord } from './attendee-record.js';
import type { ActivitySeed, StockRecord } from './seed/activities.js';

/** One activity. Its attendees, orders and stock change; everything else is constant. Two sandboxes share no state. */
export class SandboxActivity {
  readonly id: number;
  /** By ascending id, deleted ones included. */
  readonly attendees: AttendeeRecord[];
  readonly #firstId: number;
  /** The orders of tickets as they are sent, by their numbers. */
  readonly orders = new Map<string, Readonly<Record<string, unknown>>>();
  /** The number of single sign-ons so far (§4.11). */
  ssoLogins = 0;
  readonly tickets: readonly StockRecord[];
  readonly goods: readonly StockRecord[];

  constructor(readonly seed: ActivitySeed) {
    this.id = seed.id;
    this.attendees = [...seed.attendees];
    this.#firstId = seed.attendees[0]!.id;
    this.tickets = seed.tickets.map((record) => ({ ...record }));
    this.goods = seed.goods.map((record) => ({ ...record }));
  }

  get nextAttendeeId(): number {
    return this.#firstId + this.attendees.length;
  }

  /** The attendee of an id, deleted ones included. */
  attendee(id: number): AttendeeRecord | undefined {
    return this.attendees[id - this.#firstId];
  }

  /** The attendee that was registered last, among those that match and are not deleted. */
  lastAttendee(matches: (record: AttendeeRecord) => boolean): AttendeeRecord | undefined {
    return this.attendees.findLast((record) => record.delete_time === 0 && matches(record));
  }

  hasSignCode(code: string): boolean {
    return this.attendees.some((record) => record.sign_code === code);
  }

  /** Changes an attendee, or adds one that has the next id. */
  put(record: AttendeeRecord): void {
    this.attendees[record.id - this.#firstId] = record;
  }
}
