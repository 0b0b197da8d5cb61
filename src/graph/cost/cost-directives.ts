import { getNamedType, isCompositeType, isListType, isNonNullType, isObjectType, type GraphQLField, type GraphQLSchema } from 'graphql';
import { bareName } from '../type-names.js';
import { assumedListSize, callCost, costRowsOf, pageOf, type FieldReads } from './cost-rows.js';

/**
 * Returns the directives @cost and @listSize of a field as SDL, empty if it has none. With them a gateway estimates an operation as the
 * limits of this graph do, except for shared calls. A call that several fields share, such as `articles` and `article`, counts for each of
 * them. A call that the objects of a list share does not count (`omittedFromCostDirective` in cost-rows.ts).
 */
export function costDirectives(typeName: string, field: GraphQLField<unknown, unknown>, schema: GraphQLSchema): string {
  const coordinate = `${typeName}.${field.name}`;
  const { reads, weight: valueWeight = 0, size } = costRowsOf(schema).get(coordinate) ?? {};
  const calls = reads ? callsOf(reads) : 0;
  const isList = isListType(isNonNullType(field.type) ? field.type.ofType : field.type);
  const objects = isCompositeType(getNamedType(field.type)) ? (isList ? assumedListSize : 1) : valueWeight;
  // The weight of a list applies to each of its items.
  const weight = (objects + callCost * calls) / (isList ? assumedListSize : 1);
  const first = pageOf(size);
  const directives = [
    calls > 0 || valueWeight > 0 ? `@cost(weight: ${weight})` : '',
    isList && objects > 0 && size !== 'page' ? `@listSize(assumedSize: ${assumedListSize})` : '',
    first === undefined ? '' : pageDirective(first, field, schema),
  ];
  return directives.filter((directive) => directive !== '').join(' ');
}

/** The calls of reads for one object. */
function callsOf(reads: FieldReads): number {
  return 'omittedFromCostDirective' in reads ? 0 : callsOfKind[reads.kind];
}

const callsOfKind: Readonly<Record<FieldReads['kind'], 0 | 1 | 2>> = {
  none: 0,
  activities: 0,
  content: 1,
  page: 1,
  recordCount: 0,
  pageItems: 0,
  pageEdges: 0,
  lookup: 1,
  link: 1,
  getOne: 1,
  references: 1,
  callPerObject: 1,
  callPerAlias: 1,
  checkedCall: 2,
  boundRead: 1,
  boundWrite: 1,
  boundRecords: 0,
};

/** The directive of a field that returns a page: the argument that states its length, and the lists that have this length. */
function pageDirective(argument: string, field: GraphQLField<unknown, unknown>, schema: GraphQLSchema): string {
  const page = getNamedType(field.type);
  const costs = costRowsOf(schema);
  const lists = isObjectType(page)
    ? Object.keys(page.getFields()).filter((name) => costs.get(`${bareName(page)}.${name}`)?.size === 'page')
    : [];
  const sizedFields = lists.map((name) => `"${name}"`).join(', ');
  return `@listSize(slicingArguments: ["${argument}"], sizedFields: [${sizedFields}], requireOneSlicingArgument: false)`;
}
