/* One circuit: it opens when too many calls fail, and closes after a probe. */

/** When a circuit opens, and for how long. */
export interface CircuitRules {
  /** The period whose calls count. */
  readonly windowMs: number;
  /** A circuit stays closed while the window has fewer calls than this: two failures of three calls prove little. */
  readonly minCalls: number;
  /** The fraction of failed calls, from 0 to 1, that opens the circuit. */
  readonly failureShare: number;
  /** How long an open circuit refuses calls before it admits a probe. */
  readonly openMs: number;
}

/** A circuit opens for 5 s when half of at least 20 calls in 10 s fail. */
export const circuitRules: CircuitRules = { windowMs: 10_000, minCalls: 20, failureShare: 0.5, openMs: 5_000 };

/** Permission for one call, or the time after which to ask again. */
export interface Admission {
  /** Milliseconds; 0 for a call that may go out. */
  readonly waitMs: number;
  /** Whether this call is the probe of an open circuit. */
  readonly probe: boolean;
}

/** What a call shows about the service. `ignored`: nothing, because the service had no part in its failure. */
export type CircuitEvidence = 'success' | 'failure' | 'ignored';

/** The window is divided into this many buckets, so that old calls leave it a tenth at a time. */
const buckets = 10;

/** The shortest wait that a refused call reports while a probe is out: the probe has no known end. */
const shortestWaitMs = 1_000;

/**
 * The circuit breaker of one endpoint.
 *
 * While the service fails at an endpoint, every further call costs a connection, a place in the queue and the caller's time, and
 * adds load to a service that is already in trouble. So the circuit counts how calls end, and has three states:
 *
 * - **closed**: calls go out. The circuit opens when enough calls of the last window failed (`circuitRules`).
 * - **open**: calls are refused at once with the time that is left, and nothing is sent.
 * - **half open**, after `openMs`: one call goes out as a probe, the others are still refused. A successful probe closes the
 *   circuit and clears the counts; a failed one opens it for another `openMs`; an ignored one leaves the place to the next call.
 *
 * Calls that were admitted before the circuit opened and end after it are not counted: they show the state that opened it.
 */
export class Circuit {
  #calls = new Array<number>(buckets).fill(0);
  #failures = new Array<number>(buckets).fill(0);
  #newestPeriod = 0;
  #openUntil: number | null = null;
  #probing = false;

  constructor(
    private readonly rules: CircuitRules,
    /** Milliseconds of a monotonic clock. */
    private readonly now: () => number,
  ) {}

  get isOpen(): boolean {
    return this.#openUntil !== null;
  }

  /** Decides whether a call may go out. The caller must pass the admission to `record` when the call ends. */
  admit(): Admission {
    if (this.#openUntil === null) return { waitMs: 0, probe: false };
    const waitMs = this.#openUntil - this.now();
    if (waitMs > 0 || this.#probing) return { waitMs: Math.max(waitMs, shortestWaitMs), probe: false };
    this.#probing = true;
    return { waitMs: 0, probe: true };
  }

  /** Records how an admitted call ended. */
  record({ probe }: Admission, evidence: CircuitEvidence): void {
    if (probe) {
      this.#probing = false;
      if (evidence === 'success') this.#close();
      if (evidence === 'failure') this.#open();
      return;
    }
    if (evidence === 'ignored' || this.isOpen) return;
    const bucket = this.#currentBucket();
    this.#calls[bucket]! += 1;
    if (evidence === 'failure') this.#failures[bucket]! += 1;
    const calls = sum(this.#calls);
    if (calls >= this.rules.minCalls && sum(this.#failures) >= calls * this.rules.failureShare) this.#open();
  }

  #open(): void {
    this.#openUntil = this.now() + this.rules.openMs;
  }

  #close(): void {
    this.#openUntil = null;
    this.#calls.fill(0);
    this.#failures.fill(0);
  }

  /** Returns the index of the bucket for this moment, and empties the buckets whose period has passed since the last call. */
  #currentBucket(): number {
    const period = Math.floor(this.now() / (this.rules.windowMs / buckets));
    for (let each = Math.max(this.#newestPeriod + 1, period - buckets + 1); each <= period; each += 1) {
      this.#calls[each % buckets] = 0;
      this.#failures[each % buckets] = 0;
    }
    this.#newestPeriod = Math.max(this.#newestPeriod, period);
    return period % buckets;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
