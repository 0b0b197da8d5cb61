/* Operations prepared as the server does it, to measure their cost and what their fields read. */

import { parse, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import type { OperationCost } from '../../src/graph/cost/operation-cost.js';
import { readsOf, type FieldReads } from '../../src/graph/cost/reads.js';
import { objectFieldsOf } from '../../src/graph/type-names.js';
import { PreparedOperation, type OperationLimits } from '../../src/server/operations/prepare.js';

/** Limits that refuse nothing. */
export const unlimited: OperationLimits = {
  maxDepth: Infinity,
  maxCost: Infinity,
  maxAliases: Infinity,
  maxRootFields: Infinity,
  maxUpstreamCalls: Infinity,
  maxBodyBytes: Infinity,
  maxPageSize: 100,
  maxIds: 100,
  activityIds: [1001],
};

/** Prepares an operation of a caller who may query the activity 1001. Limits that are omitted are infinite. */
export function prepared(schema: GraphQLSchema, query: string, limits: Partial<OperationLimits> = {}): PreparedOperation {
  const document = parse(query);
  const operation = document.definitions.find(({ kind }) => kind === 'OperationDefinition') as OperationDefinitionNode;
  return new PreparedOperation(document, operation, query, schema, { ...unlimited, ...limits }, true);
}

/** Returns a function that measures operations. @throws QueryTooComplexError */
export const measuring =
  (schema: GraphQLSchema, limits?: Partial<OperationLimits>) =>
  (query: string, variables: Readonly<Record<string, unknown>> = {}): OperationCost => {
    const operation = prepared(schema, query, limits);
    return operation.planWithinLimits(operation.coerceVariables(variables)).cost;
  };

/** What each field of a schema reads, by its coordinate, such as `Activity.tickets`. */
export function readsIn(schema: GraphQLSchema): ReadonlyMap<string, FieldReads> {
  const rows = objectFieldsOf(schema).map(({ type, field }) => [`${type.name}.${field.name}`, readsOf(field)] as const);
  return new Map(rows.flatMap(([coordinate, reads]) => (reads ? [[coordinate, reads]] : [])));
}
