/* The readers of entities: one for each type, which finds a record by the id that another subgraph or `Query.node` refers to. */

import type { GraphQLResolveInfo } from 'graphql';
import type { Activities, Activity } from '../../domain/activities.js';
import { BadInputError } from '../../model/errors.js';
import { parseActivityId, parseGlobalId, type EntityKind, type ServiceId } from '../../model/ids.js';
import type { BatchKind, EntityTypeName } from '../entity-types.js';
import { attendeeById } from '../types/attendee/attendee-lookup.js';
import { AttendeeReference, lookUpReferences } from '../types/attendee/attendee-references.js';

type Reader = (id: string, activities: Activities) => unknown;

/**
 * The reader of each entity type:
 * - `activityById` makes no call: an activity is an id that the caller may query.
 * - `alone` reads a record by itself: from the list of content that has it, or by a call of its own.
 * - `inBatch` returns a reference. readRecords reads the references of a list together, many records in a call.
 */
const readers: Readonly<Record<EntityTypeName, Reader>> = {
  Activity: activityById,
  Attendee: inBatch('attendee', (activity, id) => new AttendeeReference(activity, id)),
  ScheduleItem: alone('scheduleItem', (activity, id) => activity.schedules.byId(id)),
  Article: alone('article', (activity, id) => activity.articles.byId(id)),
  Category: alone('category', (activity, id) => activity.categories.byId(id)),
  TicketItem: alone('ticketItem', (activity, id) => activity.stocks.ticketById(id)),
  Goods: alone('goods', (activity, id) => activity.stocks.goodsById(id)),
};

/**
 * Finds the record that a reference names.
 * @returns the record, or a reference that readRecord or readRecords reads; null for a record that does not exist or is not served
 * @throws BadInputError for an id of another form
 */
export function resolveReference(typeName: EntityTypeName, id: string, activities: Activities): unknown {
  return readers[typeName](id, activities);
}

/** Reads the record of a field that returns one, if what resolveReference returned is still a reference. */
export function readRecord(found: unknown, info: GraphQLResolveInfo): unknown {
  return found instanceof AttendeeReference ? attendeeById(found.activity, found.id, info) : found;
}

/** Reads the records of a list in which references remain: many at once. */
export const readRecords: (found: readonly unknown[], info: GraphQLResolveInfo) => unknown = lookUpReferences;

function activityById(id: string, activities: Activities): unknown {
  const activityId = parseActivityId(id);
  if (activityId === null) throw new BadInputError('representations', 'an activity\'s id, such as "1001"');
  return activities.served(activityId);
}

/** @param kind one that the rows of entity-types.ts do not count as read in batches: the compiler compares them */
function alone(kind: Exclude<EntityKind, BatchKind>, read: (activity: Activity, id: ServiceId) => unknown): Reader {
  return inActivity(kind, read);
}

function inBatch(kind: BatchKind, refer: (activity: Activity, id: ServiceId) => AttendeeReference): Reader {
  return inActivity(kind, refer);
}

function inActivity(kind: EntityKind, read: (activity: Activity, id: ServiceId) => unknown): Reader {
  return (id, activities) => {
    const global = parseGlobalId(id);
    if (global?.kind !== kind) throw new BadInputError('representations', `an id such as "${kind}:1001:7"`);
    const served = activities.served(global.activityId);
    return served && read(served, global.serviceId);
  };
}
