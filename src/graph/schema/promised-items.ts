/*
 * Promises as the items of lists, for schemas that graphql-js executes because another server embeds the library. A promise without a handler
 * ends such a server:
 *
 *     attendees: [Attendee!]!      a page of two attendees, both broken
 *     attendee 1                   one field waits, another one fails: its object is a promise that rejects later
 *     attendee 2                   a field that must not be null fails immediately: graphql-js throws, and the promise of attendee 1 is lost
 *
 * Only items of lists can be lost: among the fields of an object, graphql-js awaits what it has begun. An item that is a promise never fails
 * immediately, whatever is wrong with it or below it, so each item of such a list becomes one. The errors stay those of graphql-js.
 * The executor of the program (graph/execution) awaits what it has begun and does not need this.
 */

import {
  defaultFieldResolver,
  getNullableType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import { isIterable, isPromise } from '../../primitives/values.js';

/** Makes every field with a list of non-null items return promises as items. */
export function promiseItems(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) if (hasNonNullItems(field.type)) promiseItemsOf(field);
  }
}

/** Whether a type is a list whose items must not be null, or a list of such lists. */
function hasNonNullItems(type: GraphQLOutputType): boolean {
  const list = getNullableType(type);
  return isListType(list) && (isNonNullType(list.ofType) || hasNonNullItems(list.ofType));
}

function promiseItemsOf(field: GraphQLField<unknown, unknown>): void {
  const { type, resolve = defaultFieldResolver } = field;
  field.resolve = (source, args, context, info) => {
    const value: unknown = resolve(source, args, context, info);
    return isPromise(value) ? value.then((settled) => withPromisedItems(type, settled)) : withPromisedItems(type, value);
  };
}

/** Returns a list with promises as items. Any other value is returned as it is. */
function withPromisedItems(type: GraphQLOutputType, value: unknown): unknown {
  const list = getNullableType(type);
  if (!isListType(list) || !isIterable(value)) return value;
  return Array.from(value, (item) => promisedItem(list.ofType, item));
}

function promisedItem(type: GraphQLOutputType, item: unknown): Promise<unknown> {
  if (!isPromise(item)) return Promise.resolve(withPromisedItems(type, item));
  const promised = item.then((settled) => withPromisedItems(type, settled));
  // The server may end the execution before it awaits the item.
  promised.catch(() => {});
  return promised;
}
