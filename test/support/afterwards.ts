/* Closes what a test has opened when the test ends. */

declare global {
  /** `jest/closing-environment.mjs` defines it. */
  var runAfterwards: (close: () => unknown) => void;
}

/** Calls a function when the running test, or the describe block whose beforeAll is running, has ended with its hooks. */
export const afterwards = (close: () => unknown): void => runAfterwards(close);

/**
 * Closes a resource when the test or the describe block that opened it ends, even if it fails. A test may close it earlier.
 * @returns the resource; its `close` acts once
 */
export function closedAfterwards<T extends { close(): unknown }>(resource: T): T {
  const close = resource.close.bind(resource);
  let closed: { readonly result: unknown } | undefined;
  Object.assign(resource, { close: () => (closed ??= { result: close() }).result });
  afterwards(() => resource.close());
  return resource;
}
