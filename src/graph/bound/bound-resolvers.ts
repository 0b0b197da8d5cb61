/* The resolvers of bound fields: a use is one call, with the bare numbers that the service knows in place of global ids. */

import type { Activity } from '../../domain/activities.js';
import type { BoundWrite } from '../../domain/bound-endpoints.js';
import type { Scope } from '../../records/caller.js';
import { BadInputError, type DeniedUse } from '../../records/errors.js';
import { parseGlobalId } from '../../records/ids.js';
import {
  coordinateOf,
  payloadNameOf,
  type BoundInput,
  type BoundParameter,
  type BoundValue,
  type EndpointBinding,
} from '../../records/operations-file.js';
import { forbidden } from '../access/enforce-access.js';
import type { GraphContext, Resolve } from '../context.js';
import { selectsAny } from '../execution/selection.js';
import { serviceIdIn } from '../types/common-arguments.js';

/** The arguments of a bound field, as GraphQL coerced them. */
type BoundArguments = Readonly<Record<string, unknown>>;

/** Returns the resolver of a bound read, which is a field of an activity. A personal result is recorded in the audit. */
export function boundRead(binding: EndpointBinding): Resolve {
  const { key, personal } = binding;
  const coordinate = coordinateOf(binding);
  return async (source, args, { audit }) => {
    const activity = source as Activity;
    const input = boundInput(binding, args, activity);
    if (personal) audit.reading([coordinate]);
    const result = await activity.boundEndpoints.read(key, input);
    // A scalar counts as an object of its own.
    if (personal) for (const item of [result].flat()) if (item !== null && item !== undefined) audit.found(Object(item) as object);
    return result;
  };
}

/**
 * Returns the resolver of a bound write, which is a mutation. A personal write is recorded in the audit with its outcome.
 * @param resultScopes the scopes that the record in its result requires
 */
export function boundWrite(binding: EndpointBinding, resultScopes: readonly Scope[]): Resolve {
  const { key, personal } = binding;
  const coordinate = coordinateOf(binding);
  return async (_root, args, context, info): Promise<BoundWrite> => {
    // The result comes with the reply of the write, so a denial at the field itself would come after the write.
    const missing = resultScopes.filter((scope) => !context.caller.scopes.has(scope));
    if (missing.length > 0 && selectsAny(info, resultField))
      throw forbidden(context, missing, `${payloadNameOf(key)}.result`, deniedResult);
    const activity = activityOfWrite(binding, args, context);
    const input = boundInput(binding, args, activity);
    const send = () => activity.boundEndpoints.write(key, input);
    return personal ? context.audit.write({ coordinate }, send, ({ userErrors }) => (userErrors.length > 0 ? 'refused' : 'done')) : send();
  };
}

const resultField: ReadonlySet<string> = new Set(['result']);
const deniedResult: DeniedUse = { subject: 'The field result', instead: 'Remove it' };

/** Returns the input of an endpoint: the arguments that have a value, with bare numbers in place of global ids. @throws BadInputError */
function boundInput({ parameters, body }: EndpointBinding, args: BoundArguments, activity: Activity): BoundInput {
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
 * Returns the activity of a write: the argument `activityId` names it, else the first global id among the arguments does, else it is the
 * default one. @throws BadInputError for one that is not served
 */
function activityOfWrite({ parameters }: EndpointBinding, args: BoundArguments, context: GraphContext): Activity {
  const { activityId } = args as { readonly activityId?: string | null };
  if (activityId !== undefined && activityId !== null) return context.activityOf(activityId, 'activityId');
  const named = parameters
    .filter(({ kind }) => kind !== null)
    .flatMap(({ name }) => [args[name]].flat().map((id) => ({ name, global: parseGlobalId(String(id)) })))
    .find(({ global }) => global !== null);
  if (!named?.global) return context.defaultActivity();
  const activity = context.activities.byId(named.global.activityId);
  if (activity === null) throw new BadInputError(named.name, 'an id of an activity that is served here; see Query.activities');
  return activity;
}
