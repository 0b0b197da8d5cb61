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
import { assumedListSize, callCost } from './operation-cost.js';
import { nothing, readsOf, type FieldReads } from './reads.js';

type Field = GraphQLField<unknown, unknown>;

/**
 * Returns the directives of a field as SDL. They do not know shared calls: a list of content counts for each field that reads it, and a call that the
 * objects of a list share does not count (`shared` in reads.ts).
 */
export function costDirectives(type: GraphQLObjectType, field: Field, schema: GraphQLSchema): string {
  const reads = readsOf(field) ?? nothing;
  const { weight: valueWeight = 0, page } = reads;
  const calls = callsOf(reads);
  const size = isList(field) ? assumedListSize : 1;
  const objects = isCompositeType(getNamedType(field.type)) ? size : valueWeight;
  const cost = calls > 0 || valueWeight > 0 ? `@cost(weight: ${(objects + callCost * calls) / size})` : '';
  const isSized = isList(field) && objects > 0 && !isPage(type, schema);
  return `${cost} ${isSized ? `@listSize(assumedSize: ${assumedListSize})` : ''} ${page ? pageDirective(page.first, field) : ''}`;
}

const isList = ({ type }: Field): boolean => isListType(getNullableType(type));

/** The calls of reads for one object. */
function callsOf({ calls = 0, content, page, ids, link, getOne, references, shared }: FieldReads): number {
  if (shared) return 0;
  return calls + [content, page, ids, link, getOne, references].filter((read) => read !== undefined).length;
}

/** Whether some field returns a type as its page. */
function isPage(type: GraphQLObjectType, schema: GraphQLSchema): boolean {
  const fields = Object.values(schema.getTypeMap()).flatMap((other) => (isObjectType(other) ? Object.values(other.getFields()) : []));
  return fields.some((field) => readsOf(field)?.page && getNamedType(field.type) === type);
}

/** The directive of a field that returns a page: the argument that states its length, and the lists that have this length. */
function pageDirective(argument: string, field: Field): string {
  const page = getNamedType(field.type);
  const lists = isObjectType(page)
    ? Object.values(page.getFields()).filter((each) => isList(each) && isCompositeType(getNamedType(each.type)))
    : [];
  const sizedFields = lists.map(({ name }) => `"${name}"`).join(', ');
  return `@listSize(slicingArguments: ["${argument}"], sizedFields: [${sizedFields}], requireOneSlicingArgument: false)`;
}
