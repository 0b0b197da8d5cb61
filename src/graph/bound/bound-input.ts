/* Reads the arguments of a bound field: global ids become service ids. */

import type { Activity } from '../../domain/activities.js';
import type { BoundInput, BoundValue } from '../../domain/bound-endpoints.js';
import type { BoundParameter, EndpointBinding } from '../../model/bound/endpoint-binding.js';
import { BadInputError } from '../../records/errors.js';
import { parseGlobalId, type ActivityId } from '../../records/ids.js';
import type { GraphContext } from '../context.js';
import { activityOf, defaultActivity, serviceIdIn } from '../types/arguments.js';

/** The arguments of a bound field, as GraphQL coerced them. */
export type BoundArguments = Readonly<Record<string, unknown>>;

/** Returns the input of an endpoint: the arguments that have a value, with bare numbers in place of global ids. @throws BadInputError */
export function boundInput({ parameters, body }: EndpointBinding, args: BoundArguments, activity: Activity): BoundInput {
  const entries: [string, BoundValue][] = [];
  for (const parameter of parameters) {
    const value = Object.hasOwn(args, parameter.name) ? args[parameter.name] : undefined;
    if (value === undefined || value === null) continue;
    if (isListOfNulls(value)) {
      // A required null is refused before the execution, and so is a list of nulls here.
      if (parameter.type.nonNull) throw new BadInputError(parameter.name, 'a list that is empty or has an item other than null');
      continue;
    }
    entries.push([parameter.name, inputValue(parameter, value, activity, body === 'json')]);
  }
  return Object.fromEntries(entries);
}

const isListOfNulls = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every((item) => item === null);

function inputValue(parameter: BoundParameter, value: unknown, activity: Activity, isJson: boolean): BoundValue {
  if (!Array.isArray(value)) return itemValue(parameter, value, activity);
  const items = value.filter((item) => item !== null).map((item) => itemValue(parameter, item, activity));
  if (!isJson && items.some((item) => typeof item === 'string' && item.includes(',')))
    throw new BadInputError(parameter.name, 'strings without a comma, because the event service separates the items of a list by commas');
  return items;
}

function itemValue({ kind, name }: BoundParameter, value: unknown, activity: Activity): string | number | boolean {
  if (kind === null) return value as string | number | boolean;
  const serviceId = serviceIdIn(activity, kind, String(value), name);
  if (serviceId === null) throw new BadInputError(name, `the id of a record of the activity ${activity.id}`);
  return String(serviceId);
}

/**
 * Returns the activity of a write. The argument `activityId` names it, else the global ids among the arguments do, else it is the default
 * one. @throws BadInputError if they name several, or one that is not served
 */
export function activityOfWrite({ parameters }: EndpointBinding, args: BoundArguments, context: GraphContext): Activity {
  const { activityId } = args as { readonly activityId?: string | null };
  if (activityId !== undefined && activityId !== null) return activityOf(context, activityId, 'activityId');
  const named = parameters.filter(({ kind }) => kind !== null).flatMap(({ name }) => activityIdsIn(args[name]).map((id) => ({ id, name })));
  const [first] = named;
  if (first === undefined) return defaultActivity(context);
  const other = named.find(({ id }) => id !== first.id);
  if (other !== undefined) throw new BadInputError(other.name, 'ids of one activity');
  const activity = context.activities.served(first.id);
  if (activity === null) throw new BadInputError(first.name, 'an id of an activity that is served here; see Query.activities');
  return activity;
}

function activityIdsIn(value: unknown): readonly ActivityId[] {
  return (Array.isArray(value) ? (value as readonly unknown[]) : [value]).flatMap((id) =>
    typeof id === 'string' ? (parseGlobalId(id)?.activityId ?? []) : [],
  );
}
