/* The variables of an operation: coerced to their types before anything is planned, with errors that quote no value. */

import {
  GraphQLError,
  GraphQLID,
  isInputObjectType,
  isListType,
  isNonNullType,
  typeFromAST,
  valueFromAST,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
} from 'graphql';
import { calendarDateExpected } from '../../primitives/calendar.js';
import { isObject, once } from '../../primitives/values.js';
import { badInput, expectedType, locatedAs, RefusedRequestError } from './errors.js';

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
export function createCoerceVariables(schema: GraphQLSchema, { variableDefinitions = [], loc }: OperationDefinitionNode): CoerceVariables {
  const variables = variableDefinitions.map((definition) => new Variable(schema, definition));
  const maximum = maxErrors(loc?.source.body.length ?? 0);
  return (given) => {
    // A variable named `__proto__` is a member as any other.
    const values = Object.create(null) as Record<string, unknown>;
    const errors: GraphQLError[] = [];
    for (const variable of variables) {
      const coercion = new Coercion(variable, errors, maximum);
      const value = Object.hasOwn(given, variable.name) ? given[variable.name] : undefined;
      if (value !== undefined) values[variable.name] = coercion.variable(value);
      else if (variable.definition.defaultValue) values[variable.name] = valueFromAST(variable.definition.defaultValue, variable.type);
      else if (isNonNullType(variable.type)) coercion.refuse(`of required type "${String(variable.type)}" was not provided.`);
    }
    if (errors.length > 0) throw new RefusedRequestError(errors);
    return values;
  };
}

class Variable {
  readonly name: string;
  readonly type: GraphQLInputType;
  /** graphql-js would compute the location for each error. */
  readonly located: () => GraphQLError;

  constructor(
    schema: GraphQLSchema,
    readonly definition: VariableDefinitionNode,
  ) {
    this.name = definition.variable.name.value;
    // Validation refuses a variable of an output type.
    this.type = typeFromAST(schema, definition.type) as GraphQLInputType;
    this.located = once(() => new GraphQLError('', { nodes: definition }));
  }
}

/** Coerces the value of one variable in one request. What it refuses is added to the errors, and undefined in the result. */
class Coercion {
  /** Where the current value is in that of the variable: `["attendees", 0, "mobile"]`. */
  readonly #path: (string | number)[] = [];

  constructor(
    private readonly declared: Variable,
    private readonly errors: GraphQLError[],
    private readonly maximum: number,
  ) {}

  variable(value: unknown): unknown {
    const { type } = this.declared;
    if (value === null && isNonNullType(type)) return this.refuse(`of non-null type "${String(type)}" must not be null.`);
    return this.#value(value, type);
  }

  /** @param problem without the value @throws RefusedRequestError beyond the maximum of errors */
  refuse(problem: string): undefined {
    const { errors, maximum, declared } = this;
    if (errors.length === maximum) throw new RefusedRequestError([...errors, badInput(tooManyErrors)]);
    errors.push(locatedAs(declared.located(), badInput(`Variable "$${declared.name}" ${problem}`)));
  }

  #value(value: unknown, type: GraphQLInputType): unknown {
    const isNull = value === null || value === undefined;
    if (isNonNullType(type)) {
      if (!isNull) return this.#value(value, type.ofType);
      return this.#refuseValue(`Expected non-nullable type "${String(type)}" not to be null.`);
    }
    if (isNull) return null;
    // A single value is a list of one.
    if (isListType(type)) {
      if (!Array.isArray(value)) return [this.#value(value, type.ofType)];
      return value.map((item, index) => this.#member(item, type.ofType, index));
    }
    return isInputObjectType(type) ? this.#object(value, type) : this.#leaf(value, type);
  }

  #member(value: unknown, type: GraphQLInputType, key: string | number): unknown {
    this.#path.push(key);
    const coerced = this.#value(value, type);
    this.#path.pop();
    return coerced;
  }

  #object(value: unknown, type: GraphQLInputObjectType): unknown {
    if (!isObject(value)) return this.#refuseValue(`Expected type "${type.name}" to be an object.`);
    const fields = type.getFields();
    const members = Object.create(null) as Record<string, unknown>;
    for (const { name, type: fieldType, defaultValue } of Object.values(fields)) {
      const given = value[name];
      if (given !== undefined) members[name] = this.#member(given, fieldType, name);
      else if (defaultValue !== undefined) members[name] = defaultValue;
      else if (isNonNullType(fieldType)) this.#refuseValue(`Field "${name}" of required type "${String(fieldType)}" was not provided.`);
    }
    for (const name of Object.keys(value))
      if (!fields[name])
        this.#refuseValue(`${looksLikeName.test(name) ? `Field "${name}"` : 'A field'} is not defined by type "${type.name}".`);
    if (type.isOneOf && (Object.keys(members).length !== 1 || Object.values(members)[0] === null)) this.#refuseValue(expectedType(type));
    return members;
  }

  #leaf(value: unknown, type: GraphQLLeafType): unknown {
    if (type === GraphQLID && Number.isInteger(value) && !Number.isSafeInteger(value)) return this.#refuseValue(roundedId);
    try {
      const parsed: unknown = type.parseValue(value);
      if (parsed !== undefined) return parsed;
    } catch (error) {
      // Other messages quote the value.
      if (error instanceof GraphQLError && error.message === calendarDateExpected) return this.#refuseValue(calendarDateExpected);
    }
    return this.#refuseValue(expectedType(type));
  }

  #refuseValue(reason: string): undefined {
    const keys = this.#path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
    return this.refuse(`got an invalid value${keys && ` at "${this.declared.name}${keys}"`}; ${reason}`);
  }
}

/** A key that looks like the name of a field. Others can be values, such as a mobile number, and are not quoted. */
const looksLikeName = /^(?!\w*\d{5})[_A-Za-z]\w{0,63}$/;

const roundedId = 'an id beyond 2^53 must be a string. As a number of JSON it has lost digits.';
