/* Finds a record by the id that another subgraph or `Query.node` refers to. */

import type { GraphQLResolveInfo } from 'graphql';
import type { Activities } from '../../domain/activities.js';
import { BadInputError } from '../../model/errors.js';
import { parseActivityId, parseGlobalId } from '../../model/ids.js';
import { entityTypeOf, kindOf, type EntityTypeName } from '../entity-types.js';
import { attendeeById } from '../types/attendee/attendee-lookup.js';
import { AttendeeReference, lookUpReferences } from '../types/attendee/attendee-references.js';

/**
 * Finds the record that a reference names.
 * @returns the record, or a reference that readRecord or readRecords reads; null for a record that does not exist or is not served
 * @throws BadInputError for an id of another form
 */
export function resolveReference(typeName: EntityTypeName, id: string, activities: Activities): unknown {
  if (typeName === 'Activity') {
    const activityId = parseActivityId(id);
    if (activityId === null) throw new BadInputError('representations', 'an activity\'s id, such as "1001"');
    return activities.served(activityId);
  }
  const global = parseGlobalId(id);
  if (global === null || entityTypeOf(global) !== typeName)
    throw new BadInputError('representations', `an id such as "${kindOf(typeName)}:1001:7"`);
  const { kind, activityId, serviceId } = global;
  const activity = activities.served(activityId);
  if (activity === null) return null;
  // References to attendees are collected, because one call reads many of them.
  return kind === 'attendee' ? new AttendeeReference(activity, serviceId) : activity.recordById(kind, serviceId);
}

/** Reads the record of a field that returns one, if what resolveReference returned is still a reference. */
export function readRecord(found: unknown, info: GraphQLResolveInfo): unknown {
  return found instanceof AttendeeReference ? attendeeById(found.activity, found.id, info) : found;
}

/** Reads the records of a list in which references remain: many at once. */
export const readRecords: (found: readonly unknown[], info: GraphQLResolveInfo) => unknown = lookUpReferences;
