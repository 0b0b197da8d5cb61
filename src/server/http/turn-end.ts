/**
 * Calls functions together at the end of the current turn of the event loop, in their order.
 *
 * The listener sends responses with it. If 16 requests arrive in one turn, their responses are written one directly after another. The first
 * write wakes the process that reads them, or the network card. The others find it awake, which saves a fifth of the processor time of a
 * short response (bench/README.md). A request that arrives alone loses a few microseconds.
 */
export class TurnEnd {
  #pending: (() => void)[] = [];

  /** Calls the function at the end of this turn. It must not throw. */
  add(callback: () => void): void {
    if (this.#pending.push(callback) === 1) setImmediate(this.#callAll);
  }

  readonly #callAll = (): void => {
    const pending = this.#pending;
    this.#pending = [];
    for (const callback of pending) callback();
  };
}
