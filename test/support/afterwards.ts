declare global {
  /** `jest/closing-environment.mjs` defines it. */
  var runAfterwards: (close: () => unknown) => void;
}

/** Has a function called when the test ends that is running, or the describe block whose beforeAll is running, after their hooks. */
export const afterwards = (close: () => unknown): void => runAfterwards(close);

/**
 * Has a resource closed when the test or the describe block ends that opened it, even if it fails. A test may close it earlier.
 * @returns the resource; its `close` acts once
 */
export function closedAfterwards<T extends { close(): unknown }>(resource: T): T {
  const close = resource.close.bind(resource);
  let closed: { readonly result: unknown } | undefined;
  Object.assign(resource, { close: () => (closed ??= { result: close() }).result });
  afterwards(() => resource.close());
  return resource;
}
