/* The arguments of a field, as its resolver receives them. */

import {
  getArgumentValues,
  getNullableType,
  GraphQLError,
  isInputObjectType,
  isNonNullType,
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

/**
 * Returns the arguments of a field, as its resolver receives them: `{ first: 5 }` for `attendees(first: $n)` with the variables `{ n: 5 }`.
 * @throws GraphQLError for a value that does not fit its type
 */
export type ReadArguments = (variables: Readonly<Record<string, unknown>>) => Record<string, unknown>;

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

/**
 * Returns the function that reads the arguments of a field in a document: what `getArgumentValues` of graphql-js returns, but literals and
 * defaults are read once. If a value is absent or invalid, graphql-js reads all of them: it knows which default or which error follows.
 */
export function argumentsOf(field: GraphQLField<unknown, unknown>, node: FieldNode): ReadArguments {
  const read = readMembers(field.args, node.arguments);
  return (variables) => read({}, variables) ?? argumentValues(field, node, variables);
}

type Variables = Parameters<ReadArguments>[0];
/** Returns a value; undefined if it is absent or invalid. */
type ReadValue = (variables: Variables) => unknown;
type Members = Record<string, unknown>;

/**
 * Returns the function that sets the arguments, or members of an input object, that are given or have
 * defaults. It returns their object, or undefined.
 */
function readMembers(
  definitions: readonly Pick<GraphQLArgument, 'name' | 'type' | 'defaultValue'>[],
  nodes: readonly (ArgumentNode | ObjectFieldNode)[] = [],
): (target: Members, variables: Variables) => Members | undefined {
  const given = new Map(nodes.map(({ name, value }) => [name.value, value]));
  const readers = definitions.flatMap(({ name, type, defaultValue }): readonly (readonly [name: string, read: ReadValue])[] => {
    const value = given.get(name);
    if (value) return [[name, readValue(type, value)]];
    return defaultValue === undefined && !isNonNullType(type) ? [] : [[name, () => defaultValue]];
  });
  return (target, variables) => {
    for (const [name, read] of readers) {
      const value = read(variables);
      if (value === undefined) return undefined;
      target[name] = value;
    }
    return target;
  };
}

function readValue(type: GraphQLInputType, node: ValueNode): ReadValue {
  if (node.kind === Kind.VARIABLE) return readVariable(node.name.value, isNonNullType(type));
  const nullable = getNullableType(type);
  if (node.kind === Kind.OBJECT && isInputObjectType(nullable)) return readObject(nullable, node);
  const constant = valueFromAST(node, type);
  // A resolver could change an object, which later executions would then receive. What has variables is undefined without them.
  return constant === undefined || typeof constant === 'object' ? (variables) => valueFromAST(node, type, variables) : () => constant;
}

function readVariable(name: string, nonNull: boolean): ReadValue {
  return (variables) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return value === null && nonNull ? undefined : value;
  };
}

/** Like that of graphql-js, the object has no prototype: no input can reach the members of Object.prototype. */
function readObject(type: GraphQLInputObjectType, { fields }: ObjectValueNode): ReadValue {
  const read = readMembers(Object.values(type.getFields()), fields);
  if (!type.isOneOf) return (variables) => read(Object.create(null) as Members, variables);
  return (variables) => {
    const object = read(Object.create(null) as Members, variables);
    const only = fields.length === 1 ? object?.[fields[0]!.name.value] : undefined;
    return only === undefined || only === null ? undefined : object;
  };
}
