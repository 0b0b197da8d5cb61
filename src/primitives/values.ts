/* Type guards and other checks of values, and a value that is made once. */

/** Whether a string is empty, or white space only. */
export const isBlank = (text: string): boolean => text.trim() === '';

/** Whether a value is an object by its type, and no array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value is an object that can be iterated, so not a string. */
export const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { [Symbol.iterator]?: unknown })[Symbol.iterator] === 'function';

export const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** Whether a value is a promise, of any implementation. */
export function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

/** Returns what was thrown as an error: itself, unless JavaScript code has thrown another value. */
export const toError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error('Something other than an Error was thrown.');

/** The beginning of a text, of at most so many UTF-16 units, without half of a character. */
export const beginningOf = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

/**
 * Returns a function that makes a value at its first call, and returns the same value at each later call. `make` returns neither null nor
 * undefined.
 */
export function memoized<T extends object | string>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
