/** A stream of values for one reader, who sees the newest only when slower than the writer. Ends at once when the reader leaves. */
export class Channel<T> implements AsyncIterableIterator<T> {
  #newest: { readonly value: T } | null = null;
  #waiting: ((result: IteratorResult<T>) => void) | null = null;
  #over = false;

  constructor(private readonly onLeave: () => void) {}

  push(value: T): void {
    if (this.#over) return;
    if (this.#waiting) {
      this.#waiting({ value, done: false });
      this.#waiting = null;
    } else {
      this.#newest = { value };
    }
  }

  next(): Promise<IteratorResult<T>> {
    if (this.#over) return Promise.resolve({ value: undefined, done: true });
    if (this.#newest) {
      const { value } = this.#newest;
      this.#newest = null;
      return Promise.resolve({ value, done: false });
    }
    return new Promise((resolve) => (this.#waiting = resolve));
  }

  return(): Promise<IteratorResult<T>> {
    if (!this.#over) {
      this.#over = true;
      this.#waiting?.({ value: undefined, done: true });
      this.onLeave();
    }
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
