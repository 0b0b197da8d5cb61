/*
 * The executor of operations and of the events of subscriptions. It returns what graphql-js returns, except that no message contains
 * a value, and that the data are JSON text; a property test compares the two (test/graph/execution).
 * docs/decisions/0001-own-executor.md states why there is one. For example:
 *
 *     { activity { attendees(first: 100) { nodes { id name } } } }
 *
 *     before            planOperation has made the plan, and counting its cost has resolved its selections: the fields of each type
 *     every request     an Execution walks plan and values together, and writes the text of the response
 *     id and name       are copied from the reply of the service, without becoming strings
 *     after 10 ms       the list stops between two attendees, and continues in a later turn of the event loop (event-loop-turn.ts)
 *     too many bytes    the execution is abandoned
 *
 * - A plan is stored with its operation (server/operations/prepared-operation.ts), unless @skip or @include depends on a variable.
 * - The root fields of a mutation are executed one after the other. Its response is never too large: what it did has happened.
 *
 * Files, in the order to read them: plan, arguments; execution, response-text, resolve-info.
 */

import { GraphQLError, locatedError } from 'graphql';
import { isAsyncIterable } from '../../primitives/values.js';
import type { EventLoopTurn } from './event-loop-turn.js';
import { Execution, type ExecutedResult } from './execution.js';
import { type ExecutionRequest } from './plan.js';
import { ResolveInfo } from './resolve-info.js';

export interface ExecutionOptions {
  /** A response that becomes larger is abandoned and replaced by an error. */
  readonly maxResponseBytes: number;
  readonly turn: EventLoopTurn;
}

/**
 * Executes an operation: `query ($n: Int) { activity { attendees(first: $n) { totalCount } } }` with `{ n: 5 }`, for example, or with other
 * variables at the next call.
 */
export type Execute = (request: ExecutionRequest) => Promise<ExecutedResult>;

export function createExecute({ maxResponseBytes, turn }: ExecutionOptions): Execute {
  return async (request) => {
    const maxBytes = request.operation.operation === 'mutation' ? Infinity : maxResponseBytes;
    return new Execution(request, maxBytes, turn).run();
  };
}

/**
 * Subscribes to the field of a subscription. @returns its events, each of which is the root value of an execution
 * @throws GraphQLError at the field
 */
export async function subscribeToField(request: ExecutionRequest): Promise<AsyncIterable<unknown>> {
  const { plan, operation, rootValue, variables, context } = request;
  const [field] = plan.root().fields;
  if (!field?.field?.subscribe) throw new GraphQLError('The operation has no field to subscribe to.', { nodes: operation });
  try {
    const info = new ResolveInfo(request, field, undefined);
    const events: unknown = await field.field.subscribe(rootValue, field.readArguments(variables), context, info);
    if (events instanceof Error) throw events;
    if (!isAsyncIterable(events)) throw new Error(`Subscription.${field.field.name} returned no stream of events.`);
    return events;
  } catch (error) {
    throw locatedError(error, [...field.nodes], [field.responseKey]);
  }
}
