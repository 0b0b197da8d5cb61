/* What all reads have in common: their interface, their key, and what an operation has used of the service. */

import type { CancelSignal } from '../../primitives/cancellation.js';
import { QueryTooComplexError } from '../../records/errors.js';
import type { ActivityId } from '../../records/ids.js';
import type { Endpoint } from '../../service/endpoints.js';

/** The interface by which GraphQL operations read from endpoints. SharedReads implements it by calls; ContentCache is in front of it. */
export interface EndpointReader {
  /**
   * Reads from an endpoint, for one operation. Content is returned as the object that the call has decoded, never as a copy: the size of
   * its reply is recorded for that object (service/call.ts), and the bound of ContentCache's memory depends on it.
   * @throws UpstreamError, QueryTooComplexError
   */
  read<Input, Output>(
    endpoint: Endpoint<Input, Output>,
    activityId: ActivityId,
    input: Input,
    operation: ReadingOperation,
  ): Promise<Output>;
  /** Whether the cache would serve a read now. Omitted by a reader without a cache. */
  isCached?<Input, Output>(endpoint: Endpoint<Input, Output>, activityId: ActivityId, input: Input): boolean;
}

/** The GraphQL operation that a read belongs to. */
export interface ReadingOperation {
  readonly usage: UpstreamUsage;
  /** Aborts when the operation is cancelled: its caller has disconnected, or its time is over. */
  readonly signal: CancelSignal;
}

/**
 * The key of a read: equal for reads of the same endpoint and activity with the same input. An input without members is the same as none.
 */
export function readKey<Input, Output>({ name }: Endpoint<Input, Output>, activityId: ActivityId, input: Input): string {
  return `${name} ${activityId} ${JSON.stringify(input ?? {})}`;
}

/** A read that an expired cache entry served, because the service failed. */
interface StaleHit {
  readonly endpointPath: string;
  readonly activityId: string;
  readonly ageSeconds: number;
}

/** Counts and limits what one GraphQL operation uses of the service. */
export class UpstreamUsage {
  /** Calls that have begun, each with all its retries. What is reported as `calls` are the attempts. */
  startedCalls = 0;
  /** Attempts of calls, retries included. */
  attempts = 0;
  /** Reads that shared the call of another read. */
  coalesced = 0;
  /** Reads that the cache served, stale hits included. */
  cached = 0;
  readonly stale: StaleHit[] = [];
  #waitedMs = 0;
  #waiting = 0;
  #waitingSince = 0;
  #freshUntil = Infinity;

  /** @param maxCalls the maximum number of calls */
  constructor(private readonly maxCalls = Infinity) {}

  /** Counts a call that is about to begin. @throws QueryTooComplexError beyond the maximum */
  reserveCall(): void {
    if (!this.tryReserveCall()) throw new QueryTooComplexError('MAX_UPSTREAM_CALLS', this.maxCalls, this.maxCalls + 1);
  }

  /** Counts a call that is about to begin. @returns false beyond the maximum */
  tryReserveCall(): boolean {
    if (this.startedCalls >= this.maxCalls) return false;
    this.startedCalls += 1;
    return true;
  }

  /** Counts an attempt of a call. A property, because it is passed on as a callback. */
  readonly countAttempt = (): void => {
    this.attempts += 1;
  };

  /** Records that part of the response is fresh until this time only, on the clock of the cache; 0 if it never is. */
  limitFreshness(freshUntil: number): void {
    this.#freshUntil = Math.min(this.#freshUntil, freshUntil);
  }

  /**
   * Until when the whole response is fresh, on the clock of the cache, in milliseconds; 0 if nothing was read. It is a time, because the
   * response may be completed long after the read.
   */
  get freshUntil(): number {
    return this.#freshUntil === Infinity ? 0 : this.#freshUntil;
  }

  /** Counts the reads of another operation whose result this one shares. */
  share({
    startedCalls,
    coalesced,
    cached,
    freshUntil,
  }: Pick<UpstreamUsage, 'startedCalls' | 'coalesced' | 'cached' | 'freshUntil'>): void {
    if (startedCalls + coalesced + cached === 0) return;
    this.coalesced += startedCalls + coalesced;
    this.cached += cached;
    this.limitFreshness(freshUntil);
  }

  /** Measures the time of a read or write. Overlapping times count once. @returns or throws what it does */
  async timed<T>(send: () => Promise<T>): Promise<T> {
    if (this.#waiting++ === 0) this.#waitingSince = performance.now();
    try {
      return await send();
    } finally {
      if (--this.#waiting === 0) this.#waitedMs += performance.now() - this.#waitingSince;
    }
  }

  /**
   * The counts as a response has them, with the time in which at least one reply was waited for; undefined if nothing was read or written.
   */
  report() {
    const { attempts, coalesced, cached } = this;
    return attempts + coalesced + cached === 0 ? undefined : { calls: attempts, coalesced, cached, ms: Math.round(this.#waitedMs) };
  }
}
