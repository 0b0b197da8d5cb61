/* A signal that cancels the reads of an operation. */

/** The part of AbortSignal that reads use. An AbortSignal and a {@link Cancellation} both have it. */
export interface CancelSignal {
  readonly aborted: boolean;
  /** Undefined until aborted. */
  readonly reason: unknown;
  /** Each listener is called at most once. */
  addEventListener(type: 'abort', listener: () => void, options: { readonly once: true }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * A controller and its signal in one object, in place of AbortController and AbortSignal: creating those, and adding and removing one
 * listener, takes 4.6 µs, and of this class 0.15 (Node 20.20.2).
 *
 * A query that calls the service has at least three: one ends its reads when the client disconnects or `REQUEST_TIMEOUT_MS` has passed; one
 * belongs to the shared read, which ends when the last of the operations that wait for it is cancelled; one is the deadline of
 * the call to the service.
 *
 * Unlike with AbortSignal:
 * - a listener must not throw, because the listeners after it would not be called;
 * - a listener that is added twice is called twice;
 * - a listener cannot be removed while `abort` calls the listeners.
 *
 * Code that needs a real AbortSignal (a timer of Node, a library) creates an AbortController: subscriptions do, reads do not.
 */
export class Cancellation implements CancelSignal {
  aborted = false;
  reason: unknown = undefined;
  #listeners: (() => void)[] | null = null;
  #wanting = 0;

  /** One more wants what this would cancel. */
  join(): void {
    this.#wanting += 1;
  }

  /** One that has joined no longer wants what this would cancel. When the last one leaves, it is cancelled. */
  leave(): void {
    this.#wanting -= 1;
    if (this.#wanting === 0) this.abort('cancelled');
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    (this.#listeners ??= []).push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const index = this.#listeners?.indexOf(listener) ?? -1;
    if (index !== -1) this.#listeners!.splice(index, 1);
  }

  /** Calls the listeners in the order in which they were added. Calls after the first have no effect. */
  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    const listeners = this.#listeners ?? [];
    this.#listeners = null;
    for (const listener of listeners) listener();
  }
}
