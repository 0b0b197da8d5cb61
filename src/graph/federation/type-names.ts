import { GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType, isUnionType, type GraphQLNamedType } from 'graphql';

/** Type names that stay as they are whatever the prefix: they belong to GraphQL, Relay or everybody. */
const everybodys: ReadonlySet<string> = new Set(['Query', 'Mutation', 'Subscription', 'Node', 'PageInfo']);

/** The name that a type has in this code, whatever prefix it bears outside. */
export function bareName({ name, extensions }: Pick<GraphQLNamedType, 'name' | 'extensions'>): string {
  return typeof extensions.bareName === 'string' ? extensions.bareName : name;
}

/** The schema with a prefix before the name of every type of ours, for supergraphs that have such names already. Scalars keep theirs. */
export function prefixTypes(schema: GraphQLSchema, prefix: string): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isOurs(type)) continue;
    type.extensions = { ...type.extensions, bareName: type.name };
    type.name = prefix + type.name;
  }
  return new GraphQLSchema(schema.toConfig());
}

/** The name outside of a type by its name in this code. */
export function shownNames(schema: GraphQLSchema): (bare: string) => string {
  const shown = new Map(Object.values(schema.getTypeMap()).map((type) => [bareName(type), type.name]));
  return (bare) => shown.get(bare) ?? bare;
}

function isOurs(type: GraphQLNamedType): boolean {
  const named = isObjectType(type) || isInterfaceType(type) || isInputObjectType(type) || isEnumType(type) || isUnionType(type);
  return named && !type.name.startsWith('_') && !everybodys.has(type.name);
}
