/* Groups the global ids of an argument by activity and kind. */

import { entityKinds, parseActivityId, parseGlobalId, type EntityKind } from '../../model/ids.js';
import { entityTypeOf, type ContentEntityKind } from '../entity-types.js';
import { maxActivities, type ParentObjects } from './parent-objects.js';
import { isVariableName } from './variable-names.js';

/** The ids of attendees by activity. */
export type AttendeeGroups = ReadonlyMap<string, ReadonlySet<string>>;

/** The attendees that a look-up names. */
export interface IdentifiedAttendees {
  readonly groups: AttendeeGroups;
  /** The identity of the mobile, email or openId of a look-up without an id; null for a look-up by id. */
  readonly contact: string | null;
}

/**
 * Groups the ids of attendees by activity: a global id names its activity, any other id belongs to the given one. Ids of other
 * records are omitted.
 */
export function attendeesOf(ids: readonly unknown[], activity: string): AttendeeGroups {
  const groups = new Map<string, Set<string>>();
  for (const id of ids) {
    const text = typeof id === 'number' ? String(id) : id;
    if (typeof text !== 'string') continue;
    const global = parseGlobalId(text);
    if (global ? global.kind !== 'attendee' : activity === '' && !isVariableName(text)) continue;
    addTo(groups, global ? String(global.activityId) : activity, global ? String(global.serviceId) : text);
  }
  return groups;
}

/** The records that a list of references names. */
export interface References {
  readonly attendees: AttendeeGroups;
  /** Records of content, by kind and activity. */
  readonly content: readonly { readonly kind: ContentEntityKind; readonly activityId: string }[];
  /** References that are known only by the names of their variables. They may name a record of any type. */
  readonly variableNames: ReadonlySet<string>;
  readonly objectsByType: ReadonlyMap<string, ParentObjects>;
}

/**
 * Reads a list of references once, for all that is planned from it.
 * @param key a string that is equal for equal lists
 */
export function readReferences(ids: readonly unknown[], key: string): References {
  const records = new Map<EntityKind, Map<number, Set<string>>>();
  const activities = new Set<string>();
  const variableNames = new Set<string>();
  for (const id of ids) {
    if (typeof id !== 'string') continue;
    const global = parseGlobalId(id);
    if (global) {
      const byActivity = getOrAdd(records, global.kind, () => new Map<number, Set<string>>());
      addTo(byActivity, global.activityId, String(global.serviceId));
    } else if (isVariableName(id)) variableNames.add(id);
    else if (parseActivityId(id) !== null) activities.add(id);
  }
  const objectsByType = new Map<string, ParentObjects>();
  const addObjects = (type: string, size: number, activityIds: Iterable<string>) => {
    if (size + variableNames.size === 0) return;
    const all = [...activityIds, ...variableNames];
    const bounded = all.length > maxActivities ? new Map([[key, all.length]]) : new Map(all.map((id) => [id, 1]));
    objectsByType.set(type, { key: `${key} ${type}`, count: size + variableNames.size, activityCounts: bounded, sourceRead: key });
  };
  addObjects('Activity', activities.size, activities);
  for (const kind of entityKinds) {
    const byActivity = records.get(kind);
    addObjects(entityTypeOf({ kind }), sizeOf(byActivity), textsOf(byActivity));
  }

  const attendees = new Map<string, ReadonlySet<string>>();
  for (const [activity, serviceIds] of records.get('attendee') ?? []) attendees.set(String(activity), serviceIds);
  if (variableNames.size > 0) attendees.set('', variableNames);
  const content = [...records].flatMap(([kind, byActivity]) =>
    kind === 'attendee' ? [] : textsOf(byActivity).map((activityId) => ({ kind, activityId })),
  );
  return { attendees, content, variableNames, objectsByType };
}

type IdsByActivity = ReadonlyMap<number, ReadonlySet<string>>;

const textsOf = (byActivity: IdsByActivity | undefined): readonly string[] => [...(byActivity?.keys() ?? [])].map(String);

function sizeOf(byActivity: IdsByActivity | undefined): number {
  let size = 0;
  for (const ids of byActivity?.values() ?? []) size += ids.size;
  return size;
}

function addTo<K>(sets: Map<K, Set<string>>, key: K, item: string): void {
  getOrAdd(sets, key, () => new Set<string>()).add(item);
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = create()));
  return value;
}
