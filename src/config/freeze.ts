/** Freezes plain objects and arrays at every depth. */
export function freeze<T extends object>(tree: T): Readonly<T> {
  for (const value of Object.values(tree) as unknown[]) if (isFreezable(value)) freeze(value);
  return Object.freeze(tree);
}

const isFreezable = (value: unknown): value is object =>
  Array.isArray(value) || (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype);
