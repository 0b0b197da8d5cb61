import { QueryTooComplexError } from '../model/errors.js';

/** What one operation cost the service. */
export interface UpstreamReport {
  /** Attempts made; retries count. */
  readonly calls: number;
  /** Reads that joined one already under way. */
  readonly coalesced: number;
  /** Answers taken from memory. */
  readonly cached: number;
  /** Time in which the operation waited for the service. */
  readonly ms: number;
}

/** A cached answer that served because the service failed. */
export interface StaleHit {
  /** The operation's path. */
  readonly operation: string;
  readonly activityId: string;
  readonly ageSeconds: number;
}

/** Counts what one operation asks of the service, bounds it, and frees what it took when it is over. */
export class UpstreamUsage {
  #begun = 0;
  #calls = 0;
  #coalesced = 0;
  #cached = 0;
  readonly #stale: StaleHit[] = [];
  #waitedMs = 0;
  #waiting = 0;
  #waitingSince = 0;
  #freshMs = Infinity;
  #releases: (() => void)[] | null = null;

  constructor(private readonly maxCalls = Infinity) {}

  /** A call is about to begin, whose attempts count as one. @throws QueryTooComplexError where it is one too many */
  begin(): void {
    if (this.#begun >= this.maxCalls) throw new QueryTooComplexError('MAX_UPSTREAM_CALLS', this.maxCalls, this.maxCalls + 1);
    this.#begun += 1;
  }
  readonly attempt = (): void => {
    this.#calls += 1;
  };
  get calls(): number {
    return this.#calls;
  }
  get coalesced(): number {
    return this.#coalesced;
  }
  get cached(): number {
    return this.#cached;
  }
  joined(): void {
    this.#coalesced += 1;
  }
  cacheHit(): void {
    this.#cached += 1;
  }
  staleHit(answer: StaleHit): void {
    this.#cached += 1;
    this.#stale.push(answer);
  }
  get stale(): readonly StaleHit[] {
    return this.#stale;
  }
  /** Part of the answer may be served anew for so long. */
  freshFor(ms: number): void {
    this.#freshMs = Math.min(this.#freshMs, ms);
  }
  /** How long the whole of it may. 0 where nobody said. */
  get freshMs(): number {
    return this.#freshMs === Infinity ? 0 : this.#freshMs;
  }

  /** Waits for an answer; waits that overlap count once. */
  async during<T>(answer: Promise<T>): Promise<T> {
    if (this.#waiting++ === 0) this.#waitingSince = performance.now();
    try {
      return await answer;
    } finally {
      if (--this.#waiting === 0) this.#waitedMs += performance.now() - this.#waitingSince;
    }
  }

  /** Remembers how to free an answer that nobody reads when the operation is over. One that comes still later is left to the collector. */
  whenOver(release: () => void): void {
    (this.#releases ??= []).push(release);
  }
  over(): void {
    for (const release of this.#releases ?? []) release();
    this.#releases = null;
  }

  /** undefined where nothing of the service was needed. */
  report(): UpstreamReport | undefined {
    if (this.#calls + this.#coalesced + this.#cached === 0) return undefined;
    return { calls: this.#calls, coalesced: this.#coalesced, cached: this.#cached, ms: Math.round(this.#waitedMs) };
  }
}
