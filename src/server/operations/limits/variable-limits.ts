/* Refuses variables that are nested too deep, and large ones with an invalid value. */

import {
  getNamedType,
  getVariableValues,
  GraphQLScalarType,
  isScalarType,
  typeFromAST,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type TypeNode,
} from 'graphql';
import { variableMessages } from '../../messages/input-message.js';
import { badInput, withCode } from '../../messages/request-errors.js';

/** Deeper values overflow the stack of recursive functions. No input type of the schema is nested as deep. */
const maxLevels = 100;

/** Approximate length of a value's JSON from which on the value is validated here, before graphql-js validates it. */
const largeFrom = 2000;

/** Length of a document from which on all its variables are validated here. */
const longFrom = 20_000;

/**
 * graphql-js prints an invalid value in full into each of up to fifty error messages, which takes seconds for a large value.
 * The messages are replaced anyway (messages/safe-message.ts), so large values are validated here first and the first error
 * ends the request. So does the first error of a long document, because graphql-js counts the lines before each error.
 * @throws GraphQLError for the first invalid value
 */
export function refuseInvalidLargeVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [], loc }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): void {
  for (const definition of variableDefinitions) {
    const value = variables[definition.variable.name.value];
    if (typeof value !== 'object' || value === null) continue;
    const extent = { characters: 0 };
    if (isDeep(value, extent))
      throw badInput(`Variable "$${definition.variable.name.value}" has more than ${maxLevels} levels of objects and lists. Send fewer.`);
    if (extent.characters < largeFrom || acceptsEveryValue(schema, definition.type)) continue;
    const [message] = variableMessages(schema, definition, value, 1);
    if (message !== undefined) throw badInput(message);
  }
  if (loc === undefined || loc.source.body.length < longFrom) return;
  const [error] = getVariableValues(schema, variableDefinitions, variables, { maxErrors: 1 }).errors ?? [];
  if (error !== undefined) throw withCode(error, 'BAD_USER_INPUT');
}

/** The parser of scalars that are defined without one: it returns its argument. */
const defaultParseValue = new GraphQLScalarType({ name: 'Any' }).parseValue;

/** Whether a type is a scalar without a parser, such as `_Any`, or a list of it. Only null can be invalid there, and null is short. */
function acceptsEveryValue(schema: GraphQLSchema, node: TypeNode): boolean {
  const type = getNamedType(typeFromAST(schema, node));
  return isScalarType(type) && type.parseValue === defaultParseValue;
}

/**
 * Adds the approximate length of a value's JSON to `extent`, until the value has more than `maxLevels` levels: then it is deep. It
 * allocates nothing, because it runs for every operation with variables.
 */
function isDeep(value: object, extent: { characters: number }, level = 1): boolean {
  if (level > maxLevels) return true;
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) if (isDeepItem(item, extent, level)) return true;
    return false;
  }
  for (const name in value) {
    extent.characters += name.length + charactersOfName;
    if (isDeepItem((value as Record<string, unknown>)[name], extent, level)) return true;
  }
  return false;
}

function isDeepItem(item: unknown, extent: { characters: number }, level: number): boolean {
  extent.characters += typeof item === 'string' ? item.length + charactersOfScalar : charactersOfScalar;
  return typeof item === 'object' && item !== null && isDeep(item, extent, level + 1);
}

/** Two quotes and a colon. */
const charactersOfName = 3;
/** Two quotes or brackets and a comma; about the length of a number. */
const charactersOfScalar = 3;
