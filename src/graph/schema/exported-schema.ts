/*
 * What a schema needs that another server executes, by graphql-js, because it embeds the library. The executor of the
 * program (graph/execution) does not need it.
 *
 * Errors of ours become GraphQLErrors: other servers mask every other class. Errors that are not of ours are defects and stay as they are.
 *
 * Items of lists become promises. A promise without a handler ends such a server:
 *
 *     attendees: [Attendee!]!      a page of two attendees, both broken
 *     attendee 1                   one field waits, another one fails: its object is a promise that rejects later
 *     attendee 2                   a field that must not be null fails immediately: graphql-js throws, and loses the promise of attendee 1
 *
 * Only items of lists that must not be null can be lost: among the fields of an object, graphql-js awaits what it has begun. An item that
 * is a promise never fails immediately, whatever is wrong with it or below it.
 */

import { defaultFieldResolver, getNullableType, isListType, isNonNullType, type GraphQLOutputType, type GraphQLSchema } from 'graphql';
import { isIterable, isPromise } from '../../primitives/values.js';
import { EventGraphError } from '../../records/errors.js';
import { EventGraphQLError } from '../format-error.js';
import { objectFieldsOf } from '../type-names.js';

/** Prepares every field of a schema for other servers, in place. */
export function exportSchema(schema: GraphQLSchema): void {
  for (const { field } of objectFieldsOf(schema)) {
    const { type, resolve = defaultFieldResolver, subscribe } = field;
    field.resolve = (source, args, context, info) => exportedResult(() => resolve(source, args, context, info), type);
    if (subscribe) field.subscribe = (source, args, context, info) => exportedResult(() => subscribe(source, args, context, info), type);
  }
}

function exportedResult(resolve: () => unknown, type: GraphQLOutputType): unknown {
  try {
    return exportedValue(resolve(), type);
  } catch (error) {
    throw exportedError(error);
  }
}

/** graphql-js also accepts errors and promises as values and as items of lists. */
function exportedValue(value: unknown, type: GraphQLOutputType): unknown {
  if (value instanceof Error) return exportedError(value);
  if (isPromise(value)) return value.then((settled) => exportedValue(settled, type), rejectExported);
  const list = getNullableType(type);
  return isListType(list) && isIterable(value) ? Array.from(value, (item) => exportedItem(item, list.ofType)) : value;
}

function exportedItem(item: unknown, type: GraphQLOutputType): unknown {
  const exported = exportedValue(item, type);
  if (!isNonNullType(type)) return exported;
  const promised = Promise.resolve(exported);
  // The server may end the execution before it awaits the item.
  promised.catch(() => {});
  return promised;
}

function rejectExported(error: unknown): never {
  throw exportedError(error);
}

const exportedError = (error: unknown): unknown => (error instanceof EventGraphError ? new EventGraphQLError(error) : error);
