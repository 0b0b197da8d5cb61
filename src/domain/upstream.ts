/* The event service as one GraphQL operation uses it: its reads and writes, counted. How operations share reads is in shared-reads.ts. */

import { setMaxListeners } from 'node:events';
import type { CancelSignal } from '../primitives/cancellation.js';
import type { Secret } from '../primitives/secret.js';
import type { WaitBudget } from '../primitives/waiting.js';
import { QueryTooComplexError, UpstreamRejectedError } from '../records/errors.js';
import type { ActivityId } from '../records/ids.js';
import type { Call } from '../service/call.js';
import type { Endpoint, RepeatableBy } from '../service/endpoints.js';
import type { WritePermit } from '../service/transport/exchange.js';
import type { ReadGenerations } from './read-generations.js';

/**
 * The access to the service that all GraphQL operations of a process share. A read goes through `reader`: ContentCache (unless CACHE_TTL is
 * off), CoalescedReads, the call of its endpoint, its lane. Writes, and lookups of the list by ids, which BatchedLookups shares, use `call`,
 * and so pass only the last two.
 */
export interface ServiceAccess {
  readonly call: Call;
  readonly reader: EndpointReader;
  readonly generations: ReadGenerations;
}

/**
 * The interface by which GraphQL operations read from endpoints. CoalescedReads implements it by calls; ContentCache is in front of it, for
 * content only.
 */
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

/** The access of one GraphQL operation. Reads can be shared and cancelled; writes cannot. */
export class OperationUpstream implements ReadingOperation {
  readonly usage: UpstreamUsage;
  #endedWrites = 0;

  /** @param maxCalls the maximum number of calls; cache hits and reads that share the call of another one do not count */
  constructor(
    private readonly service: ServiceAccess,
    readonly signal: CancelSignal,
    maxCalls = Infinity,
    /** The credential of the operation's caller, which is masked in messages of the service. */
    private readonly credential?: Secret,
    /** The time that the operation may wait for the store that replicas share; omitted if there is none. */
    readonly storeWait?: WaitBudget,
  ) {
    this.usage = new UpstreamUsage(maxCalls);
    // Every read adds a listener. Node would warn of a leak when the eleventh is added.
    if (signal instanceof AbortSignal) setMaxListeners(0, signal);
  }

  /**
   * Reads from the cache or the service. A read that may not be repeated is shared as any other, but retried only if the service did nothing.
   * @throws UpstreamError, QueryTooComplexError
   */
  read<Input, Output>(endpoint: Endpoint<Input, Output, 'transport' | 'caller'>, activityId: ActivityId, input: Input): Promise<Output> {
    return this.usage.timed(() => this.#masked(this.service.reader.read(endpoint, activityId, input, this)));
  }

  /**
   * Performs a read whose call other operations may share although their input differs, as lookups of attendees by id do. It passes no
   * cache, so nothing made from it may be used again.
   * @param read receives this operation. @throws UpstreamError, QueryTooComplexError
   */
  readUncached<Output>(read: (operation: ReadingOperation) => Promise<Output>): Promise<Output> {
    this.usage.limitFreshness(0);
    return this.usage.timed(() => this.#masked(read(this)));
  }

  /** The number of writes that have ended, whatever their outcome. What was read before the last one may have changed. */
  get endedWrites(): number {
    return this.#endedWrites;
  }

  /** Lets further reads of an activity share no call that is in flight now. */
  beginNextGeneration(activityId: ActivityId): void {
    this.service.generations.beginNext(activityId);
  }

  /** Whether the cache would serve a read now. */
  isCached<Input, Output>(endpoint: Endpoint<Input, Output>, activityId: ActivityId, input: Input): boolean {
    return this.service.reader.isCached?.(endpoint, activityId, input) ?? false;
  }

  /**
   * Writes by a separate call, which continues if the caller disconnects.
   * @param permit of a write that not even the caller may repeat: the permit of its row (domain/at-most-once), confirmed before each
   * attempt. null, so that a repeat is another write, is right only if the caller chose no idempotency key, or if a repeat with this input
   * does no harm, as of `ssoLogin` without `addIfMissing`
   * @throws QueryTooComplexError before anything is sent, if the operation has made its maximum of calls;
   * UpstreamError, or an error of the permit
   */
  async write<Input, Output, By extends RepeatableBy>(
    endpoint: Endpoint<Input, Output, By>,
    activityId: ActivityId,
    input: Input,
    ...[permit]: 'none' extends By ? [permit: WritePermit | null] : []
  ): Promise<Output> {
    this.usage.reserveCall();
    const options = { onAttempt: this.usage.countAttempt, permit: permit ?? undefined, isWrite: true };
    try {
      return await this.usage.timed(() => this.#masked(this.service.call(endpoint, activityId, input, options)));
    } finally {
      // A write that failed may have had an effect too.
      this.#endedWrites += 1;
      this.service.generations.beginNext(activityId);
    }
  }

  #masked<T>(reply: Promise<T>): Promise<T> {
    const { credential } = this;
    if (credential === undefined) return reply;
    return reply.catch((error: unknown) => {
      throw error instanceof UpstreamRejectedError ? error.withMasked([credential]) : error;
    });
  }
}

/** A read that an expired cache entry served, because the service failed. */
interface StaleHit {
  readonly endpointPath: string;
  readonly activityId: string;
  readonly ageSeconds: number;
  /** Why the service could not be read. */
  readonly failure: unknown;
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
  /** One error for all calls beyond the maximum: a field of each item of a list may need one. */
  #tooManyCalls: QueryTooComplexError | undefined;

  /** @param maxCalls the maximum number of calls */
  constructor(private readonly maxCalls = Infinity) {}

  /** Counts a call that is about to begin. @throws QueryTooComplexError beyond the maximum */
  reserveCall(): void {
    if (!this.tryReserveCall())
      throw (this.#tooManyCalls ??= new QueryTooComplexError('MAX_UPSTREAM_CALLS', this.maxCalls, this.maxCalls + 1));
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
   * Until when the whole response is fresh, on the clock of the cache, in milliseconds; 0 if nothing was read, or without the cache, which
   * states it. It is a time, because the response may be completed long after the read.
   */
  get freshUntil(): number {
    return this.#freshUntil === Infinity ? 0 : this.#freshUntil;
  }

  /** Counts the reads of another operation whose result this one shares. */
  share({
    startedCalls,
    coalesced,
    cached,
    stale,
    freshUntil,
  }: Pick<UpstreamUsage, 'startedCalls' | 'coalesced' | 'cached' | 'stale' | 'freshUntil'>): void {
    if (startedCalls + coalesced + cached === 0) return;
    this.coalesced += startedCalls + coalesced;
    this.cached += cached;
    this.stale.push(...stale);
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
