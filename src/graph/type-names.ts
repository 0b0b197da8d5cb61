/* The names of types, with and without TYPE_PREFIX. */

import { GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType, isUnionType, type GraphQLNamedType } from 'graphql';

/** Type names that never get a prefix, because GraphQL, Relay or several subgraphs define them. */
const sharedNames: ReadonlySet<string> = new Set(['Query', 'Mutation', 'Subscription', 'Node', 'PageInfo']);

/** The name of a type in this code, without the prefix that the schema may add. */
export function bareName({ name, extensions }: Pick<GraphQLNamedType, 'name' | 'extensions'>): string {
  return typeof extensions.eventGraphBareName === 'string' ? extensions.eventGraphBareName : name;
}

/**
 * Returns a schema whose type names begin with a prefix, for supergraphs in which the names are taken. Scalars and shared types are
 * not prefixed.
 */
export function prefixTypes(schema: GraphQLSchema, prefix: string): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isPrefixable(type)) continue;
    type.extensions = { ...type.extensions, eventGraphBareName: type.name };
    type.name = prefix + type.name;
  }
  return new GraphQLSchema(schema.toConfig());
}

/** Returns a function from a bare name to the name that the schema publishes. */
export function publicNames(schema: GraphQLSchema): (bare: string) => string {
  const names = new Map(Object.values(schema.getTypeMap()).map((type) => [bareName(type), type.name]));
  return (bare) => names.get(bare) ?? bare;
}

function isPrefixable(type: GraphQLNamedType): boolean {
  const hasFieldsOrValues = isObjectType(type) || isInterfaceType(type) || isInputObjectType(type) || isEnumType(type) || isUnionType(type);
  return hasFieldsOrValues && !type.name.startsWith('_') && !sharedNames.has(type.name);
}
