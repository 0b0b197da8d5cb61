import type { ArticleRow, AttendeeRow, CategoryRow, FormFieldRow, ScheduleRow, StockRow } from './records.js';

/** What an activity starts with. */
export interface ActivitySeed {
  readonly id: number;
  readonly formFields: readonly FormFieldRow[];
  /** The form's keys of answers that the attendee's record repeats in a column of its own (§2.2). */
  readonly columns: { readonly company?: string; readonly email?: string; readonly idcard?: string; readonly avatar?: string };
  /** §3: 2 when what is registered has to be reviewed, or else 1. */
  readonly isReview: 1 | 2;
  /** Ids ascending. */
  readonly attendees: readonly AttendeeRow[];
  /** Days as YYYY-MM-DD, ascending. */
  readonly schedule: ReadonlyMap<string, readonly ScheduleRow[]>;
  /** The newest first. */
  readonly articles: readonly ArticleRow[];
  readonly categories: readonly CategoryRow[];
  readonly tickets: readonly StockRow[];
  readonly goods: readonly StockRow[];
}

/** One activity and its attendees; these grow, everything else stands. */
export class Activity {
  readonly #attendees: AttendeeRow[];
  readonly #byId: Map<number, AttendeeRow>;

  constructor(readonly seed: ActivitySeed) {
    this.#attendees = [...seed.attendees];
    this.#byId = new Map(seed.attendees.map((row) => [row.id, row]));
  }

  get id(): number {
    return this.seed.id;
  }

  /** Ids ascending, the deleted ones too. */
  get attendees(): readonly AttendeeRow[] {
    return this.#attendees;
  }

  /** The deleted ones too. */
  attendee(id: number): AttendeeRow | undefined {
    return this.#byId.get(id);
  }

  /** The one registered last, of those that are not deleted. */
  lastAttendee(matches: (row: AttendeeRow) => boolean): AttendeeRow | undefined {
    return this.#attendees.findLast((row) => row.delete_time === 0 && matches(row));
  }

  signCodeInUse(code: string): boolean {
    return this.#attendees.some((row) => row.sign_code === code);
  }

  nextAttendeeId(): number {
    return (this.#attendees.at(-1)?.id ?? this.id * 1000) + 1;
  }

  /** @param row bears the id that nextAttendeeId gave */
  add(row: AttendeeRow): void {
    this.#attendees.push(row);
    this.#byId.set(row.id, row);
  }
}

/** Everything that one sandbox knows; two sandboxes share nothing. */
export class Store {
  readonly #activities: ReadonlyMap<number, Activity>;
  #ssoLogins = 0;

  constructor(seeds: readonly ActivitySeed[]) {
    this.#activities = new Map(seeds.map((seed) => [seed.id, new Activity(seed)]));
  }

  activity(id: number): Activity | undefined {
    return this.#activities.get(id);
  }

  /** How many sign-ons there were, this one included (§4.11). */
  countSsoLogin(): number {
    this.#ssoLogins += 1;
    return this.#ssoLogins;
  }
}
