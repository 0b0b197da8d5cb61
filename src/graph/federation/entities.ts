/* Finds the records that other subgraphs (`Query._entities`) and Relay (`Query.node`) refer to by their ids. */

import type { GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import type { Activities, Activity } from '../../domain/activities.js';
import { BadInputError } from '../../records/errors.js';
import { parseActivityId, parseGlobalId } from '../../records/ids.js';
import { type AccessRows, accessRowsOf, peopleOf } from '../access/access.js';
import { forbiddenObject } from '../access/forbidden.js';
import { createReadRecorder, type RecordRead } from '../audit/read-audit.js';
import type { GraphContext } from '../context.js';
import { entityTypeOf, kindOf, type EntityTypeName } from '../entity-types.js';
import { attendeeById, AttendeeReference } from '../types/attendee.js';

/** A record, now or later; null for one that does not exist or is not served. */
type RecordOrPromise = Activity | Promise<object | null> | null;

/**
 * What `_entities` and `node` share. These fields are added after enforceAccess and attachReadAudit, and the scope they require depends on
 * the record. So they check and record themselves.
 */
export class EntityLookup {
  readonly #rows: AccessRows;
  readonly #recordRead: RecordRead;

  constructor(schema: GraphQLSchema) {
    this.#rows = accessRowsOf(schema);
    this.#recordRead = createReadRecorder(this.#rows);
  }

  /**
   * @param index as for resolveReference
   * @returns what resolveReference returns, or the error if the caller may not read objects of the type
   * @throws BadInputError for an id of another form
   */
  find(typeName: EntityTypeName, id: string, context: GraphContext, index: number | null): RecordOrPromise | AttendeeReference | Error {
    return forbiddenObject(context, typeName, this.#rows) ?? resolveReference(typeName, id, context.activities, index);
  }

  /** Records in the audit what a field reads of people, if one of the types describes people. @returns the field's result */
  recordRead(typeNames: readonly EntityTypeName[], result: unknown, context: GraphContext, info: GraphQLResolveInfo): unknown {
    const readsPeople = typeNames.some((typeName) => peopleOf(typeName, this.#rows) !== 'none');
    return readsPeople ? this.#recordRead(result, context, info) : result;
  }
}

/**
 * Finds the record that a reference names.
 * @param index its index in the list of references; null for the id of `Query.node`
 * @returns the record, or an AttendeeReference, which recordOf reads alone and lookUpReferences with others
 * @throws BadInputError for an id of another form
 */
function resolveReference(
  typeName: EntityTypeName,
  id: string,
  activities: Activities,
  index: number | null,
): RecordOrPromise | AttendeeReference {
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
export function recordOf(found: RecordOrPromise | AttendeeReference, info: GraphQLResolveInfo): RecordOrPromise {
  return found instanceof AttendeeReference ? attendeeById(found.activity, found.id, info) : found;
}
