/* Decides when a worker that has ended is replaced. */

/** The delay before the first worker that ended is replaced. It doubles with each further one, up to the longest. */
const firstDelayMs = 100;
const maxDelayMs = 5_000;
/** If the worker that ended was ready for this long, the delay is reset. */
const healthyAfterMs = 30_000;
/** The program ends if this many workers in a row ended before they were ready, during its start or while none serves. */
const maxFailedStarts = 5;

/** The error if workers keep ending before they are ready. */
export class WorkersEndedError extends Error {
  override readonly name = 'WorkersEndedError';
  constructor() {
    super('the workers end before they are ready; the lines above state the exit code or signal of each');
  }
}

/** Decides when a worker that ended is replaced, by counting the ends of workers. */
export class Restarts {
  #shortLives = 0;
  #failedStarts = 0;

  /** Records that a worker has become ready. */
  started(): void {
    this.#failedStarts = 0;
  }

  /**
   * Records that a worker has ended.
   * @param readyForMs how long it had been ready; null if it never was
   * @param serving the number of workers that are ready; 0 until the program has started
   * @returns the delay before its replacement starts; null if none should start, because workers keep ending at their start
   */
  ended(readyForMs: number | null, serving: number): number | null {
    if (readyForMs === null) this.#failedStarts += 1;
    if (readyForMs !== null && readyForMs >= healthyAfterMs) this.#shortLives = 0;
    this.#shortLives += 1;
    if (this.#failedStarts >= maxFailedStarts && serving === 0) return null;
    return Math.min(maxDelayMs, firstDelayMs * 2 ** (this.#shortLives - 1));
  }
}
