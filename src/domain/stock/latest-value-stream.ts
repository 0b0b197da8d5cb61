/** An async iterator over pushed values, for one consumer. A consumer slower than the producer receives only the newest value. */
export class LatestValueStream<T> implements AsyncIterableIterator<T> {
  #newest: { readonly value: T } | null = null;
  #pendingNext: ((result: IteratorResult<T>) => void) | null = null;
  #ended = false;

  /** @param onEnd called once, when the consumer ends the stream */
  constructor(private readonly onEnd: () => void) {}

  /** Sends a value. After the end of the stream it is ignored. */
  push(value: T): void {
    if (this.#ended) return;
    if (this.#pendingNext) {
      this.#pendingNext({ value, done: false });
      this.#pendingNext = null;
    } else {
      this.#newest = { value };
    }
  }

  next(): Promise<IteratorResult<T>> {
    if (this.#ended) return Promise.resolve({ value: undefined, done: true });
    if (this.#newest) {
      const { value } = this.#newest;
      this.#newest = null;
      return Promise.resolve({ value, done: false });
    }
    return new Promise((resolve) => (this.#pendingNext = resolve));
  }

  /** Ends the stream immediately, even for a `next` that is pending. */
  return(): Promise<IteratorResult<T>> {
    if (!this.#ended) {
      this.#ended = true;
      this.#pendingNext?.({ value: undefined, done: true });
      this.onEnd();
    }
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
