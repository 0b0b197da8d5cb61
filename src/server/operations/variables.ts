/* The variables of an operation: coerced to their types before anything is planned, with errors that quote no value. */

import {
  GraphQLError,
  GraphQLID,
  isInputObjectType,
  isListType,
  isNonNullType,
  responsePathAsArray,
  typeFromAST,
  valueFromAST,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { ValueError } from '../../graph/value-error.js';
import { isObject, once } from '../../primitives/values.js';
import { badInput, expectedType, locatedAs, RefusedRequestError } from './request-errors.js';

/** The values of the variables that an operation declares, as resolvers receive them: `{ n: 5 }` for `query ($n: Int = 5)` and `{}`. */
export type VariableValues = Readonly<Record<string, unknown>>;

/** @throws RefusedRequestError with BAD_USER_INPUT for each value that does not fit its type */
export type CoerceVariables = (given: Readonly<Record<string, unknown>>) => VariableValues;

/** As of a document, at most this many errors are reported: the location of a variable counts the lines of the document. */
const maxErrors = 10;
const tooManyErrors = 'Too many errors processing variables, error limit reached. Execution aborted.';

/**
 * Returns the function that coerces the variables of an operation of a valid document, as `getVariableValues` of graphql-js does. That one prints
 * an invalid value in full into each error, which takes seconds.
 */
export function createCoerceVariables(schema: GraphQLSchema, { variableDefinitions = [] }: OperationDefinitionNode): CoerceVariables {
  const variables = variableDefinitions.map((definition) => ({
    name: definition.variable.name.value,
    // Validation refuses a variable of an output type.
    type: typeFromAST(schema, definition.type) as GraphQLInputType,
    defaultValue: definition.defaultValue,
    // graphql-js would compute the location for each error.
    located: once(() => new GraphQLError('', { nodes: definition })),
  }));
  return (given) => {
    // A variable named `__proto__` is a member as any other.
    const values = Object.create(null) as Record<string, unknown>;
    const errors: GraphQLError[] = [];
    for (const { name, type, defaultValue, located } of variables) {
      const refuse = (problem: string): undefined => {
        if (errors.length === maxErrors) throw new RefusedRequestError([...errors, badInput(tooManyErrors)]);
        errors.push(locatedAs(located(), badInput(`Variable "$${name}" ${problem}`)));
      };
      const value = Object.hasOwn(given, name) ? given[name] : undefined;
      if (value === null && isNonNullType(type)) refuse(`of non-null type "${String(type)}" must not be null.`);
      else if (value !== undefined) values[name] = coerced(value, type, { prev: undefined, key: name, typename: undefined }, refuse);
      else if (defaultValue) values[name] = valueFromAST(defaultValue, type);
      else if (isNonNullType(type)) refuse(`of required type "${String(type)}" was not provided.`);
    }
    if (errors.length > 0) throw new RefusedRequestError(errors);
    return values;
  };
}

/** A place in the value of a variable: the first key is the name of the variable. */
type Path = Parameters<typeof responsePathAsArray>[0] & object;
/** Receives what is wrong with a variable, without its value. */
type Refuse = (problem: string) => undefined;

/** Returns a value as resolvers receive it. What is refused is undefined in it. */
function coerced(value: unknown, type: GraphQLInputType, path: Path, refuse: Refuse): unknown {
  const isNull = value === null || value === undefined;
  if (isNonNullType(type)) {
    if (!isNull) return coerced(value, type.ofType, path, refuse);
    return refuse(invalid(path, `Expected non-nullable type "${String(type)}" not to be null.`));
  }
  if (isNull) return null;
  if (isListType(type)) {
    // A single value is a list of one.
    if (!Array.isArray(value)) return [coerced(value, type.ofType, path, refuse)];
    return value.map((item, key) => coerced(item, type.ofType, { prev: path, key, typename: undefined }, refuse));
  }
  return isInputObjectType(type) ? coercedObject(value, type, path, refuse) : coercedLeaf(value, type, path, refuse);
}

function coercedObject(value: unknown, type: GraphQLInputObjectType, path: Path, refuse: Refuse): unknown {
  if (!isObject(value)) return refuse(invalid(path, `Expected type "${type.name}" to be an object.`));
  const fields = type.getFields();
  const members = Object.create(null) as Record<string, unknown>;
  for (const { name: key, type: fieldType, defaultValue } of Object.values(fields)) {
    if (value[key] !== undefined) members[key] = coerced(value[key], fieldType, { prev: path, key, typename: undefined }, refuse);
    else if (defaultValue !== undefined) members[key] = defaultValue;
    else if (isNonNullType(fieldType)) refuse(invalid(path, `Field "${key}" of required type "${String(fieldType)}" was not provided.`));
  }
  for (const key of Object.keys(value)) {
    const quoted = looksLikeName.test(key) ? `Field "${key}"` : 'A field';
    if (!fields[key]) refuse(invalid(path, `${quoted} is not defined by type "${type.name}".`));
  }
  const [first, ...others] = Object.values(members);
  if (type.isOneOf && (first === undefined || first === null || others.length > 0)) refuse(invalid(path, expectedType(type)));
  return members;
}

/** A key that looks like the name of a field. Others can be values, such as a mobile number, and are not quoted. */
const looksLikeName = /^(?!\w*\d{5})[_A-Za-z]\w{0,63}$/;

function coercedLeaf(value: unknown, type: GraphQLLeafType, path: Path, refuse: Refuse): unknown {
  if (type === GraphQLID && Number.isInteger(value) && !Number.isSafeInteger(value))
    return refuse(invalid(path, 'an id beyond 2^53 must be a string. As a number of JSON it has lost digits.'));
  try {
    const parsed: unknown = type.parseValue(value);
    if (parsed !== undefined) return parsed;
  } catch (error) {
    // Other messages quote the value.
    if (error instanceof ValueError) return refuse(invalid(path, error.message));
  }
  return refuse(invalid(path, expectedType(type)));
}

function invalid(path: Path, reason: string): string {
  const [name, ...keys] = responsePathAsArray(path);
  const place = keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
  return `got an invalid value${place && ` at "${name}${place}"`}; ${reason}`;
}
