/*
 * The executor of queries and of the events of subscriptions. It returns what graphql-js returns, data and errors alike, except
 * that no message contains a value; a property test compares the two on random operations (test/graph/execution).
 * docs/decisions/0001 states why there is one, and what it saves.
 *
 * The plan. plan-operation.ts resolves the selection once per document: for each object type the merged fields, for each field
 * its definition and how its value is completed. An Execution then walks plan and values together. Plans are stored in a
 * WeakMap by the operation's AST node, so the bounded store of parsed documents also bounds the plans. If @skip or @include
 * depends on a variable, the plan is made for each execution and not stored.
 *
 * Fallback. `planOperation` returns null for mutations, whose fields run one after the other, and for documents with directives
 * other than @skip and @include. graphql-js then executes them.
 *
 * Text. For a response that is sent as JSON, objects without resolvers, such as the attendees of a page, are written as text by code
 * that is generated for their plan; see plan-code.ts. The rest of the data is written around them at the end.
 *
 * Yielding. A field or an item counts as a unit of work of the EventLoopTurn. A list stops between two items once the turn has
 * lasted long enough, and continues in a later one, so that a large list does not block other requests.
 *
 * Size. ResponseSize counts the bytes of the response while it grows. Beyond the maximum the execution is abandoned.
 */
import { getVariableValues, type DocumentNode, type ExecutionResult, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import { Execution, type ExecutionOptions } from './execution.js';
import { planOperation } from './plan-operation.js';
import type { OperationPlan } from './plan.js';
import type { TextResult } from './response-text.js';

export type { TextResult } from './response-text.js';

export interface ExecutionRequest {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly context: unknown;
  /** The object that the root fields are resolved on: the event of a subscription. */
  readonly rootValue?: unknown;
}

/** @returns null if graphql-js has to execute the operation, or has to report errors in its variables */
export type Execute = (request: ExecutionRequest) => Promise<ExecutionResult> | null;
/** As {@link Execute}, but `data` may be JSON text. */
export type ExecuteAsText = (request: ExecutionRequest) => Promise<TextResult> | null;

/** Generating code takes as long as it saves for about so many objects. */
const defaultCompileAfter = 64;

/** Creates the executor of a schema. */
export function createExecute(schema: GraphQLSchema, options: ExecutionOptions): Execute {
  return executor(schema, options, false) as Execute;
}

/** Creates the executor of a schema for responses that are sent as JSON. */
export function createExecuteAsText(schema: GraphQLSchema, options: ExecutionOptions): ExecuteAsText {
  return executor(schema, options, true);
}

function executor(schema: GraphQLSchema, options: ExecutionOptions, asText: boolean): ExecuteAsText {
  const plans = new WeakMap<OperationDefinitionNode, OperationPlan | null>();
  return ({ document, operation, variables, context, rootValue }) => {
    const stored = plans.get(operation);
    if (stored === null) return null;
    const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables ?? {});
    if (!coerced) return null;
    const plan = stored ?? planOperation(schema, document, operation, coerced, options.compileAfter ?? defaultCompileAfter);
    // If @skip or @include depends on variables, other variables need another plan.
    if (stored === undefined && !plan?.dependsOnVariables) plans.set(operation, plan);
    return plan && new Execution(schema, plan, operation, coerced, context, rootValue, asText, options).run();
  };
}
