/** How many retries calls may cause: a share of the calls made, and a few each second so that a quiet service is tried again too. */
export class RetryBudget {
  #tokens: number;
  #refilledAt: number;

  constructor(
    private readonly rules: { readonly share: number; readonly perSecond: number; readonly most: number },
    /** Milliseconds, never backwards. */
    private readonly now: () => number,
  ) {
    this.#tokens = rules.most;
    this.#refilledAt = now();
  }

  /** A call was made, which earns its share of a retry. */
  earn(): void {
    this.#tokens = Math.min(this.rules.most, this.#tokens + this.rules.share);
  }

  /** Takes one retry. @returns false where none is left. */
  spend(): boolean {
    const now = this.now();
    this.#tokens = Math.min(this.rules.most, this.#tokens + ((now - this.#refilledAt) / 1000) * this.rules.perSecond);
    this.#refilledAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
