/* The variables of an operation: coerced to their types and measured before anything is planned, with errors that quote no value. */

import {
  coerceInputValue,
  getNamedType,
  getNullableType,
  GraphQLID,
  isInputObjectType,
  isListType,
  isNonNullType,
  typeFromAST,
  valueFromAST,
  visit,
  type DocumentNode,
  type GraphQLError,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { locationOf } from '../../graph/execution/plan.js';
import { ValueError } from '../../graph/format-error.js';
import { isObject, memoized } from '../../primitives/values.js';
import { QueryTooComplexError } from '../../records/errors.js';
import { badInput, expectedType, RefusedRequestError } from './request-errors.js';

/** The values of the variables that an operation declares, as resolvers receive them: `{ n: 5 }` for `query ($n: Int = 5)` and `{}`. */
export type VariableValues = Readonly<Record<string, unknown>>;

/** @throws RefusedRequestError with BAD_USER_INPUT for each value that does not fit its type; QueryTooComplexError beyond MAX_BODY_BYTES */
export type CoerceVariables = (given?: Readonly<Record<string, unknown>>) => VariableValues;

/** As of a document, at most this many errors are reported: the location of a variable counts the lines of the document. */
const maxErrors = 10;
const tooManyErrors = 'Too many errors processing variables, error limit reached. Execution aborted.';

/**
 * Returns the function that coerces the variables of an operation of a valid document, as `getVariableValues` of graphql-js does. That one
 * quotes each invalid value in full, which takes seconds.
 * @param maxBytes MAX_BODY_BYTES, for what the arguments of a field contain as well: `[$v $v …]` has a value of the body many times
 */
export function createCoerceVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  maxBytes: number,
  introspection: boolean,
): CoerceVariables {
  const { variableDefinitions = [] } = operation;
  const repeated = repeatedVariables(document, operation);
  const variables = variableDefinitions.map((definition) => ({
    name: definition.variable.name.value,
    // Validation refuses a variable of an output type.
    type: typeFromAST(schema, definition.type) as GraphQLInputType,
    defaultValue: definition.defaultValue,
    // graphql-js would compute the location for each error.
    located: memoized(() => locationOf([definition])),
  }));
  return (given = {}) => {
    // A variable named `__proto__` is a member as any other.
    const values = Object.create(null) as Record<string, unknown>;
    const errors: GraphQLError[] = [];
    for (const { name, type, defaultValue, located } of variables) {
      const refuse = (problem: string) => {
        if (errors.length === maxErrors) throw new RefusedRequestError([...errors, badInput(tooManyErrors)]);
        errors.push(Object.assign(badInput(`Variable "$${name}" ${problem}`), located()));
      };
      const value = Object.hasOwn(given, name) ? given[name] : undefined;
      if (value === null && isNonNullType(type)) refuse(`of non-null type "${String(type)}" must not be null.`);
      else if (hasRoundedId(value, type)) refuse('has an id beyond 2^53. It must be a string: as a number of JSON it has lost digits.');
      else if (value !== undefined)
        values[name] = coerceInputValue(
          value,
          type,
          (path, _value, error) => refuse(invalid(name, path, reasonOf(error, path, type, introspection))),
          true,
        );
      else if (defaultValue) values[name] = valueFromAST(defaultValue, type);
      else if (isNonNullType(type)) refuse(`of required type "${String(type)}" was not provided.`);
    }
    if (errors.length > 0) throw new RefusedRequestError(errors);
    let bytes = 0;
    for (const [name, uses] of repeated) bytes += uses * bytesOf(values[name], maxBytes);
    if (bytes > maxBytes) throw new QueryTooComplexError('MAX_BODY_BYTES', maxBytes, bytes);
    return values;
  };
}

/**
 * Returns how often one field of an operation uses each variable, at most, without those that no field uses twice: the body bounds them.
 * Uses by several fields do not multiply: other limits bound the fields.
 */
function repeatedVariables(document: DocumentNode, operation: OperationDefinitionNode): ReadonlyMap<string, number> {
  const ofField = new Map<string, number>();
  const repeated = new Map<string, number>();
  visit(document, {
    OperationDefinition: (node) => (node === operation ? undefined : false),
    // The arguments of a field are visited before its selection. What directives use is counted as well, and small.
    Field: () => ofField.clear(),
    Variable({ name: { value: name } }) {
      const uses = (ofField.get(name) ?? 0) + 1;
      ofField.set(name, uses);
      if (uses > (repeated.get(name) ?? 1)) repeated.set(name, uses);
    },
  });
  return repeated;
}

/** So many values are few enough for a body, as by the defaults of MAX_BODY_BYTES and MAX_BODY_VALUES. */
const bytesPerValue = 20;

/** Returns about the bytes of a value: the characters of its texts and names, and some for each value. @param maximum beyond which it stops */
export function bytesOf(value: unknown, maximum: number): number {
  let bytes = 0;
  // Not recursive: JSON can be nested more deeply than the stack is.
  const rest = [value];
  while (rest.length > 0 && bytes <= maximum) {
    const next = rest.pop();
    bytes += bytesPerValue;
    if (typeof next === 'string') bytes += next.length;
    else if (Array.isArray(next)) for (const item of next) rest.push(item);
    else if (isObject(next))
      for (const name in next) {
        bytes += name.length;
        rest.push(next[name]);
      }
  }
  return bytes;
}

/** Whether an id is a number that JSON.parse has rounded: it would be the id of something else. */
function hasRoundedId(value: unknown, type: GraphQLInputType): boolean {
  const named = getNullableType(type);
  if (isListType(named)) {
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    return items.some((item) => hasRoundedId(item, named.ofType));
  }
  if (isInputObjectType(named))
    return isObject(value) && Object.values(named.getFields()).some((field) => hasRoundedId(value[field.name], field.type));
  return named === GraphQLID && Number.isInteger(value) && !Number.isSafeInteger(value);
}

type ValuePath = readonly (string | number)[];

/** Describes an invalid part of a variable without its value. @param path the keys from the value of the variable to the part */
function invalid(name: string, path: ValuePath, reason: string): string {
  const place = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
  return `got an invalid value${place && ` at "${name}${place}"`}; ${reason}`;
}

/** Returns the message of graphql-js if it is about names and types of the schema only, otherwise what was expected. */
function reasonOf(error: GraphQLError, path: ValuePath, type: GraphQLInputType, introspection: boolean): string {
  const { message } = error;
  if (error instanceof ValueError || ofTheSchema.test(message)) return message;
  const [, member, rest] = unknownField.exec(message) ?? [];
  if (member !== undefined) return `${looksLikeName.test(member) ? `Field "${member}"` : 'A field'}${rest}`;
  return expectedType(namedTypeAt(path, type), introspection);
}

const ofTheSchema =
  /^(?:Expected non-nullable type "[\w[\]!]+" not to be null|Expected type "\w+" to be an object|Field "\w+" (?:of required type "[\w[\]!]+" was not provided|must be non-null))\.$/;
const unknownField = /^Field "([^]*)"( is not defined by type "\w+"\.)$/;
/** A key that looks like the name of a field. Others can be values, such as a mobile number, and are not quoted. */
const looksLikeName = /^(?!\w*\d{5})[_A-Za-z]\w{0,63}$/;

/** Returns the type of a part of a value: indexes of lists do not change its name. */
const namedTypeAt = (path: ValuePath, type: GraphQLInputType): GraphQLNamedInputType =>
  path
    .filter((key) => typeof key === 'string')
    .reduce<GraphQLNamedInputType>((at, key) => getNamedType((at as GraphQLInputObjectType).getFields()[key]!.type), getNamedType(type));
