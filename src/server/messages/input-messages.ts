/* Messages about invalid literals and variables: what was expected, without the value. */

import { isEnumType, isInputObjectType, isInputType, type GraphQLNamedInputType, type GraphQLSchema } from 'graphql';

/** Returns the message for an invalid literal. @param message that of graphql-js, which may quote the literal */
export const literalMessage = (message: string, schema: GraphQLSchema): string =>
  namesOnly.test(message) ? message : `Invalid value: ${safeReason(message, schema)}`;

/** Returns the message for an invalid value in a variable. @param message that of graphql-js for the value at the path */
export function variableMessage(name: string, path: readonly (string | number)[], message: string, schema: GraphQLSchema): string {
  const keys = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
  return `Variable "$${name}" got an invalid value${keys && ` at "${name}${keys}"`}; ${safeReason(message, schema)}`;
}

function safeReason(message: string, schema: GraphQLSchema): string {
  if (namesOnly.test(message)) return message;
  const [, field, owner] = unknownField.exec(message) ?? [];
  if (field !== undefined) return `${fieldName.test(field) ? `Field ${field}` : 'A field'} is not defined by type ${owner}.`;
  const [, type = ''] = typeInMessage.exec(message) ?? [];
  // Only a type of the schema is named, so this is no text of the caller.
  const named = schema.getType(type.replaceAll(/\W/g, ''));
  return isInputType(named) ? `expected type "${type}"${inParentheses(named)}.` : 'it has another type.';
}

const identifier = String.raw`"[\w!\[\].]{1,256}"`;
/** Messages of graphql-js, and of the scalar Date, that contain names of types and fields only. */
const namesOnly = new RegExp(
  [
    `^Field ${identifier} of required type ${identifier} was not provided\\.`,
    `Field ${identifier} must be non-null\\.`,
    `Expected non-nullable type ${identifier} not to be null\\.`,
    `Expected type ${identifier} to be an object\\.`,
    'Expected a calendar date, YYYY-MM-DD\\.',
  ].join('$|^') + '$',
);

const unknownField = /^Field ("[^]*") is not defined by type ("\w{1,128}")\.(?: Did you mean [^]*)?$/;
/** A key that looks like a field's name. Other keys can be values, such as a mobile number, and are not quoted. */
const fieldName = /^"(?!\w*\d{5})[_A-Za-z]\w{0,63}"$/;

/** The expected type in a message: `Expected value of type "Int!", found …`, `Value … does not exist in "Color" enum.`, `Int cannot represent …` */
const typeInMessage =
  /^(?:Expected (?:value of )?type "|Enum "|Value "[^]*" does not exist in "|OneOf Input Object "|Exactly one key must be specified for OneOf type ")?([\w[\]!]+)/;

/** Returns what a type permits, in parentheses: the members of an enum, or of a `@oneOf` input object. */
function inParentheses(named: GraphQLNamedInputType): string {
  const names = isInputObjectType(named) && named.isOneOf ? Object.keys(named.getFields()) : [];
  if (isEnumType(named)) names.push(...named.getValues().map(({ name }) => name));
  return names.length === 0 ? '' : ` (${isEnumType(named) ? 'one' : 'exactly one'} of ${names.join(', ')})`;
}
