/** The objects that a selection is made on, as far as they decide which reads its fields cause. */
export interface ParentObjects {
  /** Equal for the same objects, however often they are selected. */
  readonly key: string;
  readonly count: number;
  readonly activityCounts: ActivityCounts;
  /**
   * The read that the objects come from. Records by id that follow different reads do not share a call: in
   * `{ a: attendee(…) { activity { attendee(by: { id: "7" }) { name } } } attendee(by: { id: "8" }) { name } }`, number 7 can only be
   * looked up when `a` has arrived, and then the call for number 8 has been made.
   */
  readonly sourceRead: string;
  /** The write that returned the objects; empty in a query. Attendees that were read before a write are read again after it. */
  readonly write: string;
  /** The objects by type, if the field returns several types. */
  readonly byType?: ReadonlyMap<string, ParentObjects>;
}

/** Activities, each with the number of activities that the entry represents. */
export type ActivityCounts = ReadonlyMap<string, number>;

/** The object that the fields of a root type are selected on. */
export function rootObject(defaultActivityId: string): ParentObjects {
  return { key: rootKey, count: 1, activityCounts: new Map([[defaultActivityId, 1]]), sourceRead: '', write: '' };
}
const rootKey = '';

/** Whether objects are the object that the fields of a root type are selected on. */
export const isRoot = ({ key }: ParentObjects): boolean => key === rootKey;

/** No objects. Fields that are selected on them cause no reads. */
export const noObjects: ParentObjects = { key: 'none', count: 0, activityCounts: new Map(), sourceRead: '', write: '' };

/** The key of an activity whose id is not known: of the default activity, where the caller has none, or of the records that variables name. */
export const unknownActivity = '';

/** The key of activities of which only the number is known. */
export const otherActivities = 'others';

/** The largest number of activities that are distinguished. Of more, only the number is stored. */
const maxActivities = 50;

/**
 * Returns activities by id; of too many only the number.
 * @param key a string that is equal for equal ids
 */
export function activityCountsOf(ids: readonly string[], key: string): ActivityCounts {
  return ids.length > maxActivities ? new Map([[key, ids.length]]) : new Map(ids.map((id) => [id, 1]));
}

/**
 * The number of objects below `parents` objects, `each` below each of them. Bounded, because the numbers of nested lists multiply: beyond the
 * largest number is Infinity, and 0 * Infinity is NaN, which exceeds no limit.
 */
export const objectsBelow = (parents: number, each: number): number => Math.min(parents * each, Number.MAX_SAFE_INTEGER);
