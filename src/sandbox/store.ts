/* What the embedded service knows: its activities with their records. */

import type { ArticleRow, AttendeeRow, CategoryRow, FormFieldRow, OrderRow, ScheduleRow, StockRow } from './records.js';

/** The data that an activity starts with. */
export interface ActivitySeed {
  readonly id: number;
  /** No operation of the interface returns the name of an activity; logs show it. */
  readonly name: string;
  readonly formFields: readonly FormFieldRow[];
  /** Keys of the form answers that the attendee's record repeats in columns (§2.2). */
  readonly columns: { readonly company?: string; readonly email?: string; readonly idcard?: string; readonly avatar?: string };
  /** 2 if registrations are reviewed, otherwise 1 (§3). */
  readonly isReview: 1 | 2;
  /** By ascending id. */
  readonly attendees: readonly AttendeeRow[];
  /** Days as YYYY-MM-DD, ascending. */
  readonly schedule: ReadonlyMap<string, readonly ScheduleRow[]>;
  /** Newest first. */
  readonly articles: readonly ArticleRow[];
  readonly categories: readonly CategoryRow[];
  readonly tickets: readonly StockRow[];
  readonly goods: readonly StockRow[];
}

/** A picture as its bytes. */
export interface Photo {
  readonly type: string;
  readonly bytes: Buffer;
}

/** One activity. Its attendees, orders and stock change; everything else is constant. */
export class Activity {
  readonly #attendees: AttendeeRow[];
  readonly #byId: Map<number, AttendeeRow>;
  readonly #orders: OrderRow[] = [];
  /** Pictures that attendees registered with, by the attendee's id. */
  readonly photos = new Map<number, Photo>();
  #tickets: readonly StockRow[];
  #goods: readonly StockRow[];

  constructor(readonly seed: ActivitySeed) {
    this.#tickets = seed.tickets;
    this.#goods = seed.goods;
    this.#attendees = [...seed.attendees];
    this.#byId = new Map(seed.attendees.map((row) => [row.id, row]));
  }

  get id(): number {
    return this.seed.id;
  }

  get tickets(): readonly StockRow[] {
    return this.#tickets;
  }

  get goods(): readonly StockRow[] {
    return this.#goods;
  }

  /** Replaces a ticket or an item of goods by one with other numbers. */
  restock(row: StockRow): void {
    const replaced = (rows: readonly StockRow[]) => rows.map((other) => (other.id === row.id ? row : other));
    this.#tickets = replaced(this.#tickets);
    this.#goods = replaced(this.#goods);
  }

  /** All attendees by ascending id, deleted ones included. */
  get attendees(): readonly AttendeeRow[] {
    return this.#attendees;
  }

  /** The attendee of an id, deleted ones included. */
  attendee(id: number): AttendeeRow | undefined {
    return this.#byId.get(id);
  }

  /** The attendee that was registered last, among those that match and are not deleted. */
  lastAttendee(matches: (row: AttendeeRow) => boolean): AttendeeRow | undefined {
    return this.#attendees.findLast((row) => row.delete_time === 0 && matches(row));
  }

  signCodeInUse(code: string): boolean {
    return this.#attendees.some((row) => row.sign_code === code);
  }

  nextAttendeeId(): number {
    return (this.#attendees.at(-1)?.id ?? this.id * 1000) + 1;
  }

  /** @param row its id is the result of nextAttendeeId */
  add(row: AttendeeRow): void {
    this.#attendees.push(row);
    this.#byId.set(row.id, row);
  }

  /** Changes an attendee. @param row has the id of an attendee of the activity */
  replace(row: AttendeeRow): void {
    this.#attendees[this.#attendees.findIndex(({ id }) => id === row.id)] = row;
    this.#byId.set(row.id, row);
  }

  /** All orders, oldest first. */
  get orders(): readonly OrderRow[] {
    return this.#orders;
  }

  addOrder(order: OrderRow): void {
    this.#orders.push(order);
  }
}

/** All activities of one sandbox. Two sandboxes share no state. */
export class Store {
  readonly #activities: ReadonlyMap<number, Activity>;
  #ssoLogins = 0;

  constructor(seeds: readonly ActivitySeed[]) {
    this.#activities = new Map(seeds.map((seed) => [seed.id, new Activity(seed)]));
  }

  activity(id: number): Activity | undefined {
    return this.#activities.get(id);
  }

  /** The activity that an attendee belongs to. Ids of attendees are unique in the sandbox. */
  activityOf(attendeeId: number): Activity | undefined {
    return [...this.#activities.values()].find((activity) => activity.attendee(attendeeId) !== undefined);
  }

  /** Counts a single sign-on (§4.11). @returns their number so far */
  countSsoLogin(): number {
    this.#ssoLogins += 1;
    return this.#ssoLogins;
  }
}
