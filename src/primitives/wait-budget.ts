/* The time that one operation may wait for the store that replicas share. */

/** How long an operation waits for the store that replicas share, in all. */
const maxWaitMs = 250;

/** The time that one operation may wait for the store that replicas share. All its steps take from one budget. */
export class WaitBudget {
  #leftMs: number;

  constructor(totalMs: number) {
    this.#leftMs = totalMs;
  }

  /** Milliseconds, never below 0. */
  get leftMs(): number {
    return this.#leftMs;
  }

  spend(ms: number): void {
    this.#leftMs = Math.max(0, this.#leftMs - ms);
  }
}

/** Returns the budget of one operation, or of a step that no operation waits for. */
export const newWaitBudget = (): WaitBudget => new WaitBudget(maxWaitMs);
