/*
 * Schemas that the tests of one file share, and the executor. A schema costs 70 ms of CPU time and does not change once it is
 * built.
 */

import { parse, type ExecutionResult, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import * as executor from '../../src/graph/execution/execute.js';
import { planOperation } from '../../src/graph/execution/plan.js';
import { createSubgraph, type SchemaOptions } from '../../src/graph/schema/schema.js';

const schemas = new Map<string, GraphQLSchema>();

/** The schema with these options and pages of 100: the same object for the same options. */
export function schemaWith(options: Partial<SchemaOptions> = {}): GraphQLSchema {
  const key = JSON.stringify(options);
  const known = schemas.get(key);
  if (known) return known;
  const { schema } = createSubgraph({ maxPageSize: 100, authDirectives: true, ...options });
  schemas.set(key, schema);
  return schema;
}

/** Plans and executes the first operation of a document. */
export type Execute<Result = ExecutionResult> = (
  query: string,
  values?: { readonly variables?: Record<string, unknown>; readonly context?: unknown; readonly rootValue?: unknown },
) => Promise<Result>;

/** The executor of the server. */
export function createTextExecute(schema: GraphQLSchema, options: executor.ExecutionOptions): Execute<executor.ExecutedResult> {
  return async (query, { variables = {}, context = {}, rootValue } = {}) => {
    const document = parse(query);
    const operation = document.definitions[0] as OperationDefinitionNode;
    const plan = planOperation(schema, document, operation, variables);
    return executor.execute({ operation, plan, variables, context, rootValue }, options);
  };
}

/** The same, with the text of the data parsed. */
export function createExecute(...of: Parameters<typeof createTextExecute>): Execute {
  const executeToText = createTextExecute(...of);
  return async (...operation) => {
    const { data, errors } = await executeToText(...operation);
    return {
      ...(errors && { errors }),
      ...(data !== undefined && { data: data && (JSON.parse(data.value.toString()) as Record<string, unknown>) }),
    };
  };
}
