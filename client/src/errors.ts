/* What failed must not be cached as null: without its error, null would mean that there is nothing. urql's Graphcache knows this itself. */

import { isStored } from './merge.js';

interface Response {
  readonly data?: unknown;
  readonly errors?: readonly { readonly path?: readonly (string | number)[] | undefined }[] | undefined;
}

/**
 * Returns a response whose data lacks the fields that are null by an error, for a link of Apollo Client: the cache then keeps what it has of
 * them, or requests them when they are read again.
 */
export function withoutFailedFields<Result extends object>(response: Result): Result {
  const { data, errors = [] }: Response = response;
  return errors.length === 0 ? response : { ...response, data: errors.reduce((rest, { path }) => without(rest, path ?? []), data) };
}

/** Returns the value without the first field of the path that is null. */
function without(value: unknown, [name, ...path]: readonly (string | number)[]): unknown {
  if (name === undefined) return value;
  if (Array.isArray(value)) return value.map((item: unknown, index) => (index === name ? without(item, path) : item));
  if (!isStored(value)) return value;
  const { [name]: field, ...others } = value;
  return field === null || field === undefined ? others : { ...value, [name]: without(field, path) };
}
