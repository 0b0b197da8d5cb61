/* The arguments of a field, as its resolver receives them. Types, literals and defaults are found once a document. */

import {
  isLeafType,
  isNonNullType,
  getArgumentValues,
  GraphQLError,
  isInputObjectType,
  isListType,
  Kind,
  valueFromAST,
  type ArgumentNode,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type ObjectFieldNode,
  type ObjectValueNode,
  type ValueNode,
} from 'graphql';
import { BadInputError } from '../../records/errors.js';
import { type ReadArguments, resultConstructor } from './plan.js';

type Variables = Readonly<Record<string, unknown>>;

/** The arguments of a field that has none. */
export const noArguments: ReadArguments = () => ({});

/**
 * Returns the arguments of a field or a directive by graphql-js, whose errors quote values.
 * @throws BadInputError
 */
export function argumentValues(...[definition, node, variables]: Parameters<typeof getArgumentValues>): Record<string, unknown> {
  try {
    return getArgumentValues(definition, node, variables);
  } catch (error) {
    const argument = node.arguments?.find(({ value }) => error instanceof GraphQLError && error.nodes?.[0] === value);
    if (argument) throw new BadInputError(argument.name.value, 'a value of the type that the schema states');
    throw error;
  }
}

/** Returns a value; undefined if it is absent or invalid, so that graphql-js has to decide. */
type ReadValue = (variables: Variables) => unknown;
type NamedValue = readonly [name: string, read: ReadValue];
type Definition = Pick<GraphQLArgument, 'name' | 'type' | 'defaultValue'>;

/**
 * Returns the function that reads the arguments of a field in a document, such as `{ first: 5 }` for `attendees(first: 5)`. The result is that
 * of `getArgumentValues` in graphql-js, but types, literals and defaults are found once a document. If a value is absent or invalid, graphql-js
 * reads all arguments of the field: it knows which default or which error follows.
 */
export function createReadArguments(field: GraphQLField<unknown, unknown>, node: FieldNode): ReadArguments {
  const readAny: ReadArguments = (variables) => argumentValues(field, node, variables);
  const values = namedValues(field.args, node.arguments);
  if (values.some(isUnreadable)) return readAny;
  return (variables) => membersOf({}, values, variables) ?? readAny(variables);
}

/** Returns the arguments, or the members of an input object, that are given or have defaults. */
function namedValues(definitions: readonly Definition[], nodes: readonly (ArgumentNode | ObjectFieldNode)[] = []): readonly NamedValue[] {
  const given = new Map(nodes.map(({ name, value }) => [name.value, value]));
  return definitions.flatMap(({ name, type, defaultValue }): readonly NamedValue[] => {
    const node = given.get(name);
    if (node) return [[name, readValue(type, node)]];
    if (defaultValue !== undefined) return [[name, () => defaultValue]];
    return isNonNullType(type) ? [[name, readNothing]] : [];
  });
}

/** Sets the members of an object. @returns the object, or undefined if a value is undefined */
function membersOf<Target extends Record<string, unknown>>(
  target: Target,
  values: readonly NamedValue[],
  variables: Variables,
): Target | undefined {
  for (const [name, read] of values) {
    const value = read(variables);
    if (value === undefined) return undefined;
    (target as Record<string, unknown>)[name] = value;
  }
  return target;
}

/** For a value that graphql-js always has to decide. */
const readNothing: ReadValue = () => undefined;
const isUnreadable = ([name, read]: NamedValue): boolean => name === '__proto__' || read === readNothing;

function readValue(type: GraphQLInputType, node: ValueNode): ReadValue {
  if (node.kind === Kind.VARIABLE) return readVariable(node.name.value, isNonNullType(type));
  const nullable = isNonNullType(type) ? (type.ofType as Exclude<GraphQLInputType, typeof type>) : type;
  if (node.kind === Kind.NULL) return nullable === type ? () => null : readNothing;
  if (isLeafType(nullable)) {
    const value = valueFromAST(node, nullable);
    // A resolver could change an object, which later executions would then receive.
    return typeof value === 'object' ? readNothing : () => value;
  }
  if (isListType(nullable)) return node.kind === Kind.LIST ? readList(nullable.ofType, node.values) : readNothing;
  return isInputObjectType(nullable) && node.kind === Kind.OBJECT ? readObject(nullable, node) : readNothing;
}

function readVariable(name: string, nonNull: boolean): ReadValue {
  return (variables) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return value === null && nonNull ? undefined : value;
  };
}

function readList(type: GraphQLInputType, nodes: readonly ValueNode[]): ReadValue {
  const items = nodes.map((node) => readValue(type, node));
  if (items.includes(readNothing)) return readNothing;
  return (variables) => {
    const values = items.map((read) => read(variables));
    return values.includes(undefined) ? undefined : values;
  };
}

function readObject(type: GraphQLInputObjectType, { fields }: ObjectValueNode): ReadValue {
  const values = namedValues(Object.values(type.getFields()), fields);
  if (values.some(isUnreadable) || (type.isOneOf && values.length !== 1)) return readNothing;
  // Like that of graphql-js, the object has no prototype: no input can reach the members of Object.prototype.
  const InputObject = resultConstructor(true);
  if (!type.isOneOf) return (variables) => membersOf(new InputObject(), values, variables);
  const [name] = values[0]!;
  return (variables) => {
    const object = membersOf(new InputObject(), values, variables);
    return object?.[name] === null ? undefined : object;
  };
}
