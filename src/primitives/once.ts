/**
 * Returns a function that makes a value at its first call, and returns the same value at each later call. `make` returns neither null nor
 * undefined.
 */
export function once<T extends object | string>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
