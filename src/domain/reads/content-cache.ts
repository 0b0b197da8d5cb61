/*
 * The cache of content, such as articles and tickets (content-kind.ts lists its kinds), and whether it would serve a read that is planned. It
 * never contains data of people.
 */

import { LRUCache } from 'lru-cache';
import { Cancellation } from '../../primitives/cancellation.js';
import type { ContentKind } from '../../records/content-kind.js';
import { CancelledError, UpstreamError, UpstreamRejectedError } from '../../records/errors.js';
import { type ActivityId, parseServiceId } from '../../records/ids.js';
import { replySizeOf } from '../../service/call.js';
import { type Endpoint, contentEndpoint } from '../../service/endpoints.js';
import { readKey, type EndpointReader, type ReadingOperation } from './reader.js';
import { UpstreamUsage } from './upstream-usage.js';
import type { OperationUpstream } from './upstream.js';

export interface CacheRules {
  /** The time to live of each kind, in seconds; 0 disables the cache for a kind. */
  readonly ttlSeconds: Readonly<Record<ContentKind, number>>;
  /** The further time, in seconds, for which an expired entry is returned if the service fails. */
  readonly staleIfErrorSeconds: number;
}

interface Entry {
  readonly value: unknown;
  /** The time of the reply, on the clock that was passed in. */
  readonly at: number;
  /** True while a background refresh is in progress. */
  refreshing: boolean;
}

/** The maximum number of entries. The least recently used one is removed first. */
export const cacheCapacity = 500;
/** The maximum of all entries together, in bytes of the replies that they were read from. A larger reply is not cached. */
export const cacheBytes = 64 * 1024 * 1024;
/** The fraction of the TTL after which a hit starts a background refresh. */
const refreshAfter = 0.75;

/**
 * A cache of content in front of other reads. Only endpoints with `cachedAs` are cached. Those of attendees, check-in and ssoLogin
 * have none, so personal data is never cached.
 *
 * With a TTL of 60 s and stale-if-error of 600 s, for example:
 *
 * Age of the entry                         What a read does
 * no entry                                 reads, and stores the result
 * below 45 s (0.75 of the TTL)             returns the entry (a hit)
 * 45 to 60 s                               returns the entry, and refreshes it in the background, once at a time
 * from 60 s on                             reads, and stores the result
 * the same, and the read fails             returns the entry (a stale hit); above 660 s the error
 *
 * - Content in regular use never expires, and no caller waits for its refresh. A refresh that fails is not reported: the next hit
 *   tries again, and the first read after the TTL reports the error or a stale hit.
 * - A rejection (code 0) and a cancelled read return no stale entry: the service is healthy, or no caller waits.
 * - Failures are not cached. Concurrent reads of one missing entry share a call, because `SharedReads` is below.
 * - `usage` receives two times: until when the result is fresh, for Cache-Control; and when its background refresh is due. Responses are
 *   stored until then only, because the refresh needs a hit.
 */
export class ContentCache implements EndpointReader {
  readonly #entries = new LRUCache<string, Entry>({
    max: cacheCapacity,
    maxSize: cacheBytes,
    sizeCalculation: ({ value }) => Math.max(1, replySizeOf(value)),
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
    const fetch = async (reading: ReadingOperation) => {
      const value = await this.reader.read(endpoint, activityId, input, reading);
      limitFreshness(reading, this.#store(key, value).at, ttlMs);
      return value;
    };
    const entry = this.#entries.get(key);
    if (entry === undefined) return fetch(operation);
    const ageMs = this.now() - entry.at;
    if (ageMs < ttlMs) {
      if (ageMs >= ttlMs * refreshAfter) this.#refresh(entry, fetch);
      limitFreshness(operation, entry.at, ttlMs);
      operation.usage.countCacheHit();
      return entry.value as Output;
    }
    try {
      return await fetch(operation);
    } catch (error) {
      if (!isFailure(error) || ageMs > ttlMs + this.rules.staleIfErrorSeconds * 1000) throw error;
      operation.usage.countStaleHit({ endpointPath: endpoint.path, activityId: String(activityId), ageSeconds: Math.floor(ageMs / 1000) });
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

  /** Reads an entry again, on behalf of no operation. */
  #refresh(entry: Entry, fetch: (operation: ReadingOperation) => Promise<unknown>): void {
    if (entry.refreshing) return;
    entry.refreshing = true;
    fetch({ usage: new UpstreamUsage(), signal: new Cancellation() }).catch(() => (entry.refreshing = false));
  }

  #store(key: string, value: unknown): Entry {
    const entry: Entry = { value, at: this.now(), refreshing: false };
    this.#entries.set(key, entry);
    return entry;
  }
}

/** Records how long content that was read at a time is fresh. */
function limitFreshness({ usage }: ReadingOperation, at: number, ttlMs: number): void {
  usage.limitFreshness(at + ttlMs, at + ttlMs * refreshAfter);
}

function isFailure(error: unknown): boolean {
  return error instanceof UpstreamError && !(error instanceof UpstreamRejectedError) && !(error instanceof CancelledError);
}

/** A read of content, as planned from the text and arguments of a GraphQL operation before it is executed. */
export interface ContentRead {
  readonly kind: ContentKind;
  /** null for the default activity of the caller. */
  readonly activityId: string | null;
  /** The ids that restrict the list, as texts by the members of the endpoint's input, such as `goodsId`. Without any, the whole list is read. */
  readonly input: Readonly<Record<string, string>>;
}

/** Whether the cache would serve a read now. It would not where a text is no id: the domain makes no call for one. */
export function isCached(upstream: OperationUpstream, activityId: ActivityId, { kind, input }: ContentRead): boolean {
  const ids = Object.entries(input).map(([member, text]) => [member, parseServiceId(text)] as const);
  return ids.every(([, id]) => id !== null) && upstream.isCached(contentEndpoint(kind), activityId, Object.fromEntries(ids));
}
