/*
 * How operations share reads: content that was read before is in `ContentCache`, in front of `CoalescedReads`, in which equal reads at the same
 * time are one call. That is also called single-flight.
 */

import { LRUCache } from 'lru-cache';
import { type CancelSignal, Cancellation } from '../primitives/cancellation.js';
import { InFlight } from '../primitives/in-flight.js';
import type { ContentKind } from '../records/content-kind.js';
import { CancelledError, UpstreamError, UpstreamRejectedError } from '../records/errors.js';
import type { ActivityId } from '../records/ids.js';
import { type Call, replySizeOf } from '../service/call.js';
import type { Endpoint } from '../service/endpoints.js';
import type { ReadGenerations } from './read-generations.js';
import type { EndpointReader, ReadingOperation } from './upstream.js';

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
  readonly #inFlight = new InFlight<CoalescedCall<unknown>>();

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
 * at the same time. It ends early when all three have disconnected.
 *
 * - An operation that is cancelled leaves the call: its promise fails with CancelledError, the others go on. The call is cancelled
 *   when no operation waits for it any more.
 * - A failure is an error for all operations that wait.
 */
export class CoalescedCall<Output> {
  /** Cancels the call to the service. */
  readonly #cancellation = new Cancellation();
  readonly #result: Promise<Output>;

  /**
   * @param onEnded called when no other operation can share the call any more, at least once, and never before the constructor has
   * returned: it has succeeded or failed, or the last operation has left, so that it is cancelled
   */
  constructor(
    private readonly endpoint: Pick<Endpoint<unknown, unknown>, 'path'>,
    start: (signal: CancelSignal) => Promise<Output>,
    onEnded: () => void,
  ) {
    this.#cancellation.addEventListener('abort', onEnded);
    this.#result = start(this.#cancellation);
    this.#result.then(onEnded, onEnded);
  }

  /** Waits for the result. @param signal the signal of the operation @throws UpstreamError */
  read(signal: CancelSignal): Promise<Output> {
    this.#cancellation.join();
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(new CancelledError(this.endpoint.path));
        this.#cancellation.leave();
      };
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      const settle = <V>(settlePromise: (value: V) => void, value: V) => {
        signal.removeEventListener('abort', leave);
        settlePromise(value);
      };
      this.#result.then(
        (result) => settle(resolve, result),
        (error: unknown) => settle(reject, error),
      );
    });
  }
}
