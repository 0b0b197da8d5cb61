/*
 * The event service as GraphQL operations use it. First what one operation does: its reads and writes, counted, and from when on reads see a
 * write. Then how operations share reads: content that was read before is in `ContentCache`, in front of `CoalescedReads`, in which equal
 * reads at the same time are one call. That is also called single-flight.
 */

import { setMaxListeners } from 'node:events';
import { LRUCache } from 'lru-cache';
import { type CancelSignal, Cancellation } from '../primitives/cancellation.js';
import { InFlightTable } from '../primitives/in-flight-table.js';
import type { Secret } from '../primitives/secret.js';
import type { WaitBudget } from '../primitives/waiting.js';
import type { ContentKind } from '../records/content-kind.js';
import { QueryTooComplexError, UpstreamRejectedError, CancelledError, UpstreamError } from '../records/errors.js';
import type { ActivityId } from '../records/ids.js';
import { type Call, replySizeOf } from '../service/call.js';
import type { Endpoint, RepeatableBy } from '../service/endpoints.js';
import type { WritePermit } from '../service/transport/exchange.js';

/**
 * The access to the service that all GraphQL operations of a process share. `reader` is for reads: one passes ContentCache (unless CACHE_TTL
 * is off), CoalescedReads, the call of its endpoint and its lane, in this order. `call` is for writes and for lookups of the list by ids,
 * which BatchedLookups shares: they pass only the last two.
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
    const options = { onAttempt: this.usage.countAttempt, permit: permit ?? undefined };
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

/**
 * Which reads may share a call or an execution: those of one generation. The next generation of an activity begins when its
 * records may have changed: when a write has ended, whatever its outcome; when a pushed check-in arrives for subscribers of this
 * process; and before a lookup that must see an earlier write. For example:
 *
 *     0 ms     A reads the list of attendees: a call, which takes 80 ms
 *     10 ms    B reads the same list, and shares the call
 *     50 ms    a registration of B ends: the next generation
 *     60 ms    B reads the list: a call of its own. The reply to the first one may lack the new attendee
 *
 * Each process counts for itself: reads in other workers and replicas may still share a call that began before the write.
 * Content from the cache is as old as before.
 */
export class ReadGenerations {
  readonly #byActivity = new Map<ActivityId, number>();
  #latest = 0;

  /** The generation that began last in any activity: for what reads several of them. */
  get latest(): number {
    return this.#latest;
  }

  /** The generation in which reads of an activity begin now. */
  ofActivity(activityId: ActivityId): number {
    return this.#byActivity.get(activityId) ?? 0;
  }

  beginNext(activityId: ActivityId): void {
    this.#latest += 1;
    this.#byActivity.set(activityId, this.#latest);
  }
}

/* How operations share reads. */

/**
 * The key of a read: equal for reads of the same endpoint and activity with the same input. An input without members is the same as none.
 */
export function readKey<Input, Output>({ name }: Endpoint<Input, Output>, activityId: ActivityId, input: Input): string {
  return `${name} ${activityId} ${JSON.stringify(input ?? {})}`;
}

interface CacheRules {
  /** The time to live of each kind, in seconds; 0 disables the cache for a kind. */
  readonly ttlSeconds: Readonly<Record<ContentKind, number>>;
  /** The further time, in seconds, for which an expired entry is returned if the service fails. */
  readonly staleIfErrorSeconds: number;
}

interface CacheEntry {
  readonly value: unknown;
  /** The time of the reply, on the clock that was passed in. */
  readonly at: number;
  /** When its read began. The reply to one that began earlier, before a write, may be older. */
  readonly begunAt: number;
}

/** The maximum number of entries. The least recently used one is removed first. */
export const cacheCapacity = 500;
/** The maximum of all entries together, in bytes of their keys and of the replies that they were read from. A larger reply is not cached. */
export const cacheBytes = 64 * 1024 * 1024;

/**
 * A cache of content, such as articles and tickets (content-kind.ts lists its kinds), in front of other reads. Only endpoints with `cachedAs`
 * are cached. Those of attendees, check-in and ssoLogin have none, so personal data is never cached.
 *
 * With a TTL of 60 s and stale-if-error of 600 s, for example:
 *
 * Age of the entry                         What a read does
 * no entry                                 reads, and stores the result
 * below 60 s                               returns the entry (a hit)
 * from 60 s on                             reads, and stores the result
 * the same, and the read fails             returns the entry (a stale hit); above 660 s the error
 *
 * - A rejection (code 0) returns no stale entry, because the service is healthy. A read returns none after its client has disconnected, but
 *   one at the end of REQUEST_TIMEOUT_MS, when the client is still connected.
 * - A reply replaces no entry whose read began later, and is not fresh: it may be older than a write.
 * - Failures are not cached. Concurrent reads of one missing entry share a call, because `CoalescedReads` is below.
 * - `usage` receives until when the result is fresh, for Cache-Control and for responses that are stored.
 */
export class ContentCache implements EndpointReader {
  readonly #entries = new LRUCache<string, CacheEntry>({
    max: cacheCapacity,
    maxSize: cacheBytes,
    sizeCalculation: ({ value }, key) => key.length + replySizeOf(value),
  });

  constructor(
    /** Returns content as calls have decoded it. A copy has no size, so `cacheBytes` would not bound it. */
    private readonly reader: EndpointReader,
    private readonly rules: CacheRules,
    /** Milliseconds of a monotonic clock. */
    private readonly now: () => number,
  ) {}

  /** Returns a cached result, or reads. @throws UpstreamError, QueryTooComplexError */
  async read<Input, Output>(
    endpoint: Endpoint<Input, Output>,
    activityId: ActivityId,
    input: Input,
    operation: ReadingOperation,
  ): Promise<Output> {
    const ttlMs = this.#ttlMs(endpoint);
    if (ttlMs === 0) {
      operation.usage.limitFreshness(0);
      return this.reader.read(endpoint, activityId, input, operation);
    }
    const key = readKey(endpoint, activityId, input);
    const entry = this.#entries.get(key);
    const begunAt = this.now();
    const ageMs = entry === undefined ? Infinity : begunAt - entry.at;
    if (entry !== undefined && ageMs < ttlMs) {
      operation.usage.limitFreshness(entry.at + ttlMs);
      operation.usage.cached += 1;
      return entry.value as Output;
    }
    try {
      const value = await this.reader.read(endpoint, activityId, input, operation);
      const at = this.now();
      const isNewest = (this.#entries.peek(key)?.begunAt ?? -Infinity) <= begunAt;
      if (isNewest) this.#entries.set(key, { value, at, begunAt });
      operation.usage.limitFreshness(isNewest ? at + ttlMs : 0);
      return value;
    } catch (error) {
      if (entry === undefined || !isFailure(error, operation.signal) || ageMs > ttlMs + this.rules.staleIfErrorSeconds * 1000) throw error;
      operation.usage.cached += 1;
      const ageSeconds = Math.floor(ageMs / 1000);
      operation.usage.stale.push({ endpointPath: endpoint.path, activityId: String(activityId), ageSeconds, failure: error });
      return entry.value as Output;
    }
  }

  /** Whether a read would be a hit now. */
  isCached<Input, Output>(endpoint: Endpoint<Input, Output>, activityId: ActivityId, input: Input): boolean {
    const entry = this.#entries.peek(readKey(endpoint, activityId, input));
    return entry !== undefined && this.now() - entry.at < this.#ttlMs(endpoint);
  }

  #ttlMs<Input, Output>({ cachedAs }: Endpoint<Input, Output>): number {
    if (cachedAs === undefined) return 0;
    return 1000 * (typeof cachedAs === 'string' ? this.rules.ttlSeconds[cachedAs] : cachedAs.ttlSeconds);
  }
}

function isFailure(error: unknown, signal: CancelSignal): boolean {
  if (error instanceof CancelledError) return signal.reason === 'timeout';
  return error instanceof UpstreamError && !(error instanceof UpstreamRejectedError);
}

/** A read of content, as planned from the text and arguments of a GraphQL operation before it is executed. */
export interface ContentRead {
  readonly kind: ContentKind;
  readonly activityId: string;
  /**
   * The ids that restrict the list, as texts by the members of the endpoint's input, such as `goodsId`.
   * Without any, the whole list is read.
   */
  readonly input: Readonly<Record<string, string>>;
}

/**
 * A reader in which equal reads that are in flight at the same time share one call to the service ({@link CoalescedCall}). If ten operations
 * need the tickets of one activity at once, for example, the service receives one call. It counts for the operation that started it, and as
 * a coalesced read for the nine others.
 *
 * - Reads are equal if endpoint, activity and input are. Callers do not matter: the service returns the same
 *   to each of them, and access to fields is checked in the graph.
 * - A read shares no call that began before a write of the same activity ended ({@link ReadGenerations}).
 * - Nothing is stored. A read that begins after the reply has arrived, or after the call was cancelled, is a call of its own.
 *
 * Lookups of attendees by different ids share calls as well: see `domain/attendees/batched-lookups.ts`.
 */
export class CoalescedReads implements EndpointReader {
  readonly #inFlight = new InFlightTable<CoalescedCall<unknown>>();

  constructor(
    private readonly call: Call,
    private readonly generations: ReadGenerations,
  ) {}

  /** Reads by a call of its own, or shares that of an equal read in flight. @throws UpstreamError, QueryTooComplexError */
  read<Input, Output>(
    endpoint: Endpoint<Input, Output>,
    activityId: ActivityId,
    input: Input,
    { usage, signal }: ReadingOperation,
  ): Promise<Output> {
    const key = `${this.generations.ofActivity(activityId)} ${readKey(endpoint, activityId, input)}`;
    const inFlight = this.#inFlight.get(key);
    if (inFlight) {
      usage.coalesced += 1;
      return inFlight.read(signal) as Promise<Output>;
    }
    usage.reserveCall();
    const begun: CoalescedCall<unknown> = new CoalescedCall(
      endpoint,
      (signalOfCall) => this.call(endpoint, activityId, input, { signal: signalOfCall, onAttempt: usage.countAttempt }),
      () => this.#inFlight.delete(key, begun),
    );
    this.#inFlight.set(key, begun);
    return begun.read(signal) as Promise<Output>;
  }
}

/**
 * One call to the service that several operations wait for and read: that of a page of attendees, for example, which three phones request
 * at the same time. It ends early when all three have disconnected, and releases the reply when the last response is written.
 *
 * - An operation that is cancelled leaves the call: its promise fails with CancelledError, the others go on. The call is cancelled
 *   when no operation waits for it any more.
 * - A failure is an error for all operations that wait.
 * - When the last operation that has read the result ends, the call releases the memory of its reply,
 *   unless that is content, which may be cached.
 */
export class CoalescedCall<Output> {
  /** Cancels the call to the service, and reports to it that the result is not read any more. */
  readonly #cancellation = new Cancellation();
  readonly #result: Promise<Output>;
  /** The number of operations that wait for the result, or that may still read its records. */
  #readers = 0;

  /**
   * @param onEnded called when no other operation can share the call any more, at least once, and never before the constructor has
   * returned: it has succeeded or failed, or the last operation has left, so that it is cancelled
   */
  constructor(
    private readonly endpoint: Pick<Endpoint<unknown, unknown>, 'path' | 'cachedAs'>,
    start: (signal: CancelSignal) => Promise<Output>,
    private readonly onEnded: () => void,
  ) {
    this.#result = start(this.#cancellation);
    this.#result.then(onEnded, onEnded);
  }

  /** Waits for the result. @param signal the signal of the operation @throws UpstreamError */
  read(signal: CancelSignal): Promise<Output> {
    this.#readers += 1;
    const isContent = this.endpoint.cachedAs !== undefined;
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(new CancelledError(this.endpoint.path));
        if (--this.#readers === 0) {
          this.onEnded();
          this.#cancellation.abort('cancelled');
        }
      };
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      // Ends the wait. The operation remains a reader until it ends itself, because it may still read records of the reply.
      const settle = <V>(settlePromise: (value: V) => void, value: V) => {
        signal.removeEventListener('abort', leave);
        if (!signal.aborted && !isContent) signal.onEnd?.(() => --this.#readers === 0 && this.#cancellation.end());
        settlePromise(value);
      };
      this.#result.then(
        (result) => settle(resolve, result),
        (error: unknown) => settle(reject, error),
      );
    });
  }
}
