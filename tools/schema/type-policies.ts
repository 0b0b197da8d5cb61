/* The type policies for Apollo Client, which follow from the schema for clients. */

import {
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isInterfaceType,
  isListType,
  isObjectType,
} from 'graphql';

/** Returns the type policies for Apollo Client of a schema, as a module of client/src. */
export function typePoliciesOf(schema: GraphQLSchema): string {
  const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]);
  const isWithoutId = (type: GraphQLObjectType) => !roots.has(type) && type.getFields()['id'] === undefined;
  const types = Object.values(schema.getTypeMap()).toSorted((one, other) => one.name.localeCompare(other.name, 'en'));

  /** The policy of a field: a list of objects without id, pages, or one record by its id. undefined for all others. */
  const policyOf = ({ type, args }: GraphQLField<unknown, unknown>): string | undefined => {
    const returned = getNullableType(type);
    if (isListType(returned)) {
      const item = getNamedType(returned);
      return isObjectType(item) && isWithoutId(item) ? 'itemByItem' : undefined;
    }
    if (!isObjectType(returned)) return undefined;
    if (returned.name === 'AttendeeConnection') return 'attendeePagesOf(prefix)';
    const { name } = returned;
    const isById = !isWithoutId(returned) && args.some((argument) => argument.name === 'id' || argument.name === 'by');
    return isById ? `recordOf(\`\${prefix}${name}\`, '${name[0]!.toLowerCase()}${name.slice(1)}')` : undefined;
  };
  const fieldsOf = (type: GraphQLObjectType) =>
    // A mutation's payload is not read from the cache again.
    type.name.endsWith('Payload') || type === schema.getMutationType()
      ? []
      : Object.values(type.getFields()).flatMap((field) => {
          const policy = policyOf(field);
          return policy === undefined ? [] : [`${field.name}: ${policy}`];
        });

  const rows = types
    .filter((type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('__'))
    .flatMap((type) => {
      const fields = fieldsOf(type).join(', ');
      const merge = type.name === 'PageInfo' ? 'pageInfo' : 'merged';
      if (fields === '') return isWithoutId(type) ? [`    ${type.name}: ${merge},`] : [];
      return [`    ${type.name}: { ${isWithoutId(type) ? `...${merge}, ` : ''}fields: { ${fields} } },`];
    });

  const interfaces = types.filter(isInterfaceType).map((type) => {
    const names = schema.getPossibleTypes(type).map(({ name }) => `'${name}'`);
    return `  ${type.name}: [${names.toSorted().join(', ')}],`;
  });

  return `/* The type policies for Apollo Client, and the types of each interface. Generated from the schema by \`npm run schema\`; do not edit. */

import { itemByItemOf, merged, pageInfo } from './merge.js';
import { attendeePagesOf, recordOf } from './reads.js';

/** The types of each interface. The cache needs them to read fragments on an interface. */
export const possibleTypes: Record<string, string[]> = {
${interfaces.join('\n')}
};

/** The policies by the type's name without prefix. @param prefix the TYPE_PREFIX of the graph */
export function policiesOf(prefix: string) {
  const itemByItem = itemByItemOf(prefix);
  return {
${rows.join('\n')}
  } as const;
}
`;
}
