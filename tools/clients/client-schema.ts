/* The schema for clients, and the type policies that follow from it. */

import { readFileSync } from 'node:fs';
import {
  buildASTSchema,
  getNamedType,
  getNullableType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isInterfaceType,
  isListType,
  isObjectType,
  parse,
  visit,
} from 'graphql';
import { describeRootTypes } from '../../src/graph/types/root-types.js';

/** The directives of GraphQL itself. All others are for gateways and composers. */
const standard = new Set(['deprecated', 'oneOf', 'specifiedBy']);

/** Returns the schema for clients: the types of a subgraph's SDL without the directives of federation, and with descriptions of the root types. */
export function clientSchema(sdl: string): GraphQLSchema {
  const schema = buildASTSchema(
    visit(parse(sdl), {
      SchemaExtension: () => null,
      DirectiveDefinition: () => null,
      Directive: ({ name }) => (standard.has(name.value) ? undefined : null),
    }),
  );
  describeRootTypes(schema);
  return schema;
}

/** Returns the schema for clients of `schema/event-graph.graphql`. The working directory is the project's root. */
export function committedClientSchema(): GraphQLSchema {
  return clientSchema(readFileSync('schema/event-graph.graphql', 'utf8'));
}

/** Returns the type policies for Apollo Client of a schema, as a module beside src/apollo-client/merge.ts. */
export function typePoliciesOf(schema: GraphQLSchema): string {
  const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]);
  const isWithoutId = (type: GraphQLObjectType) => !roots.has(type) && type.getFields()['id'] === undefined;
  const types = Object.values(schema.getTypeMap()).toSorted((one, other) => one.name.localeCompare(other.name, 'en'));

  /** The fields that return a list of objects without id. */
  const listsOf = (type: GraphQLObjectType) =>
    // A mutation's payload is not read from the cache again, so it needs no merging.
    type.name.endsWith('Payload')
      ? []
      : Object.values(type.getFields())
          .filter(({ type: returned }) => isListType(getNullableType(returned)))
          .filter(({ type: returned }) => {
            const item = getNamedType(returned);
            return isObjectType(item) && isWithoutId(item);
          })
          .map(({ name }) => `${name}: itemByItem`);

  const rows = types
    .filter((type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('__'))
    .flatMap((type) => {
      const fields = listsOf(type).join(', ');
      const merge = type.name === 'PageInfo' ? 'pageInfo' : 'merged';
      if (fields === '') return isWithoutId(type) ? [`  ${type.name}: ${merge},`] : [];
      return [`  ${type.name}: { ${isWithoutId(type) ? `...${merge}, ` : ''}fields: { ${fields} } },`];
    });

  const interfaces = types.filter(isInterfaceType).map((type) => {
    const names = schema.getPossibleTypes(type).map(({ name }) => `'${name}'`);
    return `  ${type.name}: [${names.toSorted().join(', ')}],`;
  });

  return `
import { itemByItem, merged, pageInfo } from './merge.js';

/** The types of each interface. The cache needs them to read fragments on an interface. */
export const possibleTypes: Record<string, string[]> = {
${interfaces.join('\n')}
};

/**
 * The type policies, for \`InMemoryCache\`. You can spread them into policies of your own. The names are those of a graph without
 * TYPE_PREFIX; \`withTypePrefix\` returns the others. To show pages of attendees as one list, add \`relayStylePagination(['offset'])\` for
 * \`Activity.fields.attendees\`, and select \`edges\`, not \`nodes\`.
 */
export const typePolicies = {
${rows.join('\n')}
} as const;
`;
}
