/* The data of the sandbox: its activities with their records. */

import type { AttendeeRecord, OrderRecord } from './records.js';
import type { ArticleRecord } from './seed/articles.js';
import type { CategoryRecord } from './seed/categories.js';
import type { FormFieldRecord } from './seed/form-fields.js';
import type { ScheduleRecord } from './seed/schedule.js';
import type { StockRecord } from './seed/stock.js';

/** The data that an activity starts with. */
export interface ActivitySeed {
  readonly id: number;
  /** What no endpoint of the interface returns. Logs show the name. */
  readonly facts: Readonly<Record<'name' | 'place' | 'timeZone' | 'currency' | 'startsOn' | 'endsOn', string>>;
  readonly formFields: readonly FormFieldRecord[];
  /** Keys of the form answers that the attendee's record repeats in columns (§2.2). */
  readonly columns: { readonly company?: string; readonly email?: string; readonly idcard?: string; readonly avatar?: string };
  /** 2 if registrations are reviewed, otherwise 1 (§3). */
  readonly isReview: 1 | 2;
  /** By ascending id. */
  readonly attendees: readonly AttendeeRecord[];
  /** Days as YYYY-MM-DD, ascending. */
  readonly schedule: ReadonlyMap<string, readonly ScheduleRecord[]>;
  /** Newest first. */
  readonly articles: readonly ArticleRecord[];
  readonly categories: readonly CategoryRecord[];
  readonly tickets: readonly StockRecord[];
  readonly goods: readonly StockRecord[];
}

/** A picture as its bytes. */
export interface Photo {
  readonly type: string;
  readonly bytes: Buffer;
}

/** One activity. Its attendees, orders and stock change; everything else is constant. */
export class SandboxActivity {
  readonly #attendees: AttendeeRecord[];
  readonly #byId: Map<number, AttendeeRecord>;
  readonly #orders: OrderRecord[] = [];
  /** Pictures that attendees registered with, by the attendee's id. */
  readonly photos = new Map<number, Photo>();
  #tickets: readonly StockRecord[];
  #goods: readonly StockRecord[];

  constructor(readonly seed: ActivitySeed) {
    this.#tickets = seed.tickets;
    this.#goods = seed.goods;
    this.#attendees = [...seed.attendees];
    this.#byId = new Map(seed.attendees.map((record) => [record.id, record]));
  }

  get id(): number {
    return this.seed.id;
  }

  get tickets(): readonly StockRecord[] {
    return this.#tickets;
  }

  get goods(): readonly StockRecord[] {
    return this.#goods;
  }

  /** Replaces a ticket or an item of goods by one with other numbers. */
  restock(record: StockRecord): void {
    const replaced = (records: readonly StockRecord[]) => records.map((other) => (other.id === record.id ? record : other));
    this.#tickets = replaced(this.#tickets);
    this.#goods = replaced(this.#goods);
  }

  /** All attendees by ascending id, deleted ones included. */
  get attendees(): readonly AttendeeRecord[] {
    return this.#attendees;
  }

  /** The attendee of an id, deleted ones included. */
  attendee(id: number): AttendeeRecord | undefined {
    return this.#byId.get(id);
  }

  /** The attendee that was registered last, among those that match and are not deleted. */
  lastAttendee(matches: (record: AttendeeRecord) => boolean): AttendeeRecord | undefined {
    return this.#attendees.findLast((record) => record.delete_time === 0 && matches(record));
  }

  signCodeInUse(code: string): boolean {
    return this.#attendees.some((record) => record.sign_code === code);
  }

  nextAttendeeId(): number {
    return (this.#attendees.at(-1)?.id ?? this.id * 1000) + 1;
  }

  /** Adds an attendee, whose id is the result of nextAttendeeId. */
  add(record: AttendeeRecord): void {
    this.#attendees.push(record);
    this.#byId.set(record.id, record);
  }

  /** Changes an attendee. @param record has the id of an attendee of the activity */
  replace(record: AttendeeRecord): void {
    this.#attendees[this.#attendees.findIndex(({ id }) => id === record.id)] = record;
    this.#byId.set(record.id, record);
  }

  /** All orders, oldest first. */
  get orders(): readonly OrderRecord[] {
    return this.#orders;
  }

  addOrder(order: OrderRecord): void {
    this.#orders.push(order);
  }
}

/** All activities of one sandbox. Two sandboxes share no state. */
export class ActivityStore {
  readonly #activities: ReadonlyMap<number, SandboxActivity>;
  #ssoLogins = 0;

  constructor(seeds: readonly ActivitySeed[]) {
    this.#activities = new Map(seeds.map((seed) => [seed.id, new SandboxActivity(seed)]));
  }

  activity(id: number): SandboxActivity | undefined {
    return this.#activities.get(id);
  }

  /** The activity that an attendee belongs to. Ids of attendees are unique in the sandbox. */
  activityOf(attendeeId: number): SandboxActivity | undefined {
    return [...this.#activities.values()].find((activity) => activity.attendee(attendeeId) !== undefined);
  }

  /** Counts a single sign-on (§4.11). @returns their number so far */
  countSsoLogin(): number {
    this.#ssoLogins += 1;
    return this.#ssoLogins;
  }
}
