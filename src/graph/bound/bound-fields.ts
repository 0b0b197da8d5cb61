import { extendSchema, isObjectType, parse, type GraphQLField, type GraphQLSchema } from 'graphql';
import type { BoundOperation, OperationsFile } from '../../model/bound/bound-operation.js';
import { setAccessRows } from '../access/schema-access.js';
import type { GraphContext } from '../context.js';
import { setCostRows } from '../cost/cost-rows.js';
import { boundAccess } from './bound-access.js';
import { boundCosts } from './bound-costs.js';
import { boundRead, boundWrite } from './bound-resolvers.js';
import { boundSdl } from './bound-sdl.js';

/**
 * Returns a schema with a field for each operation of a file. The rest of the graph treats such a field like any other: the access rows
 * decide who may use it, the cost rows what it costs, and the SDL publishes both.
 */
export function withBoundOperations(schema: GraphQLSchema, bound: OperationsFile): GraphQLSchema {
  if (bound.operations.length === 0) return schema;
  const extended = extendSchema(schema, parse(boundSdl(bound), { noLocation: true }));
  for (const operation of bound.operations) {
    const field = fieldOf(extended, operation);
    field.resolve = operation.on === 'Activity' ? boundRead(operation) : boundWrite(operation);
  }
  setAccessRows(extended, boundAccess(bound));
  setCostRows(extended, boundCosts(bound));
  return extended;
}

function fieldOf(schema: GraphQLSchema, { on, key }: BoundOperation): GraphQLField<unknown, GraphContext> {
  const type = schema.getType(on);
  const field = isObjectType(type) ? type.getFields()[key] : undefined;
  if (field === undefined) throw new Error(`The schema has no field ${on}.${key}.`);
  return field;
}
