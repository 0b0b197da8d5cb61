/*
 * The executor of operations and of the events of subscriptions. It returns what graphql-js returns, except that no message contains a value; a
 * property test compares the two (test/graph/execution). docs/decisions/0001-own-executor.md states why there is one. For example:
 *
 *     { activity { attendees(first: 100) { nodes { id name } } } }
 *
 *     first request        planOperation resolves the selection: the fields of each type, and how their values are completed
 *     every request        an Execution walks plan and values together
 *     attendees 1 to 64    are completed by the plan
 *     from the 65th on     generated code writes each as JSON text (plan-writer.ts), if the response is sent as JSON
 *     after 10 ms          the list stops between two attendees, and continues in a later turn of the event loop (event-loop-turn.ts)
 *     too many bytes       the execution is abandoned (response-size.ts)
 *
 * - A plan is stored by the operation's AST node, so the bounded store of documents bounds the plans. If @skip or @include depends on a
 *   variable, the plan is made for each execution.
 * - The root fields of a mutation are executed one after the other. Its response is never too large: what it did has happened.
 *
 * Files, in the order to read them: plan, plan-operation, arguments; execution, resolve-info; for the text, plan-writer and execution-writer.
 */

import type { DocumentNode, ExecutionResult, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { EventLoopTurn } from './event-loop-turn.js';
import { ExecutionWriter, type TextResult } from './execution-writer.js';
import { Execution } from './execution.js';
import { planOperation } from './plan-operation.js';
import type { OperationPlan } from './plan.js';
import type { RunningOperation } from './resolve-info.js';
import { ResponseSize } from './response-size.js';

export type { TextResult } from './execution-writer.js';

export interface ExecutionOptions {
  /** A response that becomes larger is abandoned and replaced by an error. */
  readonly maxResponseBytes: number;
  readonly turn: EventLoopTurn;
  /** The objects of a plan that are completed before code is generated for it. */
  readonly compileAfter?: number;
}

export interface ExecutionRequest {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** The values of the variables that the operation declares, coerced to their types. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: unknown;
  /** The object that the root fields are resolved on: the event of a subscription. */
  readonly rootValue?: unknown;
}

/**
 * Executes one operation of a valid document: `query ($n: Int) { activity { attendees(first: $n) { totalCount } } }` with `{ n: 5 }`, for
 * example, or with other variables at the next call.
 */
export type Execute = (request: ExecutionRequest) => Promise<ExecutionResult>;
/** Executes one operation of a valid document as {@link Execute} does, but `data` may be JSON text. */
export type ExecuteAsText = (request: ExecutionRequest) => Promise<TextResult>;

/** The objects after which code is generated: it saves as much time for about this many objects as generating it takes. */
const defaultCompileAfter = 64;

export function createExecute(schema: GraphQLSchema, options: ExecutionOptions): Execute {
  const planRequest = createPlanRequest(schema, options);
  return async (request) => {
    const operation = planRequest(request);
    return new Execution(operation, sizeOf(operation, options), options.turn, null).run();
  };
}

/** Creates the executor of a schema for responses that are sent as JSON. */
export function createExecuteAsText(schema: GraphQLSchema, options: ExecutionOptions): ExecuteAsText {
  const planRequest = createPlanRequest(schema, options);
  return async (request) => {
    const operation = planRequest(request);
    const size = sizeOf(operation, options);
    const writer = new ExecutionWriter(operation.context, size);
    const { data, errors } = await new Execution(operation, size, options.turn, writer).run();
    const text = writer.end(data ?? null);
    if (data === undefined) return { errors: errors! };
    return errors === undefined ? { data: text } : { errors, data: text };
  };
}

const sizeOf = ({ operation }: RunningOperation, { maxResponseBytes }: ExecutionOptions): ResponseSize =>
  new ResponseSize(operation.operation === 'mutation' ? Infinity : maxResponseBytes);

/** Returns the function that plans a request. Plans are stored by the document's operation. */
function createPlanRequest(schema: GraphQLSchema, { compileAfter = defaultCompileAfter }: ExecutionOptions) {
  const plans = new WeakMap<OperationDefinitionNode, OperationPlan>();
  return ({ document, operation, variables, context, rootValue }: ExecutionRequest): RunningOperation => {
    let plan = plans.get(operation);
    if (!plan) {
      plan = planOperation(schema, document, operation, variables, compileAfter);
      // If @skip or @include depends on variables, other variables need another plan.
      if (!plan.dependsOnVariables) plans.set(operation, plan);
    }
    return { schema, plan, operation, variableValues: variables, context, rootValue };
  };
}
