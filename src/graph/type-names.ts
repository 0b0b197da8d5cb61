/*
 * The object types of a schema, and the names of types: with and without TYPE_PREFIX, and those of
 * entities, which have the names of their kinds.
 */

import { GraphQLSchema, isObjectType, isScalarType, type GraphQLNamedType, type GraphQLObjectType } from 'graphql';
import { entityKinds, type EntityKind } from '../records/ids.js';

/** The kinds of records that other subgraphs can refer to by id. */
export type ReferableKind = 'activity' | EntityKind;

/** The names of the GraphQL types that are federation entities: those of the kinds, which begin with a capital letter. */
export type EntityTypeName = Capitalize<ReferableKind>;

/** The GraphQL type of a record. */
export const entityTypeOf = ({ kind }: { readonly kind: ReferableKind }): EntityTypeName => typeNames.get(kind)!;

const typeNames: ReadonlyMap<ReferableKind, EntityTypeName> = new Map(
  (['activity', ...entityKinds] as const).map((kind) => [kind, `${kind.charAt(0).toUpperCase()}${kind.slice(1)}` as EntityTypeName]),
);

export const entityTypeNames: readonly EntityTypeName[] = [...typeNames.values()];

/** Whether the objects of a type are federation entities. */
export const isEntityType = (type: TypeName): boolean => entityTypeNames.some((name) => name === bareName(type));

/** The kind of the records of an entity's type: its name, which begins with a small letter. */
export function kindOf(type: TypeName): string {
  const name = bareName(type);
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

type TypeName = Pick<GraphQLNamedType, 'name' | 'extensions'>;

/** The name of a type in this code, without the prefix that the schema may add. */
export function bareName({ name, extensions }: TypeName): string {
  return typeof extensions.eventGraphBareName === 'string' ? extensions.eventGraphBareName : name;
}

/** The names of all types of a schema, by their names without the prefix. */
export const namesByBareName = (schema: GraphQLSchema): ReadonlyMap<string, string> =>
  new Map(Object.values(schema.getTypeMap()).map((type) => [bareName(type), type.name]));

/** The object types of a schema, without those of introspection and federation, whose names begin with an underscore. */
export const objectTypesOf = (schema: GraphQLSchema): readonly GraphQLObjectType[] =>
  Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && !bareName(type).startsWith('_')) as GraphQLObjectType[];

/** The fields of these types. */
export const objectFieldsOf = (schema: GraphQLSchema) =>
  objectTypesOf(schema).flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })));

/** Type names that never get a prefix, because GraphQL, Relay or several subgraphs define them. */
const sharedNames: ReadonlySet<string> = new Set(['Query', 'Mutation', 'Subscription', 'Node', 'PageInfo']);

/**
 * Returns a schema whose type names begin with a prefix, for supergraphs in which the names are taken. Scalars and shared types are
 * not prefixed.
 */
export function prefixTypes(schema: GraphQLSchema, prefix: string): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isScalarType(type) || type.name.startsWith('_') || sharedNames.has(type.name)) continue;
    type.extensions = { ...type.extensions, eventGraphBareName: type.name };
    type.name = prefix + type.name;
  }
  return new GraphQLSchema(schema.toConfig());
}
