import { defaultFieldResolver, GraphQLError, isObjectType, type GraphQLField, type GraphQLSchema } from 'graphql';
import { isPromise } from '../../primitives/values.js';
import { EventGraphError } from '../../records/errors.js';

/** An EventGraphError as a GraphQLError, which GraphQL servers show to callers. Its `cause` is the error that was thrown. */
export class EventGraphQLError extends GraphQLError {
  constructor(override readonly cause: EventGraphError) {
    // Not as originalError: GraphQL Yoga masks an error whose originalError is not a GraphQLError.
    super(cause.message, { extensions: { code: cause.code, ...cause.details() } });
    // The stack of the place where it was thrown: Apollo Server shows stacks outside production.
    if (cause.stack !== undefined) this.stack = cause.stack;
  }
}

/**
 * Makes every field of a schema fail with GraphQLErrors. It is for schemas that another server executes, because other servers
 * mask every other class of error. Errors that are not EventGraphErrors are defects and stay as they are. The program itself
 * does not need it: its server formats errors (error-format.ts).
 */
export function failWithGraphQLErrors(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) convertErrorsOf(field);
  }
}

function convertErrorsOf(field: GraphQLField<unknown, unknown>): void {
  const { resolve = defaultFieldResolver, subscribe } = field;
  field.resolve = (source, args, context, info) => resolveConverting(() => resolve(source, args, context, info));
  if (subscribe) field.subscribe = (source, args, context, info) => resolveConverting(() => subscribe(source, args, context, info));
}

function resolveConverting(resolve: () => unknown): unknown {
  try {
    return convertedValue(resolve());
  } catch (error) {
    throw convertedError(error);
  }
}

/** Converts the errors in a resolved value. graphql-js also accepts errors and promises as values and as items of lists. */
function convertedValue(value: unknown): unknown {
  if (value instanceof Error) return convertedError(value);
  if (isPromise(value)) return value.then(convertedValue, rejectConverted);
  return Array.isArray(value) && value.some(mayFail) ? value.map(convertedValue) : value;
}

const mayFail = (item: unknown): boolean => item instanceof Error || isPromise(item) || Array.isArray(item);

function rejectConverted(error: unknown): never {
  throw convertedError(error);
}

function convertedError(error: unknown): unknown {
  return error instanceof EventGraphError ? new EventGraphQLError(error) : error;
}
