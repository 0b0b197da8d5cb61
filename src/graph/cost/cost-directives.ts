import { getNamedType, isCompositeType, isListType, isNonNullType, isObjectType, type GraphQLField, type GraphQLSchema } from 'graphql';
import { bareName } from '../names/type-names.js';
import { assumedListSize, callCost, pageOf } from './cost-rows.js';
import { costsOf } from './cost-table.js';

/**
 * Returns the directives @cost and @listSize of a field as SDL, blank if it has none. With them a gateway estimates an
 * operation as the limits of this graph do, with one difference: the directives cannot express that several fields share
 * a call, so each field has its whole cost here.
 */
export function costDirectives(typeName: string, field: GraphQLField<unknown, unknown>, schema: GraphQLSchema): string {
  const coordinate = `${typeName}.${field.name}`;
  const { calls = 0, objects: ownObjects = 0, size } = costsOf(schema).get(coordinate) ?? {};
  const isList = isListType(isNonNullType(field.type) ? field.type.ofType : field.type);
  const objects = isCompositeType(getNamedType(field.type)) ? (isList ? assumedListSize : 1) : ownObjects;
  // The weight of a list applies to each of its items.
  const weight = (objects + callCost * calls) / (isList ? assumedListSize : 1);
  const first = pageOf(size);
  const directives = [
    calls > 0 || ownObjects > 0 ? `@cost(weight: ${weight})` : '',
    isList && objects > 0 && size !== 'page' ? `@listSize(assumedSize: ${assumedListSize})` : '',
    first === undefined ? '' : pageDirective(first, field, schema),
  ];
  return directives.filter((directive) => directive !== '').join(' ');
}

/** The directive of a field that returns a page: the argument that states its length, and the lists that have this length. */
function pageDirective(argument: string, field: GraphQLField<unknown, unknown>, schema: GraphQLSchema): string {
  const page = getNamedType(field.type);
  const costs = costsOf(schema);
  const lists = isObjectType(page)
    ? Object.keys(page.getFields()).filter((name) => costs.get(`${bareName(page)}.${name}`)?.size === 'page')
    : [];
  const sizedFields = lists.map((name) => `"${name}"`).join(', ');
  return `@listSize(slicingArguments: ["${argument}"], sizedFields: [${sizedFields}], requireOneSlicingArgument: false)`;
}
