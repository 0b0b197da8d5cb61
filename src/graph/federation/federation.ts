import {
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  GraphQLUnionType,
  type GraphQLFieldConfig,
} from 'graphql';
import { toError } from '../../primitives/values.js';
import { BadInputError } from '../../records/errors.js';
import type { GraphContext } from '../context.js';
import { nothing, readsExtension } from '../cost/reads.js';
import { entityTypeNames, recordTypes, type EntityTypeName } from '../entity-types.js';
import { publicNames } from '../type-names.js';
import { lookUpReferences } from '../types/attendee.js';
import { EntityLookup } from './entities.js';

/**
 * Returns a schema with the fields that Federation 2 requires of a subgraph: `Query._service` and `Query._entities`. A reference
 * that is unknown, malformed or forbidden affects only its own position. Why not @apollo/subgraph:
 * docs/decisions/0007-federation-without-apollo-subgraph.md.
 */
export function asSubgraph(schema: GraphQLSchema, sdl: () => string): GraphQLSchema {
  const config = schema.toConfig();
  const query = config.query!.toConfig();
  const publicName = publicNames(schema);
  const entity = new GraphQLUnionType({
    name: '_Entity',
    types: entityTypeNames.map((name) => schema.getType(publicName(name)) as GraphQLObjectType),
    resolveType: recordTypes(schema),
  });
  const extended = new GraphQLObjectType({
    ...query,
    fields: {
      ...query.fields,
      _service: serviceField(sdl),
      _entities: entitiesField(entity, publicName, new EntityLookup(schema)),
    },
  });
  return new GraphQLSchema({
    ...config,
    query: extended,
    types: config.types.map((type) => (type.name === extended.name ? extended : type)),
  });
}

function serviceField(sdl: () => string): GraphQLFieldConfig<unknown, GraphContext> {
  const service = new GraphQLObjectType({ name: '_Service', fields: { sdl: { type: GraphQLString } } });
  return { type: new GraphQLNonNull(service), extensions: readsExtension(nothing), resolve: () => ({ sdl: sdl() }) };
}

function entitiesField(
  entity: GraphQLUnionType,
  publicName: (bare: string) => string,
  entities: EntityLookup,
): GraphQLFieldConfig<unknown, GraphContext> {
  const typesByName: TypesByName = new Map(entityTypeNames.map((name) => [publicName(name), name]));
  // The default parser of a scalar reads object literals, variables included.
  const any = new GraphQLScalarType({ name: '_Any', description: 'A reference to an entity: its __typename and its id.' });
  return {
    type: new GraphQLNonNull(new GraphQLList(entity)),
    extensions: readsExtension({ references: 'representations' }),
    args: { representations: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(any))) } },
    resolve: (_root, { representations }: { representations: readonly unknown[] }, context, info) => {
      const { found, typeNames } = findReferences(representations, typesByName, entities, context);
      return entities.recordRead(typeNames, lookUpReferences(found, info), context, info);
    },
  };
}

/** What a reference leads to, before the attendees of all references are read together. */
type Found = ReturnType<EntityLookup['find']>;

/** Finds what references lead to; equal ones once. A reference that cannot be resolved is an error at its position. */
function findReferences(
  references: readonly unknown[],
  typesByName: TypesByName,
  entities: EntityLookup,
  context: GraphContext,
): { readonly found: readonly Found[]; readonly typeNames: readonly EntityTypeName[] } {
  const foundByType = new Map<EntityTypeName, Map<string, Found>>();
  const found = references.map((reference, index) => {
    try {
      const { typeName, id } = parseReference(reference, index, typesByName);
      let foundById = foundByType.get(typeName);
      if (foundById === undefined) foundByType.set(typeName, (foundById = new Map<string, Found>()));
      let record = foundById.get(id);
      // `null` is a result, for an entity that is not served.
      if (record === undefined) foundById.set(id, (record = entities.find(typeName, id, context, index)));
      return record;
    } catch (error) {
      return toError(error);
    }
  });
  return { found, typeNames: [...foundByType.keys()] };
}

/** The types of the entities by the names that the schema publishes. */
type TypesByName = ReadonlyMap<unknown, EntityTypeName>;

function parseReference(reference: unknown, index: number, typesByName: TypesByName): { typeName: EntityTypeName; id: string } {
  const { __typename: typeName, id } = membersOf(reference);
  const entity = typesByName.get(typeName);
  if (entity === undefined)
    throw new BadInputError(`representations[${index}].__typename`, `the name of an entity: ${[...typesByName.keys()].join(', ')}`);
  if (typeof id !== 'string') throw new BadInputError(`representations[${index}].id`, 'a string');
  return { typeName: entity, id };
}

const membersOf = (reference: unknown) => (typeof reference === 'object' && reference !== null ? reference : {}) as Record<string, unknown>;
