/* Coerces the variables of an operation. */

import {
  getVariableValues,
  isLeafType,
  isNonNullType,
  typeFromAST,
  type GraphQLError,
  type GraphQLLeafType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type TypeNode,
} from 'graphql';

type Variables = Readonly<Record<string, unknown>>;

/** The values of the variables as resolvers receive them: `{ n: 5 }` for `query ($n: Int = 5)` and `{}`; or the errors of those that do not fit. */
type CoercedVariables =
  | { readonly coerced: { [variable: string]: unknown }; readonly errors?: never }
  | { readonly coerced?: never; readonly errors: readonly GraphQLError[] };
export type CoerceVariables = (variables: Variables) => CoercedVariables;

/** graphql-js reports no more errors by default when it executes an operation. */
const maxErrors = 50;

/**
 * Returns the function that coerces the variables of an operation, such as `{ n: 5 }` for `query ($n: Int)`. The result is that of
 * `getVariableValues` in graphql-js, but the types are found once. graphql-js decides if a variable is an input object or a list, or if a
 * value is absent or does not fit.
 */
export function createCoerceVariables(schema: GraphQLSchema, { variableDefinitions = [] }: OperationDefinitionNode): CoerceVariables {
  const coerceAny: CoerceVariables = (variables) => getVariableValues(schema, variableDefinitions, variables, { maxErrors });
  const definitions = variableDefinitions.map(({ variable, type }) => ({ name: variable.name.value, type: leafType(schema, type) }));
  if (definitions.some(({ name, type }) => type === null || name === '__proto__')) return coerceAny;
  return (variables) => {
    const coerced: Record<string, unknown> = {};
    for (const { name, type } of definitions) {
      const value = Object.hasOwn(variables, name) ? variables[name] : null;
      const parsed = value === null || value === undefined ? undefined : parsedOrUndefined(type!, value);
      if (parsed === undefined) return coerceAny(variables);
      coerced[name] = parsed;
    }
    return { coerced };
  };
}

/** Returns the scalar or enum that a variable has as its type, nullable or not; null for any other type. */
function leafType(schema: GraphQLSchema, node: TypeNode): GraphQLLeafType | null {
  const type = typeFromAST(schema, node);
  const nullable = isNonNullType(type) ? (type.ofType as unknown) : type;
  return isLeafType(nullable) ? nullable : null;
}

function parsedOrUndefined(type: GraphQLLeafType, value: unknown): unknown {
  try {
    return type.parseValue(value);
  } catch {
    return undefined;
  }
}
