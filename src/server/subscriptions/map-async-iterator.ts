/**
 * Maps the items of an async iterator. It is not an async generator: `return()` of a generator waits until its pending `next()`
 * settles, so a subscription without events could not be ended.
 */
export function mapAsyncIterator<From, To>(
  items: AsyncIterator<From, unknown, unknown>,
  map: (item: From) => To | Promise<To>,
): AsyncIterableIterator<To> {
  const step = async (next: Promise<IteratorResult<From, unknown>>): Promise<IteratorResult<To>> => {
    const { value, done } = await next;
    if (done) return { value: undefined, done };
    try {
      return { value: await map(value), done: false };
    } catch (error) {
      await items.return?.();
      throw error;
    }
  };
  return {
    next: () => step(items.next()),
    return: async () => (items.return ? step(items.return()) : { value: undefined, done: true }),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
