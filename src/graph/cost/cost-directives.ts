import { getNamedType, isCompositeType, isListType, isNonNullType, type GraphQLField, type GraphQLSchema } from 'graphql';
import { assumedListSize, callCost, costsOf, type CostCoordinate } from './cost-table.js';

/**
 * Returns the directives @cost and @listSize of a field as SDL, blank if it has none. With them a router estimates an
 * operation as the limits of this graph do, with one difference: the directives cannot express that several fields share
 * a call, so each field bears its whole cost here.
 */
export function costDirectives(typeName: string, field: GraphQLField<unknown, unknown>, schema: GraphQLSchema): string {
  const coordinate = `${typeName}.${field.name}`;
  const { calls = 0, objects: ownObjects = 0 } = costsOf(schema).get(coordinate) ?? {};
  const isList = isListType(isNonNullType(field.type) ? field.type.ofType : field.type);
  const objects = isCompositeType(getNamedType(field.type)) ? (isList ? assumedListSize : 1) : ownObjects;
  // The weight of a list applies to each of its items.
  const weight = (objects + callCost * calls) / (isList ? assumedListSize : 1);
  const directives = [
    calls > 0 || ownObjects > 0 ? `@cost(weight: ${weight})` : '',
    isList && objects > 0 && !sizedByParent.has(coordinate) ? `@listSize(assumedSize: ${assumedListSize})` : '',
    pages.has(coordinate) ? pageSize : '',
  ];
  return directives.filter((directive) => directive !== '').join(' ');
}

/** Fields that return a page, whose length is an argument. */
const pages: ReadonlySet<string> = new Set<CostCoordinate>(['Activity.attendees']);
const pageSize = '@listSize(slicingArguments: ["first"], sizedFields: ["edges", "nodes"], requireOneSlicingArgument: false)';
/** The lists of a page: the directive of the field above states their length. */
const sizedByParent: ReadonlySet<string> = new Set<CostCoordinate>(['AttendeeConnection.edges', 'AttendeeConnection.nodes']);
