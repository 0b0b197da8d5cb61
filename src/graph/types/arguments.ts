/* How resolvers read arguments that several nouns have: the activity, ids, and strings that must not be blank. */

import type { Activity } from '../../domain/activities.js';
import { isBlank } from '../../primitives/values.js';
import { BadInputError } from '../../records/errors.js';
import { parseActivityId, parseGlobalId, parseServiceId, type EntityKind, type ServiceId } from '../../records/ids.js';
import { withoutActivity } from '../access/enforce-access.js';
import type { GraphContext } from '../context.js';

/** Returns the default activity of the caller. @throws NoActivityError for a caller who may query none */
export function defaultActivity(context: GraphContext): Activity {
  const activity = context.activities.default;
  if (activity === null) throw withoutActivity(context);
  return activity;
}

/**
 * Returns the activity that an argument names, or the default one.
 * @throws BadInputError for an activity that is not served to the caller
 */
export function activityOf(context: GraphContext, id: string | null | undefined, argument: string): Activity {
  if (id === null || id === undefined) return defaultActivity(context);
  const { activities } = context;
  const activityId = parseActivityId(id);
  const activity = activityId === null ? null : activities.served(activityId);
  if (activity === null) throw new BadInputError(argument, 'the id of an activity that is served here; see Query.activities');
  return activity;
}

/** Returns the activity with an id; null for one that is not served to the caller. @throws BadInputError for what is no such id */
export function servedOrNull(id: string, argument: string, { activities }: GraphContext): Activity | null {
  const activityId = parseActivityId(id);
  if (activityId === null) throw new BadInputError(argument, 'an activity\'s id, such as "1001"');
  return activities.served(activityId);
}

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

/** Returns a string that is not blank, and that UTF-8 can represent. @throws BadInputError */
export function notBlank(value: string, argument: string): string {
  if (isBlank(value)) throw new BadInputError(argument, 'a value that is not blank');
  if (!value.isWellFormed()) throw new BadInputError(argument, 'whole Unicode characters only');
  return value;
}

/** An input as GraphQL coerces it: a plain object, which TypeGraphQL makes an instance of the input's class later. */
export type Plain<Input> = { readonly [Name in keyof Input]: Input[Name] };
