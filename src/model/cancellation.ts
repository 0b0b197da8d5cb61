/** What an AbortSignal and a {@link Cancellation} have in common. */
export interface CancelSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  /** Listeners are called once. */
  addEventListener(type: 'abort', listener: () => void, options: { readonly once: true }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * An AbortController and its signal in one, at a fraction of the cost: each request has several. It does without what they
 * do for strangers: a listener must not throw, is called as often as it was added, and cannot be taken off by another one
 * that is being called.
 */
export class Cancellation implements CancelSignal {
  aborted = false;
  reason: unknown = undefined;
  #listeners: (() => void)[] | null = null;

  addEventListener(_type: 'abort', listener: () => void): void {
    (this.#listeners ??= []).push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const index = this.#listeners?.indexOf(listener) ?? -1;
    if (index !== -1) this.#listeners!.splice(index, 1);
  }

  /** Only the first call counts. */
  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    const listeners = this.#listeners ?? [];
    this.#listeners = null;
    for (const listener of listeners) listener();
  }
}
