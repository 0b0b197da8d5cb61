import { parseGlobalId } from '../model/ids.js';

/** Calls that references plan: attendees by pages per activity, or one by one; any other type once per activity. */
export function plannedEntityCalls(references: readonly unknown[], getOne: boolean, maxPageSize: number): number {
  const attendees = new Map<number, Set<number>>();
  const others = new Set<string>();
  for (const reference of references) {
    const { id } = (reference ?? {}) as Record<string, unknown>;
    const global = typeof id === 'string' ? parseGlobalId(id) : null;
    if (!global) continue;
    if (global.kind !== 'attendee') others.add(`${global.kind} ${global.activityId}`);
    else attendees.set(global.activityId, (attendees.get(global.activityId) ?? new Set()).add(global.serviceId));
  }
  const callsFor = ({ size }: ReadonlySet<number>) => (getOne ? size : Math.ceil(size / maxPageSize));
  return others.size + [...attendees.values()].reduce((calls, ids) => calls + callsFor(ids), 0);
}
