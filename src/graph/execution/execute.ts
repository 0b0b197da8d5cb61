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

import type { DocumentNode, ExecutionResult, GraphQLError, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { createCoerceVariables, type CoerceVariables } from './arguments.js';
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
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly context: unknown;
  /** The object that the root fields are resolved on: the event of a subscription. */
  readonly rootValue?: unknown;
}

/**
 * Executes one operation of a valid document: `query ($n: Int) { activity { attendees(first: $n) { totalCount } } }` with `{ n: 5 }`, for
 * example, or with other variables at the next call.
 * @returns only `errors`, in the words of graphql-js, if the variables do not fit their types
 */
export type Execute = (request: ExecutionRequest) => Promise<ExecutionResult>;
/** Executes one operation of a valid document as {@link Execute} does, but `data` may be JSON text. */
export type ExecuteAsText = (request: ExecutionRequest) => Promise<TextResult>;

/** The objects after which code is generated: it saves as much time for about this many objects as generating it takes. */
const defaultCompileAfter = 64;

export function createExecute(schema: GraphQLSchema, options: ExecutionOptions): Execute {
  const planRequest = createPlanRequest(schema, options);
  return async (request) => {
    const { operation, errors } = planRequest(request);
    return errors ? { errors } : new Execution(operation, sizeOf(operation, options), options.turn, null).run();
  };
}

/** Creates the executor of a schema for responses that are sent as JSON. */
export function createExecuteAsText(schema: GraphQLSchema, options: ExecutionOptions): ExecuteAsText {
  const planRequest = createPlanRequest(schema, options);
  return async (request) => {
    const planned = planRequest(request);
    if (planned.errors) return planned;
    const { operation } = planned;
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

interface Prepared {
  readonly coerceVariables: CoerceVariables;
  /** Undefined if no plan is stored. */
  plan: OperationPlan | undefined;
}

type PlannedRequest =
  | { readonly operation: RunningOperation; readonly errors?: never }
  | { readonly operation?: never; readonly errors: readonly GraphQLError[] };

/** Returns the function that plans a request. Plans are stored by the document's operation. */
function createPlanRequest(schema: GraphQLSchema, { compileAfter = defaultCompileAfter }: ExecutionOptions) {
  const operations = new WeakMap<OperationDefinitionNode, Prepared>();
  return ({ document, operation, variables, context, rootValue }: ExecutionRequest): PlannedRequest => {
    let prepared = operations.get(operation);
    if (!prepared) operations.set(operation, (prepared = { coerceVariables: createCoerceVariables(schema, operation), plan: undefined }));
    const { coerced: variableValues, errors } = prepared.coerceVariables(variables ?? {});
    if (errors) return { errors };
    const plan = prepared.plan ?? planOperation(schema, document, operation, variableValues, compileAfter);
    // If @skip or @include depends on variables, other variables need another plan.
    if (!plan.dependsOnVariables) prepared.plan = plan;
    return { operation: { schema, plan, operation, variableValues, context, rootValue } };
  };
}
