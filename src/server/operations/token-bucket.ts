/** Differences below this come from adding fractions, and are no tokens. */
const rounding = 1e-6;

/**
 * A caller's rate limit: the bucket fills at a steady rate up to its capacity, and tokens are reserved before they are
 * spent. Over any time, no more is spent than the capacity, what that time fills, and what the last reservation exceeds
 * the capacity by.
 */
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

  /** May be below zero: a full bucket grants any reservation, or one larger than its capacity could never be granted. */
  tokens(now: number): number {
    this.#fill(now);
    return this.#tokens;
  }

  /** Takes tokens, all or none. @returns 0 where they were taken, else the milliseconds until they could be. */
  reserve(tokens: number, now: number): number {
    this.#fill(now);
    const missing = Math.min(tokens, this.capacity) - this.#tokens;
    if (tokens > 0 && missing > rounding) return Math.ceil((missing / this.perSecond) * 1000);
    this.#tokens -= tokens;
    return 0;
  }

  /** Replaces a reservation by what was spent of it, or beyond it. The bucket never holds more than its capacity. */
  settle(reserved: number, spent: number, now: number): void {
    this.#fill(now);
    this.#tokens = Math.min(this.capacity, this.#tokens + reserved - spent);
  }

  #fill(now: number): void {
    this.#tokens = Math.min(this.capacity, this.#tokens + ((now - this.#at) / 1000) * this.perSecond);
    this.#at = now;
  }
}
