/** When a circuit opens and for how long. */
export interface CircuitRules {
  /** The window in which failures count. */
  readonly windowMs: number;
  /** Fewer calls than this in the window prove nothing. */
  readonly minCalls: number;
  /** The share of failures that opens it. */
  readonly failureShare: number;
  readonly openMs: number;
}

/** An answer to the question whether a call may go out. */
export interface Admission {
  /** 0 when it may. */
  readonly waitMs: number;
  readonly probe: boolean;
}

export type Outcome = 'success' | 'failure' | 'neither';

const buckets = 10;

/** The state of one operation's circuit: closed, open for a while, then half open for one probe. */
export class Circuit {
  #calls = new Array<number>(buckets).fill(0);
  #failures = new Array<number>(buckets).fill(0);
  #newest = 0;
  #openUntil: number | null = null;
  #probing = false;

  constructor(
    private readonly rules: CircuitRules,
    /** Milliseconds, never backwards. */
    private readonly now: () => number,
  ) {}

  /** Whether a call may go out, and if not, for how long. One that is let through an open circuit is its probe. */
  admit(): Admission {
    if (this.#openUntil === null) return { waitMs: 0, probe: false };
    const waitMs = this.#openUntil - this.now();
    if (waitMs > 0 || this.#probing) return { waitMs: Math.max(waitMs, 1_000), probe: false };
    this.#probing = true;
    return { waitMs: 0, probe: true };
  }

  /** A call that was admitted ended so. */
  record({ probe }: Admission, outcome: Outcome): void {
    if (probe) {
      this.#probing = false;
      if (outcome === 'success') this.#close();
      if (outcome === 'failure') this.#open();
      return;
    }
    if (outcome === 'neither' || this.#openUntil !== null) return;
    const bucket = this.#currentBucket();
    this.#calls[bucket]! += 1;
    if (outcome === 'failure') this.#failures[bucket]! += 1;
    const calls = sum(this.#calls);
    if (calls >= this.rules.minCalls && sum(this.#failures) >= calls * this.rules.failureShare) this.#open();
  }

  get isOpen(): boolean {
    return this.#openUntil !== null;
  }

  #open(): void {
    this.#openUntil = this.now() + this.rules.openMs;
  }

  #close(): void {
    this.#openUntil = null;
    this.#calls.fill(0);
    this.#failures.fill(0);
  }

  /** The bucket of this moment; those that time has passed over are emptied. */
  #currentBucket(): number {
    const moment = Math.floor(this.now() / (this.rules.windowMs / buckets));
    for (let passed = Math.max(this.#newest + 1, moment - buckets + 1); passed <= moment; passed += 1) {
      this.#calls[passed % buckets] = 0;
      this.#failures[passed % buckets] = 0;
    }
    this.#newest = Math.max(this.#newest, moment);
    return moment % buckets;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
