/* A token bucket: the arithmetic of the rate limit, and of the budget of retries; and the buckets of callers in a shared store. */

import type { WaitBudget } from './waiting.js';

/** How fast a bucket fills, and how much it holds. */
export interface BucketRules {
  /** The tokens that a second adds, until the bucket is full. */
  readonly perSecond: number;
  /** The tokens of a full bucket. A bucket begins full. */
  readonly capacity: number;
}

/** Differences below this are rounding errors of floating-point sums. */
const rounding = 1e-6;

/**
 * A token bucket: it is refilled at a constant rate up to its capacity, and tokens are reserved before they are spent.
 *
 * In a period of t seconds at most `capacity + t * perSecond` tokens are spent, plus two amounts:
 * - that by which the last reservation exceeds the capacity: a full bucket grants a reservation of any size, because a larger one could
 *   otherwise never be granted. Its balance is then negative, and the next reservation waits until it is refilled.
 * - the tokens that reservations of the time before return: the bucket may have been refilled in the meantime, as if they were spent.
 */
export class TokenBucket {
  #tokens: number;
  #at: number;

  /** @param now milliseconds of a monotonic clock */
  constructor(
    private readonly rules: BucketRules,
    now: number,
  ) {
    this.#tokens = rules.capacity;
    this.#at = now;
  }

  /** Takes all of the tokens, or none. @returns 0 if they were taken, otherwise the milliseconds until they can be */
  reserve(tokens: number, now: number): number {
    this.#fill(now);
    const missing = Math.min(tokens, this.rules.capacity) - this.#tokens;
    if (tokens > 0 && missing > rounding) return Math.ceil((missing * 1000) / this.rules.perSecond);
    this.#tokens -= tokens;
    return 0;
  }

  /** Puts tokens back, or takes more if the number is negative. The balance never exceeds the capacity. */
  add(tokens: number, now: number): void {
    this.#fill(now);
    this.#tokens = Math.min(this.rules.capacity, this.#tokens + tokens);
  }

  #fill(now: number): void {
    this.#tokens = Math.min(this.rules.capacity, this.#tokens + ((now - this.#at) / 1000) * this.rules.perSecond);
    this.#at = now;
  }
}

/** The token buckets of the rate limit, one for each caller, in a store that several processes share. */
export interface BucketStore {
  /** Takes tokens. @returns 0 if they were taken, the milliseconds until they can be, or null if the store cannot be used now */
  reserve(caller: string, rules: BucketRules, tokens: number, storeWait?: WaitBudget): Promise<number | null>;
  /** Puts tokens back, or takes more if the number is negative. No operation waits for it. */
  settle(caller: string, rules: BucketRules, tokens: number): void;
}
