/* A stream of values that are pushed, such as events. */

import type { CancelSignal } from './cancellation.js';

/**
 * An async iterator over pushed values, for one consumer. Values that the consumer has not asked for yet wait, as many as `makeRoom` keeps.
 * `return` ends it immediately, even for a `next` that is pending.
 */
export class PushStream<T> implements AsyncIterableIterator<T> {
  #waiting: T[] = [];
  #pendingNext: ((result: IteratorResult<T>) => void) | null = null;
  #ended = false;
  #forgetSignal = () => {};

  constructor(
    /** Called with the values that wait, the newest last. It may remove some, or return false to end the stream and discard them all. */
    private readonly makeRoom: (waiting: T[]) => boolean,
    /** Called once: when the consumer ends the stream, or with `true` when `makeRoom` does. */
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
      this.#pendingNext({ value, done: false });
      this.#pendingNext = null;
      return;
    }
    this.#waiting.push(value);
    if (!this.makeRoom(this.#waiting)) this.#end(true);
  }

  next(): Promise<IteratorResult<T>> {
    if (this.#ended) return Promise.resolve({ value: undefined, done: true });
    const value = this.#waiting.shift();
    if (value === undefined) return new Promise((resolve) => (this.#pendingNext = resolve));
    return Promise.resolve({ value, done: false });
  }

  return(): Promise<IteratorResult<T>> {
    if (!this.#ended) this.#end(false);
    return Promise.resolve({ value: undefined, done: true });
  }

  /** Lets the abort of a signal end the stream, as `return` does. */
  endedBy(signal: CancelSignal): this {
    const end = () => void this.return();
    this.#forgetSignal = () => signal.removeEventListener('abort', end);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    return this;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #end(tooSlow: boolean): void {
    this.#ended = true;
    this.#waiting = [];
    this.#pendingNext?.({ value: undefined, done: true });
    this.#forgetSignal();
    this.onEnd(tooSlow);
  }
}
