/* Waiting for a limited time. */

const timeUp = Symbol('time up');

/**
 * Waits for work, for a limited time. In a busy process the timer can fire late, when a reply has arrived and is not read yet. The turns of
 * setImmediate let it be read first.
 *
 * @param late returns the result if the time ends first. What the work returns later, also an error, is dropped.
 */
export async function within<Result, Late>(ms: number, work: Promise<Result>, late: () => Late): Promise<Result | Late> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<typeof timeUp>((resolve) => {
    timer = setTimeout(() => setImmediate(() => setImmediate(resolve, timeUp)), ms);
  });
  const first = await Promise.race([work, end]).finally(() => clearTimeout(timer));
  return first === timeUp ? late() : first;
}

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

/** The longest delay that setTimeout accepts; it runs immediately for a longer one. */
export const maxTimerMs = 2 ** 31 - 1;
