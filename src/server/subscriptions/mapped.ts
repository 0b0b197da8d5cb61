/** What an iterator gives, each made into something else. Not a generator: one that waits cannot be left before what it waits for comes. */
export function mapped<From, To>(
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
