import { parse, valueFromASTUntyped, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import { costOf, countFields, type OperationCost } from '../../src/graph/cost/operation-cost.js';
import { readsOf, type FieldReads } from '../../src/graph/cost/reads.js';
import { planOperation } from '../../src/graph/execution/plan.js';
import { objectFieldsOf } from '../../src/graph/type-names.js';
import { PreparedOperation, type OperationLimits } from '../../src/server/operations/prepare.js';

/** Returns a function that measures operations on a schema, for a caller who may query the activities, 1001 by default. */
export function measuring(schema: GraphQLSchema, activityIds: readonly number[] = [1001], maxIds = 100) {
  return (query: string, variables: Readonly<Record<string, unknown>> = {}) => {
    const document = parse(query);
    const operation = document.definitions.find(({ kind }) => kind === 'OperationDefinition') as OperationDefinitionNode;
    const values = Object.create(null) as Record<string, unknown>;
    for (const { variable, defaultValue } of operation.variableDefinitions ?? [])
      if (defaultValue) values[variable.name.value] = valueFromASTUntyped(defaultValue);
    Object.assign(values, variables);
    const counted = countFields(planOperation(schema, document, operation, values), Infinity);
    const { aliases, rootFields, root } = counted;
    return {
      ...costOf(counted, values, activityIds, { maxPageSize: 100, maxIds, maxCost: Infinity }),
      aliases,
      rootFields,
      depth: root.depth,
    };
  };
}

/** Returns a function that measures operations within limits, for a caller who may query the activity 1001. @throws QueryTooComplexError */
export function measuringWithin(limits: Omit<OperationLimits, 'maxPageSize' | 'maxIds' | 'activityIds'>, schema: GraphQLSchema) {
  const all = { ...limits, maxPageSize: 100, maxIds: 100, activityIds: [1001] };
  return (query: string, variables: Readonly<Record<string, unknown>> = {}): OperationCost => {
    const document = parse(query);
    const operation = document.definitions.find(({ kind }) => kind === 'OperationDefinition') as OperationDefinitionNode;
    return new PreparedOperation(document, operation, query, schema, all).planWithinLimits(variables).cost;
  };
}

/** What each field of a schema reads, by its coordinate, such as `Activity.tickets`. */
export function readsIn(schema: GraphQLSchema): ReadonlyMap<string, FieldReads> {
  const rows = objectFieldsOf(schema).map(({ type, field }) => [`${type.name}.${field.name}`, readsOf(field)] as const);
  return new Map(rows.flatMap(([coordinate, reads]) => (reads ? [[coordinate, reads]] : [])));
}
