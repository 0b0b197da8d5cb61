import { parseActivityId, parseGlobalId } from '../../model/ids.js';
import { unresolved } from './argument-reader.js';
import { entityTypeNames, entityTypeOf } from '../federation/entities.js';
import type { Owner } from './planned-reads.js';

/** Attendees by activity and id, or a look-up by something else. */
export interface IdentifiedAttendees {
  readonly groups: ReadonlyMap<string, ReadonlySet<string>>;
  readonly contact: string | null;
}

/** Groups the ids of attendees by the activity that each names, or by the one given; ids of other records are left out. */
export function attendeesOf(ids: readonly unknown[], activity: string): ReadonlyMap<string, ReadonlySet<string>> {
  const groups = new Map<string, Set<string>>();
  for (const id of ids) {
    const text = typeof id === 'number' ? String(id) : id;
    if (typeof text !== 'string') continue;
    const global = parseGlobalId(text);
    if (global ? global.kind !== 'attendee' : activity === '' && !text.startsWith(unresolved)) continue;
    const of = global ? String(global.activityId) : activity;
    groups.set(of, (groups.get(of) ?? new Set()).add(global ? String(global.serviceId) : text));
  }
  return groups;
}

/**
 * The objects that references mean, by type. A reference that is known by its variable's name may be of any type. Beyond so
 * many, activities are told apart by number only.
 */
export function entityOwners(ids: readonly unknown[], key: string, mostActivities: number): ReadonlyMap<string, Owner> {
  const records = new Map<string, { ids: Set<string>; activities: Map<string, number> }>();
  const add = (type: string, id: string, activity: string) => {
    const known = records.get(type) ?? { ids: new Set(), activities: new Map() };
    known.ids.add(id);
    known.activities.set(activity, 1);
    records.set(type, known);
  };
  for (const id of ids) {
    if (typeof id !== 'string') continue;
    const global = parseGlobalId(id);
    if (global) add(entityTypeOf(global), id, String(global.activityId));
    else if (id.startsWith(unresolved)) for (const type of entityTypeNames) add(type, id, id);
    else if (parseActivityId(id) !== null) add('Activity', id, id);
  }
  const few = (activities: ReadonlyMap<string, number>) =>
    activities.size > mostActivities ? new Map([[key, activities.size]]) : activities;
  return new Map(
    [...records].map(
      ([
        type,
        {
          ids: { size },
          activities,
        },
      ]) => [type, { key: `${key} ${type}`, size, activities: few(activities), after: key }],
    ),
  );
}
