/* How the records are found that other subgraphs and `Query.node` refer to, of each entity type. */

import type { GraphQLResolveInfo } from 'graphql';
import type { Activities, Activity } from '../../domain/activities.js';
import { BadInputError } from '../../model/errors.js';
import { parseActivityId, parseGlobalId, type EntityKind, type ServiceId } from '../../model/ids.js';
import type { EntityTypeName } from '../entity-types.js';
import { attendeeById } from '../types/attendee/attendee-lookup.js';
import { AttendeeReference, lookUpReferences } from '../types/attendee/attendee-references.js';

type Find = (id: string, activities: Activities) => unknown;

/** How the records of each entity type are found. */
const findByType: Readonly<Record<EntityTypeName, Find>> = {
  Activity: (id, activities) => {
    const activityId = parseActivityId(id);
    if (activityId === null) throw new BadInputError('representations', 'an activity\'s id, such as "1001"');
    return activities.served(activityId);
  },
  Attendee: inActivity('attendee', (activity, id) => new AttendeeReference(activity, id)),
  ScheduleItem: inActivity('scheduleItem', (activity, id) => activity.schedules.byId(id)),
  Article: inActivity('article', (activity, id) => activity.articles.byId(id)),
  Category: inActivity('category', (activity, id) => activity.categories.byId(id)),
  TicketItem: inActivity('ticketItem', (activity, id) => activity.stocks.ticketById(id)),
  Goods: inActivity('goods', (activity, id) => activity.stocks.goodsById(id)),
};

/**
 * Finds the record that a reference names.
 * @returns the record, or a reference that readRecord or readRecords reads; null for a record that does not exist or is not served
 * @throws BadInputError for an id of another form
 */
export function resolveReference(typeName: EntityTypeName, id: string, activities: Activities): unknown {
  return findByType[typeName](id, activities);
}

/** Reads the record of a field that returns one, if what resolveReference returned is still a reference. */
export function readRecord(found: unknown, info: GraphQLResolveInfo): unknown {
  return found instanceof AttendeeReference ? attendeeById(found.activity, found.id, info) : found;
}

/** Reads the records of a list in which references remain: many at once. */
export const readRecords: (found: readonly unknown[], info: GraphQLResolveInfo) => unknown = lookUpReferences;

function inActivity(kind: EntityKind, find: (activity: Activity, id: ServiceId) => unknown): Find {
  return (id, activities) => {
    const global = parseGlobalId(id);
    if (global?.kind !== kind) throw new BadInputError('representations', `an id such as "${kind}:1001:7"`);
    const activity = activities.served(global.activityId);
    return activity && find(activity, global.serviceId);
  };
}
