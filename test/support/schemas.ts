/*
 * Schemas and documents that the tests of one file share, and the executor. A schema costs 70 ms of CPU time and does not change once it is
 * built.
 */

import { GraphQLError, parse, validate, type DocumentNode, type ExecutionResult, type GraphQLSchema } from 'graphql';
import * as executor from '../../src/graph/execution/execute.js';
import { planOperation } from '../../src/graph/execution/plan.js';
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

/** A parsed document, or what is wrong with it. */
type Validated =
  | { readonly document: DocumentNode; readonly errors?: never }
  | { readonly document?: never; readonly errors: readonly GraphQLError[] };

const documents = new WeakMap<GraphQLSchema, Map<string, Validated>>();

/** Parses and validates an operation once for each schema: property tests run one operation hundreds of times. */
export function validated(schema: GraphQLSchema, source: string): Validated {
  const ofSchema = documents.get(schema) ?? new Map<string, Validated>();
  documents.set(schema, ofSchema);
  const result = ofSchema.get(source) ?? parsedAndValidated(schema, source);
  ofSchema.set(source, result);
  return result;
}

function parsedAndValidated(schema: GraphQLSchema, source: string): Validated {
  try {
    const document = parse(source);
    const errors = validate(schema, document);
    return errors.length > 0 ? { errors } : { document };
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] };
    throw error;
  }
}

/** Plans and executes an operation. */
export type Execute = (request: Omit<executor.ExecutionRequest, 'plan'> & { readonly document: DocumentNode }) => Promise<ExecutionResult>;

/** The executor of the server. The text of the data is parsed. */
export function createExecute(schema: GraphQLSchema, options: executor.ExecutionOptions): Execute {
  const execute = executor.createExecute(schema, options);
  return async ({ document, ...request }) => {
    const { data, errors } = await execute({ ...request, plan: planOperation(schema, document, request.operation, request.variables) });
    return { ...(errors && { errors }), ...(data !== undefined && { data: data && (data.toJSON() as Record<string, unknown>) }) };
  };
}
