/* The arguments of a field, as its resolver receives them. */

import { getArgumentValues, GraphQLError, isNonNullType, Kind, valueFromAST, type FieldNode, type GraphQLField } from 'graphql';
import { BadInputError } from '../../records/errors.js';
import type { ReadArguments } from './plan.js';

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
 * Returns the function that reads the arguments of a field in a document: what `getArgumentValues` of graphql-js returns, in less time. If a value is
 * absent or invalid, graphql-js reads all of them: it knows which default or which error follows.
 */
export function argumentsOf(field: GraphQLField<unknown, unknown>, node: FieldNode): ReadArguments {
  const given = new Map(node.arguments?.map(({ name, value }) => [name.value, value]));
  const readers = field.args.flatMap(({ name, type, defaultValue }): readonly (readonly [name: string, read: ReadValue])[] => {
    const value = given.get(name);
    if (value?.kind === Kind.VARIABLE) return [[name, readVariable(value.name.value, isNonNullType(type))]];
    if (value) return [[name, (variables) => valueFromAST(value, type, variables)]];
    return defaultValue === undefined && !isNonNullType(type) ? [] : [[name, () => defaultValue]];
  });
  return (variables) => {
    const args: Record<string, unknown> = {};
    for (const [name, read] of readers) {
      const value = read(variables);
      if (value === undefined) return argumentValues(field, node, variables);
      args[name] = value;
    }
    return args;
  };
}

/** Returns a value; undefined if it is absent or invalid. */
type ReadValue = (variables: Parameters<ReadArguments>[0]) => unknown;

function readVariable(name: string, nonNull: boolean): ReadValue {
  return (variables) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return value === null && nonNull ? undefined : value;
  };
}
