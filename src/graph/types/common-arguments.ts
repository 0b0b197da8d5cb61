/* Arguments that several nouns have, ids and strings that must not be blank, and how resolvers read them. `GraphContext` reads those of activities. */

import { Arg, ID } from 'type-graphql';
import type { Activity } from '../../domain/activities.js';
import { isBlank, toError } from '../../primitives/values.js';
import { BadInputError } from '../../records/errors.js';
import { parseGlobalId, parseServiceId, type EntityKind, type ServiceId } from '../../records/ids.js';

/** The argument that names an activity. */
export const ActivityArgument = () =>
  Arg('activityId', () => ID, { nullable: true, description: 'The id of the activity. Omitted: the default activity.' });

/**
 * Reads the id of a record of an activity: a global id, or the service id.
 * @returns null for a record of another activity
 * @throws BadInputError
 */
export function serviceIdIn(activity: Activity, kind: EntityKind, id: string, argument: string): ServiceId | null {
  const serviceId = parseServiceId(id);
  if (serviceId !== null) return serviceId;
  const global = parseGlobalId(id);
  if (global?.kind !== kind) throw new BadInputError(argument, `an id such as "${kind}:${activity.id}:7", or the service id, such as "7"`);
  return global.activityId === activity.activityId ? global.serviceId : null;
}

/** Returns a thrown error as a value, so that it affects only its own item of the list. */
export function orError<T>(resolve: () => T): T | Error {
  try {
    return resolve();
  } catch (error) {
    return toError(error);
  }
}

/** More than any token or address has. Thousands of fields may use one value, so that a long one would block the event loop. */
const maxLength = 8_192;

/** Returns a string that is not blank, not long, and that UTF-8 can represent. @throws BadInputError */
export function notBlank(value: string, argument: string): string {
  if (value.length > maxLength) throw new BadInputError(argument, `at most ${maxLength} characters`);
  if (isBlank(value)) throw new BadInputError(argument, 'a value that is not blank');
  return wellFormed(value, argument);
}

/** Returns a string that UTF-8 can represent. Another one would be sent with U+FFFD in place of half a surrogate pair. @throws BadInputError */
export function wellFormed(value: string, argument: string): string {
  if (!value.isWellFormed()) throw new BadInputError(argument, 'whole Unicode characters only');
  return value;
}
