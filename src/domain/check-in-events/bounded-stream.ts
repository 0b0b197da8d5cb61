/* A stream of pushed items for one consumer, which ends if too much waits. */

/** The limits of what may wait for one consumer. A single item may exceed `bytes`. */
export interface StreamBounds {
  readonly items: number;
  readonly bytes: number;
}

/**
 * An async iterator over pushed values, for one consumer, which receives each of them in order. It ends when more values wait than
 * the bounds allow: the values that wait are discarded, because the consumer has missed one anyway.
 */
export class BoundedStream<T extends { readonly bytes: number }> implements AsyncIterableIterator<T> {
  #waiting: T[] = [];
  #bytes = 0;
  #pendingNext: ((result: IteratorResult<T>) => void) | null = null;
  #ended = false;

  /** @param onEnd called once: when the consumer ends the stream, or with `true` when it is too slow */
  constructor(
    private readonly bounds: StreamBounds,
    private readonly onEnd: (tooSlow: boolean) => void,
  ) {}

  /** The values that the consumer receives next. */
  get waiting(): readonly T[] {
    return this.#waiting;
  }

  /** Sends a value. After the end of the stream it is ignored. */
  push(value: T): void {
    if (this.#ended) return;
    if (this.#pendingNext) {
      const resolve = this.#pendingNext;
      this.#pendingNext = null;
      return resolve({ value, done: false });
    }
    const isTooMuch = this.#waiting.length >= this.bounds.items || this.#bytes + value.bytes > this.bounds.bytes;
    if (isTooMuch && this.#waiting.length > 0) return this.#end(true);
    this.#waiting.push(value);
    this.#bytes += value.bytes;
  }

  next(): Promise<IteratorResult<T>> {
    if (this.#ended) return Promise.resolve({ value: undefined, done: true });
    const value = this.#waiting.shift();
    if (value === undefined) return new Promise((resolve) => (this.#pendingNext = resolve));
    this.#bytes -= value.bytes;
    return Promise.resolve({ value, done: false });
  }

  /** Ends the stream immediately, even for a `next` that is pending. */
  return(): Promise<IteratorResult<T>> {
    if (!this.#ended) this.#end(false);
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #end(tooSlow: boolean): void {
    this.#ended = true;
    this.#waiting = [];
    this.#pendingNext?.({ value: undefined, done: true });
    this.onEnd(tooSlow);
  }
}
