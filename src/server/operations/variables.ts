/* The variables of an operation: coerced to their types before anything is planned, with errors that quote no value. */

import {
  coerceInputValue,
  getNullableType,
  GraphQLError,
  GraphQLID,
  isInputObjectType,
  isListType,
  isNonNullType,
  typeFromAST,
  valueFromAST,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
} from 'graphql';
import { isObject, once } from '../../primitives/values.js';
import { variableMessage } from '../messages/input-messages.js';
import { locatedAs, RefusedRequestError } from '../messages/request-errors.js';

/** The values of the variables that an operation declares, as resolvers receive them: `{ n: 5 }` for `query ($n: Int = 5)` and `{}`. */
export type VariableValues = Readonly<Record<string, unknown>>;

/** @throws RefusedRequestError with BAD_USER_INPUT for each value that does not fit its type */
export type CoerceVariables = (given: Readonly<Record<string, unknown>>) => VariableValues;

/** As in graphql-js, a request has at most this many errors of variables; with a long document one, because locating each counts its lines. */
const maxErrors = (documentLength: number): number => (documentLength < 20_000 ? 50 : 1);
const tooManyErrors = 'Too many errors processing variables, error limit reached. Execution aborted.';

/**
 * Returns the function that coerces the variables of an operation of a valid document, as `getVariableValues` of graphql-js does. That one prints
 * an invalid value in full into each error, which takes seconds.
 */
export function createCoerceVariables(schema: GraphQLSchema, operation: OperationDefinitionNode): CoerceVariables {
  const { variableDefinitions = [], loc } = operation;
  const variables = variableDefinitions.map((definition) => new Variable(schema, definition));
  const maximum = maxErrors(loc?.source.body.length ?? 0);
  return (given) => {
    // A variable named `__proto__` is a member as any other.
    const values = Object.create(null) as Record<string, unknown>;
    const errors: GraphQLError[] = [];
    const refuse = (error: GraphQLError) => {
      if (errors.length === maximum) throw limitReached;
      errors.push(error);
    };
    try {
      for (const variable of variables) variable.coerce(given, values, refuse);
    } catch (error) {
      if (error !== limitReached) throw error;
      errors.push(new GraphQLError(tooManyErrors, { extensions }));
    }
    if (errors.length > 0) throw new RefusedRequestError(errors);
    return values;
  };
}

class Variable {
  readonly #name: string;
  readonly #type: GraphQLInputType;
  /** graphql-js would compute the location for each error. */
  readonly #located: () => GraphQLError;

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly definition: VariableDefinitionNode,
  ) {
    this.#name = definition.variable.name.value;
    // Validation refuses a variable of an output type.
    this.#type = typeFromAST(schema, definition.type) as GraphQLInputType;
    this.#located = once(() => new GraphQLError('', { nodes: definition }));
  }

  /** Adds the value of the variable to `values`. @param refuse receives each error of the value */
  coerce(given: Readonly<Record<string, unknown>>, values: Record<string, unknown>, refuse: (error: GraphQLError) => void): void {
    const { defaultValue } = this.definition;
    const value = Object.hasOwn(given, this.#name) ? given[this.#name] : undefined;
    if (value === undefined) {
      if (defaultValue) values[this.#name] = valueFromAST(defaultValue, this.#type);
      else if (isNonNullType(this.#type))
        refuse(this.#error(`Variable "$${this.#name}" of required type "${String(this.#type)}" was not provided.`));
    } else if (value === null && isNonNullType(this.#type)) {
      refuse(this.#error(`Variable "$${this.#name}" of non-null type "${String(this.#type)}" must not be null.`));
    } else {
      values[this.#name] = coerceInputValue(value, this.#type, (path, _value, error) =>
        refuse(this.#error(variableMessage(this.#name, path, error.message, this.schema))),
      );
      if (hasRoundedId(this.#type, value))
        refuse(this.#error(`Variable "$${this.#name}": an id beyond 2^53 must be a string. As a number of JSON it has lost digits.`));
    }
  }

  #error(message: string): GraphQLError {
    return locatedAs(this.#located(), new GraphQLError(message, { extensions }));
  }
}

/** Whether a value has an id as a number that a double cannot hold: its digits are not those that the caller sent. */
function hasRoundedId(type: GraphQLInputType, value: unknown): boolean {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [value].flat().some((item) => hasRoundedId(nullable.ofType, item));
  if (isInputObjectType(nullable))
    return isObject(value) && Object.values(nullable.getFields()).some((field) => hasRoundedId(field.type, value[field.name]));
  return nullable === GraphQLID && Number.isInteger(value) && !Number.isSafeInteger(value);
}

const extensions = { code: 'BAD_USER_INPUT' };
const limitReached = new Error('The limit of errors is reached.');
