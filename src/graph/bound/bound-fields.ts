import { extendSchema, isObjectType, parse, type GraphQLField, type GraphQLSchema } from 'graphql';
import type { EndpointBinding, OperationsFile } from '../../model/bound/endpoint-binding.js';
import { setAccessRows } from '../access/schema-access.js';
import type { GraphContext } from '../context.js';
import { setReads, type FieldReads } from '../cost/reads.js';
import { boundAccess } from './bound-access.js';
import { boundRead, boundWrite } from './bound-resolvers.js';
import { boundSdl } from './bound-sdl.js';

/**
 * Returns a schema with a field for each endpoint that a file binds. The rest of the graph treats such a field like any other: the access rows
 * decide who may use it, `setReads` what it costs, and the SDL publishes both.
 */
export function withBoundFields(schema: GraphQLSchema, bound: OperationsFile): GraphQLSchema {
  if (bound.bindings.length === 0) return schema;
  const extended = extendSchema(schema, parse(boundSdl(bound), { noLocation: true }));
  for (const binding of bound.bindings) {
    const field = fieldOf(extended, binding);
    field.resolve = binding.on === 'Activity' ? boundRead(binding) : boundWrite(binding);
    setReads(field, readsOfBinding(binding));
  }
  setAccessRows(extended, boundAccess(bound));
  return extended;
}

/** Each use of a bound field makes a call. A write names its activity by an argument, or by a global id among its ids. */
function readsOfBinding({ on, parameters }: EndpointBinding): FieldReads {
  if (on === 'Activity') return { calls: 1 };
  const ids = parameters.filter(({ kind }) => kind !== null);
  return { calls: 1, activity: 'activityId', idArguments: new Map(ids.map(({ name, defaultValue }) => [name, defaultValue])) };
}

function fieldOf(schema: GraphQLSchema, { on, key }: EndpointBinding): GraphQLField<unknown, GraphContext> {
  const type = schema.getType(on);
  const field = isObjectType(type) ? type.getFields()[key] : undefined;
  if (field === undefined) throw new Error(`The schema has no field ${on}.${key}.`);
  return field;
}
