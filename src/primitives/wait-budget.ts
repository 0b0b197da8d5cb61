/* The time that one operation may wait for the store that replicas share. */

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
