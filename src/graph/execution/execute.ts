/*
 * The executor of operations and of the events of subscriptions. It returns what graphql-js returns, except that no message contains a value; a
 * property test compares the two (test/graph/execution). docs/decisions/0001-own-executor.md states why there is one. For example:
 *
 *     { activity { attendees(first: 100) { nodes { id name } } } }
 *
 *     before               planOperation has resolved the selection: the fields of each type, and how their values are completed
 *     every request        an Execution walks plan and values together
 *     attendees 1 to 64    are completed by the plan
 *     from the 65th on     generated code writes each as JSON text (plan-writer.ts), if the response is sent as JSON
 *     after 10 ms          the list stops between two attendees, and continues in a later turn of the event loop (event-loop-turn.ts)
 *     too many bytes       the execution is abandoned (response-size.ts)
 *
 * - A plan is stored with its operation (cost/planned-operation.ts), unless @skip or @include depends on a variable.
 * - The root fields of a mutation are executed one after the other. Its response is never too large: what it did has happened.
 *
 * Files, in the order to read them: plan, plan-operation, arguments; execution, resolve-info; for the text, plan-writer and execution-writer.
 */

import { GraphQLError, locatedError, type ExecutionResult, type GraphQLSchema } from 'graphql';
import { isAsyncIterable } from '../../primitives/values.js';
import type { EventLoopTurn } from './event-loop-turn.js';
import { ExecutionWriter, type TextResult } from './execution-writer.js';
import { Execution } from './execution.js';
import { ResolveInfo, type ExecutionContext } from './resolve-info.js';
import { ResponseSize } from './response-size.js';

export type { TextResult } from './execution-writer.js';

export interface ExecutionOptions {
  /** A response that becomes larger is abandoned and replaced by an error. */
  readonly maxResponseBytes: number;
  readonly turn: EventLoopTurn;
}

/** One operation of a valid document, to be executed. */
export type ExecutionRequest = Omit<ExecutionContext, 'schema'>;

/**
 * Executes an operation: `query ($n: Int) { activity { attendees(first: $n) { totalCount } } }` with `{ n: 5 }`, for example, or with other
 * variables at the next call.
 */
export type Execute = (request: ExecutionRequest) => Promise<ExecutionResult>;
/** Executes an operation as {@link Execute} does, but `data` may be JSON text. */
export type ExecuteAsText = (request: ExecutionRequest) => Promise<TextResult>;

export function createExecute(schema: GraphQLSchema, options: ExecutionOptions): Execute {
  return async (request) => {
    const operation = contextOf(schema, request);
    return new Execution(operation, sizeOf(operation, options), options.turn, null).run();
  };
}

/** Creates the executor of a schema for responses that are sent as JSON. */
export function createExecuteAsText(schema: GraphQLSchema, options: ExecutionOptions): ExecuteAsText {
  return async (request) => {
    const operation = contextOf(schema, request);
    const size = sizeOf(operation, options);
    const writer = new ExecutionWriter(operation.context, size);
    const { data, errors } = await new Execution(operation, size, options.turn, writer).run();
    const text = writer.end(data ?? null);
    if (data === undefined) return { errors: errors! };
    return errors === undefined ? { data: text } : { errors, data: text };
  };
}

/**
 * Subscribes to the field of a subscription. @returns its events, each of which is the root value of an execution
 * @throws GraphQLError at the field
 */
export async function subscribeToField(schema: GraphQLSchema, request: ExecutionRequest): Promise<AsyncIterable<unknown>> {
  const [field] = request.plan.root().fields;
  if (!field?.field?.subscribe) throw new GraphQLError('The operation has no field to subscribe to.', { nodes: request.operation });
  try {
    const info = new ResolveInfo(contextOf(schema, request), field, undefined);
    const events: unknown = await field.field.subscribe(request.rootValue, field.readArguments(request.variables), request.context, info);
    if (events instanceof Error) throw events;
    if (!isAsyncIterable(events)) throw new Error(`Subscription.${field.field.name} returned no stream of events.`);
    return events;
  } catch (error) {
    throw locatedError(error, [...field.nodes], [field.responseKey]);
  }
}

const contextOf = (schema: GraphQLSchema, { operation, plan, variables, context, rootValue }: ExecutionRequest): ExecutionContext => ({
  schema,
  operation,
  plan,
  variables,
  context,
  rootValue,
});

const sizeOf = ({ operation }: ExecutionContext, { maxResponseBytes }: ExecutionOptions): ResponseSize =>
  new ResponseSize(operation.operation === 'mutation' ? Infinity : maxResponseBytes);
