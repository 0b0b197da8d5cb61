/* What the operator states of activities: the service has no endpoint that describes one. */

/** The facts of one activity that the operator states (ACTIVITIES_FILE); each member may be missing. */
export interface ActivityFacts {
  readonly name?: string | undefined;
  readonly place?: string | undefined;
  /** A time zone of the IANA database, such as Asia/Shanghai. */
  readonly timeZone?: string | undefined;
  /** ISO 4217. */
  readonly currency?: string | undefined;
  /** YYYY-MM-DD, as `endsOn`. */
  readonly startsOn?: string | undefined;
  readonly endsOn?: string | undefined;
}

/** The facts by the number of the activity. */
export type FactsByActivity = Readonly<Record<string, ActivityFacts>>;

/** The facts, which are fields of Activity too. */
export const activityFactNames = ['name', 'place', 'timeZone', 'currency', 'startsOn', 'endsOn'] as const satisfies (keyof ActivityFacts)[];
