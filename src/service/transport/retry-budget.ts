/* The budget of retries, which limits the retries of all calls together. */

/** How fast a budget refills, and its size. */
export interface RetryBudgetRules {
  /** Retries that each call earns, from 0 to 1. */
  readonly perCall: number;
  /** Retries earned in each second. */
  readonly perSecond: number;
  /** The maximum number of retries that can be saved up. */
  readonly maxSaved: number;
}

/** Retries add at most a fifth to the calls, plus three in each second, and at most ten at once. */
export const retryBudgetRules: RetryBudgetRules = { perCall: 0.2, perSecond: 3, maxSaved: 10 };

/**
 * Limits the retries of all calls together. `EVENT_SERVICE_RETRIES` limits those of one call only: with two, a service that fails would get
 * three times its load just when it cannot bear it.
 *
 * Retries are paid from a token bucket. Each call earns a fraction of a retry, and time earns a few more, because a graph with few calls
 * would otherwise never retry. If 100 calls a second all fail, for example, 23 retries a second are granted, and the other calls fail
 * immediately. While few calls fail, the bucket is full and every retry is granted.
 */
export class RetryBudget {
  #tokens: number;
  #refilledAt: number;

  constructor(
    private readonly rules: RetryBudgetRules,
    /** Milliseconds of a monotonic clock. */
    private readonly now: () => number,
  ) {
    this.#tokens = rules.maxSaved;
    this.#refilledAt = now();
  }

  /** Adds what one call earns. */
  earn(): void {
    this.#add(this.rules.perCall);
  }

  /** Takes one retry. @returns false where none is left */
  spend(): boolean {
    const now = this.now();
    this.#add(((now - this.#refilledAt) / 1000) * this.rules.perSecond);
    this.#refilledAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  #add(tokens: number): void {
    this.#tokens = Math.min(this.rules.maxSaved, this.#tokens + tokens);
  }
}
