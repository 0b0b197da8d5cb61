import {
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';

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
