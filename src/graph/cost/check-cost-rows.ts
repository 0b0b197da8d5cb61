import { isObjectType, type GraphQLSchema } from 'graphql';
import { costsOf } from './cost-table.js';

/**
 * Checks that every field with a resolver of its own has a row in the cost table. Without the check such a field would count
 * as free, and the limits of an operation would not cover the calls that it makes.
 * @throws Error for the first field without a row
 */
export function checkCostRows(schema: GraphQLSchema): void {
  const costs = costsOf(schema);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const { name, resolve, subscribe } of Object.values(type.getFields())) {
      if ((resolve || subscribe) && !costs.has(`${type.name}.${name}`)) {
        throw new Error(
          `${type.name}.${name} has a resolver but no cost row. State what it reads, or that it is free, in src/graph/cost/cost-table.ts.`,
        );
      }
    }
  }
}
