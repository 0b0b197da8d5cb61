import { parse, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import { operationCost, type OperationCost } from '../../src/graph/cost/operation-cost.js';

/** Returns a function that measures operations on a schema, whose default activity is 1001. */
export function measuring(schema: GraphQLSchema) {
  return (query: string, variables: Readonly<Record<string, unknown>> = {}): OperationCost => {
    const document = parse(query);
    const operation = document.definitions.find(({ kind }) => kind === 'OperationDefinition') as OperationDefinitionNode;
    return operationCost(document, operation, variables, { schema, maxPageSize: 100, defaultActivityId: 1001 });
  };
}
