/** A caller's share: it fills steadily, and may be spent in bursts, below zero too. */
export class TokenBucket {
  #tokens: number;
  #at: number;

  constructor(
    readonly perSecond: number,
    readonly capacity: number,
    /** Milliseconds, on any clock that never goes backwards. */
    now: number,
  ) {
    this.#tokens = capacity;
    this.#at = now;
  }

  /** How long until it holds a whole token; 0 when it does. */
  emptyForMs(now: number): number {
    this.#fill(now);
    return this.#tokens >= 1 ? 0 : Math.ceil(((1 - this.#tokens) / this.perSecond) * 1000);
  }

  spend(tokens: number, now: number): void {
    this.#fill(now);
    this.#tokens -= tokens;
  }

  #fill(now: number): void {
    this.#tokens = Math.min(this.capacity, this.#tokens + ((now - this.#at) / 1000) * this.perSecond);
    this.#at = now;
  }
}
