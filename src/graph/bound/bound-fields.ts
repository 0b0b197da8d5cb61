import { extendSchema, isObjectType, parse, type GraphQLField, type GraphQLSchema } from 'graphql';
import type { EndpointBinding, OperationsFile } from '../../model/bound/endpoint-binding.js';
import { setAccessRows } from '../access/schema-access.js';
import type { GraphContext } from '../context.js';
import { setCostRows } from '../cost/cost-rows.js';
import { boundAccess } from './bound-access.js';
import { boundCosts } from './bound-costs.js';
import { boundRead, boundWrite } from './bound-resolvers.js';
import { boundSdl } from './bound-sdl.js';

/**
 * Returns a schema with a field for each endpoint that a file binds. The rest of the graph treats such a field like any other: the access rows
 * decide who may use it, the cost rows what it costs, and the SDL publishes both.
 */
export function withBoundFields(schema: GraphQLSchema, bound: OperationsFile): GraphQLSchema {
  if (bound.bindings.length === 0) return schema;
  const extended = extendSchema(schema, parse(boundSdl(bound), { noLocation: true }));
  for (const binding of bound.bindings) {
    const field = fieldOf(extended, binding);
    field.resolve = binding.on === 'Activity' ? boundRead(binding) : boundWrite(binding);
  }
  setAccessRows(extended, boundAccess(bound));
  setCostRows(extended, boundCosts(bound));
  return extended;
}

function fieldOf(schema: GraphQLSchema, { on, key }: EndpointBinding): GraphQLField<unknown, GraphContext> {
  const type = schema.getType(on);
  const field = isObjectType(type) ? type.getFields()[key] : undefined;
  if (field === undefined) throw new Error(`The schema has no field ${on}.${key}.`);
  return field;
}
