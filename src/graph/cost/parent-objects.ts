/** The objects that a selection is made on, as far as they decide which reads its fields cause. */
export interface ParentObjects {
  /** Equal for the same objects, however often they are selected. */
  readonly key: string;
  readonly count: number;
  /** The activities that the objects belong to. */
  readonly activityCounts: ActivityCounts;
  /** The read that the objects come from. Attendees by id that follow different reads do not share a call. */
  readonly sourceRead: string;
  /** The objects by type, if the field returns several types. */
  readonly byType?: ReadonlyMap<string, ParentObjects>;
}

/** Activities, each with the number of activities that the entry represents. */
export type ActivityCounts = ReadonlyMap<string, number>;

/** No objects. Fields that are selected on them cause no reads. */
export const noObjects: ParentObjects = { key: '', count: 0, activityCounts: new Map(), sourceRead: '' };

/** Activities by id, and a number of further ones whose ids are not known. */
export function activityObjects(ids: readonly string[], further = 0): ParentObjects {
  const activityCounts = new Map(ids.map((id) => [id, 1]));
  const count = activityCounts.size + further;
  if (further > 0) activityCounts.set(otherActivities, further);
  return { key: `activities ${[...activityCounts.keys()].join()}`, count, activityCounts, sourceRead: '' };
}

/** The key of activities of which only the number is known. */
export const otherActivities = 'others';

/** The largest number of activities that are distinguished. Of more, only the number is stored. */
export const maxActivities = 50;
