/* The directives @cost and @listSize, by which a gateway estimates an operation as the limits of this graph do. */

import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { bareName, objectFieldsOf } from '../type-names.js';
import { assumedListSize, callCost } from './operation-cost.js';
import { nothing, readsOf, type FieldReads } from './reads.js';

type Field = GraphQLField<unknown, unknown>;

/**
 * Returns the directives of a field as SDL. They do not know shared calls: a list of content counts for each field that reads it, and a
 * call that the objects of a list share does not count (`shared` in reads.ts).
 */
export function costDirectives(type: GraphQLObjectType, field: Field, schema: GraphQLSchema): string {
  const reads = readsOf(field) ?? nothing;
  const weight = 'calls' in reads ? (reads.weight ?? 0) : 0;
  const calls = callsOf(reads, field);
  const size = isList(field) ? assumedListSize : 1;
  const objects = isCompositeType(getNamedType(field.type)) ? size : weight;
  const cost = calls > 0 || weight > 0 ? `@cost(weight: ${(objects + callCost * calls) / size})` : '';
  const isSized = isList(field) && objects > 0 && !isPage(type, schema);
  return `${cost} ${isSized ? `@listSize(assumedSize: ${assumedListSize})` : ''} ${'page' in reads ? pageDirective(field) : ''}`;
}

const isList = ({ type }: Field): boolean => isListType(getNullableType(type));

/** The calls of reads for one object. */
function callsOf(reads: FieldReads, field: Field): number {
  if ('shared' in reads) return 0;
  if ('calls' in reads) return reads.calls;
  return 'lookUp' in reads && bareName(getNamedType(field.type)) === 'Activity' ? 0 : 1;
}

/** Whether some field returns a type as its page. */
const isPage = (type: GraphQLObjectType, schema: GraphQLSchema): boolean =>
  objectFieldsOf(schema).some(({ field }) => 'page' in (readsOf(field) ?? nothing) && getNamedType(field.type) === type);

/** The directive of a field that returns a page: the lists that have the length of the page. */
function pageDirective(field: Field): string {
  const page = getNamedType(field.type);
  const lists = isObjectType(page)
    ? Object.values(page.getFields()).filter((each) => isList(each) && isCompositeType(getNamedType(each.type)))
    : [];
  const sizedFields = lists.map(({ name }) => `"${name}"`).join(', ');
  return `@listSize(slicingArguments: ["first"], sizedFields: [${sizedFields}], requireOneSlicingArgument: false)`;
}
