import { getNamedType, isObjectType, isRequiredArgument, type GraphQLField, type GraphQLObjectType, type GraphQLSchema } from 'graphql';

const registrant = '{ name: "A", mobile: "1", fields: [{ name: "name1613", value: "Software" }] }';

/** The arguments of fields that require some, or read more with them. A field is selected once with each text. */
const argumentsOf: Readonly<Record<string, readonly string[]>> = {
  'Query.activitiesByIds': ['ids: ["1001"]'],
  'Query.attendee': ['by: { mobile: "10000000007" }'],
  'Query.attendeesByIds': ['ids: ["7"]'],
  'Query.checkInLookup': ['input: { token: "t", userId: "1", deviceType: PC, pointId: "1", signCode: "c" }'],
  'Activity.formFields': ['includeHidden: true'],
  'Activity.attendee': ['by: { id: "7" }'],
  'Activity.schedule': ['from: "2026-01-01"'],
  'Activity.article': ['id: "61"'],
  'Attendee.customField': ['name: "name1613"'],
  'Article.content': ['format: SAFE_HTML', 'format: TEXT', 'format: RAW_HTML'],
  'Mutation.addAttendees': [`input: { contact: { name: "A", mobile: "1" }, attendees: [${registrant}, ${registrant}] }`],
  'Mutation.ssoLogin': ['input: { mobile: "1" }'],
};

/**
 * The operations `Everything` and `Write`, which select every field of the queries and mutations. Of an object below one of its own type
 * they select no field, nor of an activity outside `Query.activity`: its fields read the same there.
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
  const texts = argumentsOf[coordinate];
  if (texts !== undefined) return texts.map((text, index) => `${field.name}${index}: ${field.name}(${text})${below}`).join(' ');
  if (field.args.some(isRequiredArgument)) throw new Error(`${coordinate} requires arguments: add a row to argumentsOf of this file.`);
  return field.name + below;
}

function fieldsBelow({ type }: GraphQLField<unknown, unknown>, above: readonly string[]): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  if (above.includes(named.name)) return ' { __typename }';
  const fields = Object.values(named.getFields()).map((field) => selectionOf(named, field, [...above, named.name]));
  return ` { ${fields.join(' ')} }`;
}
