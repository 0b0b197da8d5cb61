/*
 * The cache of content, such as articles and tickets (content-kind.ts lists its kinds), and whether it would serve a read that is
 * planned. It never contains data of people.
 */

import { LRUCache } from 'lru-cache';
import type { ContentKind } from '../../records/content-kind.js';
import { CancelledError, UpstreamError, UpstreamRejectedError } from '../../records/errors.js';
import type { ActivityId } from '../../records/ids.js';
import { replySizeOf } from '../../service/call.js';
import type { Endpoint } from '../../service/endpoints.js';
import { readKey } from './coalesced-reads.js';
import { type EndpointReader, type ReadingOperation } from './upstream.js';

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
 * A cache of content in front of other reads. Only endpoints with `cachedAs` are cached. Those of attendees, check-in and ssoLogin
 * have none, so personal data is never cached.
 *
 * With a TTL of 60 s and stale-if-error of 600 s, for example:
 *
 * Age of the entry                         What a read does
 * no entry                                 reads, and stores the result
 * below 60 s                               returns the entry (a hit)
 * from 60 s on                             reads, and stores the result
 * the same, and the read fails             returns the entry (a stale hit); above 660 s the error
 *
 * - A rejection (code 0) and a cancelled read return no stale entry: the service is healthy, or no caller waits.
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
      if (entry === undefined || !isFailure(error) || ageMs > ttlMs + this.rules.staleIfErrorSeconds * 1000) throw error;
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

function isFailure(error: unknown): boolean {
  return error instanceof UpstreamError && !(error instanceof UpstreamRejectedError) && !(error instanceof CancelledError);
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
