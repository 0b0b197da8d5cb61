/* The resolvers of bound fields. */

import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql';
import type { Activity } from '../../domain/activities.js';
import type { BoundWrite } from '../../domain/bound-endpoints.js';
import { coordinateOf, payloadNameOf, type EndpointBinding } from '../../model/bound/endpoint-binding.js';
import type { DeniedUse } from '../../records/errors.js';
import { forbidden } from '../access/forbidden.js';
import type { GraphContext } from '../context.js';
import { selectsAny } from '../selection/selection.js';
import { recordScopes } from './bound-access.js';
import { activityOfWrite, boundInput, type BoundArguments } from './bound-input.js';

type Resolve = GraphQLFieldResolver<unknown, GraphContext, BoundArguments>;

/** Returns the resolver of a bound read, which is a field of an activity. A personal result is recorded in the audit. */
export function boundRead(binding: EndpointBinding): Resolve {
  const { key, personal } = binding;
  const coordinate = coordinateOf(binding);
  return async (source, args, { audit }) => {
    const activity = source as Activity;
    const input = boundInput(binding, args, activity);
    if (personal) audit.reading([coordinate]);
    const result = await activity.boundEndpoints.read(key, input);
    if (personal) for (const item of objectsOf(result)) audit.found(item);
    return result;
  };
}

/** Returns the resolver of a bound write, which is a mutation. A personal write is recorded in the audit with its outcome. */
export function boundWrite(binding: EndpointBinding): Resolve {
  const { key, personal } = binding;
  const coordinate = coordinateOf(binding);
  const refuseResult = resultRefusal(binding);
  return async (_root, args, context, info): Promise<BoundWrite> => {
    refuseResult?.(context, info);
    const activity = activityOfWrite(binding, args, context);
    const input = boundInput(binding, args, activity);
    const send = () => activity.boundEndpoints.write(key, input);
    return personal ? context.audit.write({ coordinate }, send, ({ userErrors }) => (userErrors.length > 0 ? 'refused' : 'done')) : send();
  };
}

const resultField: ReadonlySet<string> = new Set(['result']);
const deniedResult: DeniedUse = { subject: 'The field result', instead: 'Remove it' };

/**
 * Returns a function that throws unless a caller who selects `result` may see its record. The result comes with the reply of the write, so a denial
 * at the field itself would come after the write. @returns null if the result takes no scope besides that of the write
 */
function resultRefusal({ key, result, scope }: EndpointBinding): ((context: GraphContext, info: GraphQLResolveInfo) => void) | null {
  const required = recordScopes(result).filter((needed) => needed !== scope);
  if (required.length === 0) return null;
  const coordinate = `${payloadNameOf(key)}.result`;
  return (context, info) => {
    const missing = required.filter((needed) => !context.caller.scopes.has(needed));
    if (missing.length > 0 && selectsAny(info, resultField)) throw forbidden(context, missing, coordinate, deniedResult);
  };
}

/** Returns the objects of a result, which the audit counts. A scalar is wrapped in an object, so that it counts as one. */
function objectsOf(result: unknown): readonly object[] {
  if (result === null || result === undefined) return [];
  const items: readonly unknown[] = Array.isArray(result) ? result : [result];
  return items.filter((item) => item !== null).map((item) => (typeof item === 'object' ? item : { item }));
}
