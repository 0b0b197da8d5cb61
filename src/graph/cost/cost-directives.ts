import { getNamedType, isCompositeType, isObjectType, type GraphQLField, type GraphQLSchema } from 'graphql';
import { bareName } from '../type-names.js';
import { assumedListSize, callCost } from './operation-cost.js';
import { isList, nothing, pageLists, readsOf, type FieldReads } from './reads.js';

/**
 * Returns the directives @cost and @listSize of a field as SDL, empty if it has none. With them a gateway estimates an operation as the
 * limits of this graph do, except for shared calls: a list of content counts for each field that reads it, and a call that the objects of a list
 * share does not count (`shared` in reads.ts).
 */
export function costDirectives(typeName: string, field: GraphQLField<unknown, unknown>, schema: GraphQLSchema): string {
  const reads = readsOf(field) ?? nothing;
  const { weight: valueWeight = 0, page } = reads;
  const calls = callsOf(reads);
  const objects = isCompositeType(getNamedType(field.type)) ? (isList(field) ? assumedListSize : 1) : valueWeight;
  // The weight of a list applies to each of its items.
  const weight = (objects + callCost * calls) / (isList(field) ? assumedListSize : 1);
  const directives = [
    calls > 0 || valueWeight > 0 ? `@cost(weight: ${weight})` : '',
    isList(field) && objects > 0 && !isOfPage(typeName, schema) ? `@listSize(assumedSize: ${assumedListSize})` : '',
    page ? pageDirective(page.first, field) : '',
  ];
  return directives.filter((directive) => directive !== '').join(' ');
}

/** The calls of reads for one object. */
function callsOf({ calls = 0, content, page, ids, link, getOne, references, shared }: FieldReads): number {
  if (shared) return 0;
  return calls + [content, page, ids, link, getOne, references].filter((read) => read !== undefined).length;
}

/** Whether a type is a page: some field returns it as one. */
const isOfPage = (typeName: string, schema: GraphQLSchema): boolean =>
  Object.values(schema.getTypeMap()).some(
    (type) =>
      isObjectType(type) &&
      Object.values(type.getFields()).some((field) => readsOf(field)?.page && bareName(getNamedType(field.type)) === typeName),
  );

/** The directive of a field that returns a page: the argument that states its length, and the lists that have this length. */
function pageDirective(argument: string, field: GraphQLField<unknown, unknown>): string {
  const page = getNamedType(field.type);
  const sizedFields = isObjectType(page) ? pageLists(page).map((name) => `"${name}"`) : [];
  return `@listSize(slicingArguments: ["${argument}"], sizedFields: [${sizedFields.join(', ')}], requireOneSlicingArgument: false)`;
}
