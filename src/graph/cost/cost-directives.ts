import { getNamedType, isCompositeType, isListType, isNonNullType, isObjectType, type GraphQLField, type GraphQLSchema } from 'graphql';
import { bareName } from '../names/type-names.js';
import { assumedListSize, callCost, pageOf, type FieldReads } from './cost-rows.js';
import { costsOf } from './cost-table.js';

/**
 * Returns the directives @cost and @listSize of a field as SDL, blank if it has none. With them a gateway estimates an
 * operation as the limits of this graph do, except for calls that fields or objects share, which the directives cannot express: a call
 * that several fields share counts for each of them here, and one that the objects of a list share does not count.
 */
export function costDirectives(typeName: string, field: GraphQLField<unknown, unknown>, schema: GraphQLSchema): string {
  const coordinate = `${typeName}.${field.name}`;
  const { reads = 'none', objects: ownObjects = 0, size } = costsOf(schema).get(coordinate) ?? {};
  const calls = callsOf(reads);
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

/** The calls of reads for one object. */
function callsOf(reads: FieldReads): number {
  if (typeof reads === 'string') return callsOfKind[reads];
  if ('unpublished' in reads) return 0;
  return 'callAfter' in reads ? 2 : 1;
}

const callsOfKind: Readonly<Record<Extract<FieldReads, string>, 0 | 1>> = {
  none: 0,
  activities: 0,
  'record count': 0,
  'page items': 0,
  'page edges': 0,
  detail: 1,
  'call per object': 1,
  'call per alias': 1,
  'bound read': 1,
  'bound write': 1,
  'bound records': 0,
};

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
