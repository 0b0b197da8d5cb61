import type { GraphQLFieldResolver } from 'graphql';
import type { Activity } from '../../domain/activities.js';
import type { BoundWrite } from '../../domain/bound-operations.js';
import { coordinateOf, type BoundOperation } from '../../model/bound-operation.js';
import type { GraphContext } from '../context.js';
import { activityOfWrite, boundInput, type BoundArguments } from './bound-input.js';

type Resolve = GraphQLFieldResolver<unknown, GraphContext, BoundArguments>;

/** Returns the resolver of a bound read, which is a field of an activity. A personal result is recorded in the audit. */
export function boundRead(operation: BoundOperation): Resolve {
  const { key, personal } = operation;
  const coordinate = coordinateOf(operation);
  return async (source, args, { audit }) => {
    const activity = source as Activity;
    const input = boundInput(operation, args, activity);
    if (personal) audit.reading(coordinate);
    const result = await activity.operations.read(key, input);
    if (personal) for (const item of objectsOf(result)) audit.found(item);
    return result;
  };
}

/** Returns the resolver of a bound write, which is a mutation. A personal write is recorded in the audit with its outcome. */
export function boundWrite(operation: BoundOperation): Resolve {
  const { key, personal } = operation;
  const coordinate = coordinateOf(operation);
  return async (_root, args, context): Promise<BoundWrite> => {
    const activity = activityOfWrite(operation, args, context);
    const write = activity.operations.write(key, boundInput(operation, args, activity));
    return personal ? context.audit.write(coordinate, write) : write;
  };
}

/** Returns the objects of a result, which the audit counts. A scalar is wrapped in an object, so that it counts as one. */
function objectsOf(result: unknown): readonly object[] {
  if (result === null || result === undefined) return [];
  const items: readonly unknown[] = Array.isArray(result) ? result : [result];
  return items.filter((item) => item !== null).map((item) => (typeof item === 'object' ? item : { item }));
}
