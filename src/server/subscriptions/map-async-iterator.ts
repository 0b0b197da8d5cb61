/**
 * Maps the items of an async iterator. It is not an async generator: `return()` of a generator waits until its pending `next()`
 * settles, so a subscription without events could not be ended. An item that is mapped when `return()` is called is dropped.
 * @param onReturn called when the consumer calls `return()`
 */
export function mapAsyncIterator<From, To>(
  items: AsyncIterator<From, unknown, unknown>,
  map: (item: From) => To | Promise<To>,
  onReturn: () => void = () => {},
): AsyncIterableIterator<To> {
  let returned = false;
  const step = async (next: Promise<IteratorResult<From, unknown>>): Promise<IteratorResult<To>> => {
    const { value, done } = await next;
    if (done) return { value: undefined, done };
    try {
      const mapped = await map(value);
      return returned ? { value: undefined, done: true } : { value: mapped, done: false };
    } catch (error) {
      await items.return?.();
      throw error;
    }
  };
  return {
    next: () => step(items.next()),
    return: async () => {
      returned = true;
      onReturn();
      return items.return ? step(items.return()) : { value: undefined, done: true };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
