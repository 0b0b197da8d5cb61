/* One GraphQL operation's use of the event service: calls, shared reads, cache hits. */

import type { WaitBudget } from '../../primitives/waiting.js';
import { QueryTooComplexError } from '../../records/errors.js';

/** The counts of one operation. */
export interface UpstreamReport {
  /** Attempts, retries included. */
  readonly calls: number;
  /** Reads that shared the call of another read. */
  readonly coalesced: number;
  /** Reads that the cache served, stale hits included. */
  readonly cached: number;
  /** The time in which at least one reply was waited for, in milliseconds. */
  readonly ms: number;
}

/** A read that an expired cache entry served, because the service failed. */
export interface StaleHit {
  readonly endpointPath: string;
  readonly activityId: string;
  readonly ageSeconds: number;
}

/** The reads of an operation, for the operations that share its result. */
export interface ReadCounts {
  /** Reads that made a call or shared one. */
  readonly fromService: number;
  readonly fromCache: number;
  /** When the result ceases to be fresh, on the clock of the cache, in milliseconds; 0 if nothing was read. */
  readonly freshUntil: number;
}

/** Counts and limits what one GraphQL operation uses of the service, and how long it waits for the store that replicas share. */
export class UpstreamUsage {
  #calls = 0;
  #attempts = 0;
  #coalesced = 0;
  #cached = 0;
  readonly #stale: StaleHit[] = [];
  #waitedMs = 0;
  #waiting = 0;
  #waitingSince = 0;
  #freshUntil = Infinity;

  /**
   * @param maxCalls the maximum number of calls, not counting retries
   * @param storeWait the time that the operation may wait for the store that replicas share; omitted if there is none
   */
  constructor(
    private readonly maxCalls = Infinity,
    readonly storeWait?: WaitBudget,
  ) {}

  /** Counts a call that is about to begin, with all its retries. @throws QueryTooComplexError beyond the maximum */
  reserveCall(): void {
    if (!this.tryReserveCall()) throw new QueryTooComplexError('MAX_UPSTREAM_CALLS', this.maxCalls, this.maxCalls + 1);
  }

  /** Counts a call that is about to begin, with all its retries. @returns false beyond the maximum */
  tryReserveCall(): boolean {
    if (this.#calls >= this.maxCalls) return false;
    this.#calls += 1;
    return true;
  }

  /** Counts an attempt of a call. A property, because it is passed on as a callback. */
  readonly countAttempt = (): void => {
    this.#attempts += 1;
  };
  /** Counts a read that shares the call of another read. */
  countSharedRead(): void {
    this.#coalesced += 1;
  }
  countCacheHit(): void {
    this.#cached += 1;
  }
  countStaleHit(hit: StaleHit): void {
    this.#cached += 1;
    this.#stale.push(hit);
  }

  get attempts(): number {
    return this.#attempts;
  }
  get coalesced(): number {
    return this.#coalesced;
  }
  get cached(): number {
    return this.#cached;
  }
  get stale(): readonly StaleHit[] {
    return this.#stale;
  }

  /** Records that part of the response is fresh until this time only, on the clock of the cache; 0 if it never is. */
  limitFreshness(freshUntil: number): void {
    this.#freshUntil = Math.min(this.#freshUntil, freshUntil);
  }
  /**
   * Until when the whole response is fresh, on the clock of the cache; 0 if nothing was read. It is a time, because the response may be
   * completed long after the read.
   */
  get freshUntil(): number {
    return this.#freshUntil === Infinity ? 0 : this.#freshUntil;
  }

  /** The reads of the operation so far. */
  get reads(): ReadCounts {
    return { fromService: this.#calls + this.#coalesced, fromCache: this.#cached, freshUntil: this.freshUntil };
  }

  /** Counts the reads of another operation whose result this one shares. */
  addReads({ fromService, fromCache, freshUntil }: ReadCounts): void {
    if (fromService + fromCache === 0) return;
    this.#coalesced += fromService;
    this.#cached += fromCache;
    this.limitFreshness(freshUntil);
  }

  /** Measures the time until a promise settles. Overlapping times count once. @returns or throws what the promise does */
  async timed<T>(reply: Promise<T>): Promise<T> {
    if (this.#waiting++ === 0) this.#waitingSince = performance.now();
    try {
      return await reply;
    } finally {
      if (--this.#waiting === 0) this.#waitedMs += performance.now() - this.#waitingSince;
    }
  }

  /** The counts; undefined if the operation has read and written nothing. */
  report(): UpstreamReport | undefined {
    if (this.#attempts + this.#coalesced + this.#cached === 0) return undefined;
    return { calls: this.#attempts, coalesced: this.#coalesced, cached: this.#cached, ms: Math.round(this.#waitedMs) };
  }
}
