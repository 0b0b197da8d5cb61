import { defaultFieldResolver, GraphQLError, isObjectType, type GraphQLField, type GraphQLSchema } from 'graphql';
import { EventGraphError } from '../model/errors.js';

/** An error of ours as GraphQL servers show it to callers. Its `cause` is the error that was thrown. */
export class EventGraphQLError extends GraphQLError {
  constructor(override readonly cause: EventGraphError) {
    // Not as originalError: GraphQL Yoga masks what stems from any other class than GraphQLError.
    super(cause.message, { extensions: { code: cause.code, ...cause.details() } });
    // Where it was thrown, and not where it was wrapped: Apollo Server shows stacks outside production.
    if (cause.stack !== undefined) this.stack = cause.stack;
  }
}

/**
 * Makes every field of a schema fail with GraphQLErrors, for schemas that another server executes: it shows those and masks
 * others. Errors that are not ours are defects and stay as they are. The program's own schema does without, as its server
 * formats errors itself.
 */
export function failWithGraphQLErrors(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) wrap(field);
  }
}

function wrap(field: GraphQLField<unknown, unknown>): void {
  const { resolve = defaultFieldResolver, subscribe } = field;
  field.resolve = (source, args, context, info) => guarded(() => resolve(source, args, context, info));
  if (subscribe) field.subscribe = (source, args, context, info) => guarded(() => subscribe(source, args, context, info));
}

function guarded(resolve: () => unknown): unknown {
  try {
    return shown(resolve());
  } catch (error) {
    throw toGraphQLError(error);
  }
}

/** A resolved value. graphql-js also takes errors and promises that are a value or an item of a list. */
function shown(value: unknown): unknown {
  if (value instanceof Error) return toGraphQLError(value);
  if (isPromise(value)) return value.then(shown, rejectShown);
  return Array.isArray(value) && value.some(mayFail) ? value.map(shown) : value;
}

const mayFail = (item: unknown): boolean => item instanceof Error || isPromise(item) || Array.isArray(item);

function rejectShown(error: unknown): never {
  throw toGraphQLError(error);
}

function toGraphQLError(error: unknown): unknown {
  return error instanceof EventGraphError ? new EventGraphQLError(error) : error;
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
