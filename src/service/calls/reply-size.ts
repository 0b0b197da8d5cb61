/** The size of the reply that a decoded value was read from. `createCall` records it, and the cache of content bounds its memory by it. */
const sizes = new WeakMap<object, number>();

/** Records the bytes of the reply from which a value was decoded. A value that is not an object is small, and is not recorded. */
export function recordReplySize(value: unknown, bytes: number): void {
  if (typeof value === 'object' && value !== null) sizes.set(value, bytes);
}

/** Returns the bytes of the reply from which a value was decoded; 0 if they are not recorded. */
export const replySizeOf = (value: unknown): number => (typeof value === 'object' && value !== null && sizes.get(value)) || 0;
