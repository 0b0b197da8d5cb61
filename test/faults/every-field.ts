import { getNamedType, isObjectType, isRequiredArgument, type GraphQLField, type GraphQLObjectType, type GraphQLSchema } from 'graphql';
import { argumentsForSamples } from '../support/field-arguments.js';

/**
 * The operations `Everything` and `Write`, which select every field of the queries and mutations. Of an object below one of its own type
 * they select no field, nor of an activity outside `Query.activity`: its fields read the same there. A field with arguments is selected
 * once with each of them.
 */
export function everyField(schema: GraphQLSchema): string {
  return `query Everything ${fieldsOfRoot(schema.getQueryType()!)} mutation Write ${fieldsOfRoot(schema.getMutationType()!)}`;
}

/** The fields of a root type, without those of the federation. */
function fieldsOfRoot(root: GraphQLObjectType): string {
  const fields = Object.values(root.getFields()).filter(({ name }) => !name.startsWith('_'));
  return `{ ${fields.map((field) => selectionOf(root, field, field.name === 'activity' ? [] : ['Activity'])).join(' ')} }`;
}

function selectionOf({ name: typeName }: GraphQLObjectType, field: GraphQLField<unknown, unknown>, above: readonly string[]): string {
  const coordinate = `${typeName}.${field.name}`;
  const below = fieldsBelow(field, above);
  const texts = argumentsForSamples[coordinate];
  if (texts !== undefined) return texts.map((text, index) => `${field.name}${index}: ${field.name}(${text})${below}`).join(' ');
  if (field.args.some(isRequiredArgument))
    throw new Error(`${coordinate} requires arguments: add a row to test/support/field-arguments.ts.`);
  return field.name + below;
}

function fieldsBelow({ type }: GraphQLField<unknown, unknown>, above: readonly string[]): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  if (above.includes(named.name)) return ' { __typename }';
  const fields = Object.values(named.getFields()).map((field) => selectionOf(named, field, [...above, named.name]));
  return ` { ${fields.join(' ')} }`;
}
