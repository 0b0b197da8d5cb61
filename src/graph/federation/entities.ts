/* Finds a record by the id that another subgraph or `Query.node` refers to. */

import type { GraphQLResolveInfo } from 'graphql';
import type { Activities, Activity } from '../../domain/activities.js';
import { BadInputError } from '../../model/errors.js';
import { parseActivityId, parseGlobalId } from '../../model/ids.js';
import { entityTypeOf, kindOf, type EntityTypeName } from '../entity-types.js';
import { attendeeById } from '../types/attendee/attendee-lookup.js';
import { AttendeeReference } from '../types/attendee/attendee-references.js';

/** A record, or null for one that does not exist or is not served. */
export type FoundRecord = Activity | Promise<object | null> | null;

/**
 * Finds the record that a reference names.
 * @param index its index in the list of references; null for the id of `Query.node`
 * @returns the record, or an AttendeeReference, which readRecord reads alone and lookUpReferences with others
 * @throws BadInputError for an id of another form
 */
export function resolveReference(
  typeName: EntityTypeName,
  id: string,
  activities: Activities,
  index: number | null,
): FoundRecord | AttendeeReference {
  if (typeName === 'Activity') {
    const activityId = parseActivityId(id);
    if (activityId === null) throw unfitId(index, 'an activity\'s id, such as "1001"');
    return activities.served(activityId);
  }
  const global = parseGlobalId(id);
  if (global === null || entityTypeOf(global) !== typeName) throw unfitId(index, `an id such as "${kindOf(typeName)}:1001:7"`);
  const { kind, activityId, serviceId } = global;
  const activity = activities.served(activityId);
  if (activity === null) return null;
  // References to attendees are collected, because one call reads many of them.
  return kind === 'attendee' ? new AttendeeReference(activity, serviceId) : activity.recordById(kind, serviceId);
}

const unfitId = (index: number | null, expected: string) =>
  new BadInputError(index === null ? 'id' : `representations[${index}].id`, expected);

/** Reads the record of a field that returns one, if what resolveReference returned is still a reference. */
export function readRecord(found: FoundRecord | AttendeeReference, info: GraphQLResolveInfo): FoundRecord {
  return found instanceof AttendeeReference ? attendeeById(found.activity, found.id, info) : found;
}
