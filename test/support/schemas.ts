/*
 * Schemas that the tests of one file share, and the executor. A schema costs 70 ms of CPU time and does not change once it is
 * built.
 */

import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import * as executor from '../../src/graph/execution/execute.js';
import { planOperation } from '../../src/graph/execution/plan.js';
import type { ExecutionContext } from '../../src/graph/execution/resolve-info.js';
import { createSubgraph, type SchemaOptions } from '../../src/graph/schema/schema.js';

const schemas = new Map<string, GraphQLSchema>();

/** The schema with these options: the same object for the same options. */
export function schemaWith(options: SchemaOptions): GraphQLSchema {
  const key = JSON.stringify(options);
  const known = schemas.get(key);
  if (known) return known;
  const { schema } = createSubgraph(options);
  schemas.set(key, schema);
  return schema;
}

/** Plans and executes an operation. */
export type Execute = (request: Omit<ExecutionContext, 'plan'> & { readonly document: DocumentNode }) => Promise<ExecutionResult>;

/** The executor of the server. The text of the data is parsed. */
export function createExecute(schema: GraphQLSchema, options: executor.ExecutionOptions): Execute {
  const execute = executor.createExecute(options);
  return async ({ document, ...request }) => {
    const { data, errors } = await execute({ ...request, plan: planOperation(schema, document, request.operation, request.variables) });
    return { ...(errors && { errors }), ...(data !== undefined && { data: data && (data.toJSON() as Record<string, unknown>) }) };
  };
}
