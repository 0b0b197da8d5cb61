import { entityKinds, parseActivityId, parseGlobalId, type EntityKind } from '../../model/ids.js';
import { entityTypeOf } from '../names/entity-types.js';
import { isUnresolved } from './argument-reader.js';
import type { Owner } from './planned-reads.js';

/** The ids of attendees by activity. */
export type AttendeeGroups = ReadonlyMap<string, ReadonlySet<string>>;

/** The attendees that a lookup names. */
export interface IdentifiedAttendees {
  readonly groups: AttendeeGroups;
  /** The identity of the mobile, email or openId of a lookup without an id; null for a lookup by id. */
  readonly contact: string | null;
}

/** Groups the ids of attendees by activity: a global id names its activity, any other id belongs to the given one. Ids of other records are omitted. */
export function attendeesOf(ids: readonly unknown[], activity: string): AttendeeGroups {
  const groups = new Map<string, Set<string>>();
  for (const id of ids) {
    const text = typeof id === 'number' ? String(id) : id;
    if (typeof text !== 'string') continue;
    const global = parseGlobalId(text);
    if (global ? global.kind !== 'attendee' : activity === '' && !isUnresolved(text)) continue;
    addTo(groups, global ? String(global.activityId) : activity, global ? String(global.serviceId) : text);
  }
  return groups;
}

/** The records that a list of references names. */
export interface References {
  readonly attendees: AttendeeGroups;
  /** Records of content, by kind and activity. */
  readonly content: readonly { readonly kind: EntityKind; readonly activityId: string }[];
  /** References that are known only by their variable's name. They may name a record of any type. */
  readonly unresolved: ReadonlySet<string>;
  readonly ownersByType: ReadonlyMap<string, Owner>;
}

/**
 * Reads a list of references once, for all that is planned from it.
 * @param key a text that is equal for equal lists
 * @param maxActivities if the records of a type have more activities, only their number is stored
 */
export function readReferences(ids: readonly unknown[], key: string, maxActivities: number): References {
  const records = new Map<EntityKind, Map<number, Set<string>>>();
  const activities = new Set<string>();
  const unresolved = new Set<string>();
  for (const id of ids) {
    if (typeof id !== 'string') continue;
    const global = parseGlobalId(id);
    if (global) {
      const byActivity = getOrAdd(records, global.kind, () => new Map<number, Set<string>>());
      addTo(byActivity, global.activityId, String(global.serviceId));
    } else if (isUnresolved(id)) unresolved.add(id);
    else if (parseActivityId(id) !== null) activities.add(id);
  }
  const ownersByType = new Map<string, Owner>();
  const addOwner = (type: string, size: number, activityIds: Iterable<string>) => {
    if (size + unresolved.size === 0) return;
    const all = [...activityIds, ...unresolved];
    const bounded = all.length > maxActivities ? new Map([[key, all.length]]) : new Map(all.map((id) => [id, 1]));
    ownersByType.set(type, { key: `${key} ${type}`, size: size + unresolved.size, activities: bounded, after: key });
  };
  addOwner('Activity', activities.size, activities);
  for (const kind of entityKinds) {
    const byActivity = records.get(kind);
    addOwner(entityTypeOf({ kind }), sizeOf(byActivity), textsOf(byActivity));
  }

  const attendees = new Map<string, ReadonlySet<string>>();
  for (const [activity, serviceIds] of records.get('attendee') ?? []) attendees.set(String(activity), serviceIds);
  if (unresolved.size > 0) attendees.set('', unresolved);
  records.delete('attendee');
  const content = [...records].flatMap(([kind, byActivity]) => textsOf(byActivity).map((activityId) => ({ kind, activityId })));
  return { attendees, content, unresolved, ownersByType };
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
