import type { Endpoint } from '../../endpoint/endpoint.js';
import type { CachedKind } from '../../model/cached-kind.js';
import { Cancellation } from '../../model/cancellation.js';
import { CancelledError, UpstreamError, UpstreamRejectedError } from '../../model/upstream-errors.js';
import type { ActivityId } from '../../model/ids.js';
import type { ReadOptions } from './shared-reads.js';
import { UpstreamUsage } from '../upstream-usage.js';
import type { Reads } from '../upstream.js';

export interface CacheRules {
  /** Seconds for which each kind is served from memory; 0 for none. */
  readonly ttlSeconds: Readonly<Record<CachedKind, number>>;
  /** Seconds beyond that for which an answer may still serve while the service fails. */
  readonly staleIfErrorSeconds: number;
}

interface Entry {
  readonly value: unknown;
  /** On the clock that was passed in. */
  readonly at: number;
  refreshing: boolean;
}

/** At most so many answers are held; the one used longest ago goes first. */
const capacity = 500;
/** From this share of its time on, an answer in use is refreshed in the background, so that nobody waits for it. */
const refreshFrom = 0.75;

/** Reads that remember content for a while. Nothing personal is ever cached: only operations that say so are. */
export class ContentCache implements Reads {
  readonly #entries = new Map<string, Entry>();

  constructor(
    private readonly reads: Reads,
    private readonly rules: CacheRules,
    /** Milliseconds, never backwards. */
    private readonly now: () => number,
  ) {}

  async read<Input, Output>(
    endpoint: Endpoint<Input, Output>,
    activityId: ActivityId,
    input: Input,
    options: ReadOptions,
  ): Promise<Output> {
    const ttlMs = endpoint.cachedAs === undefined ? 0 : this.rules.ttlSeconds[endpoint.cachedAs] * 1000;
    if (ttlMs === 0) {
      options.usage.freshFor(0);
      return this.reads.read(endpoint, activityId, input, options);
    }
    const key = keyOf(endpoint, activityId, input);
    const fetch = async (by: ReadOptions) => {
      const value = await this.reads.read(endpoint, activityId, input, by);
      by.usage.freshFor(ttlMs);
      return this.#keep(key, value);
    };
    const entry = this.#use(key);
    if (entry === undefined) return fetch(options);
    const ageMs = this.now() - entry.at;
    if (ageMs < ttlMs) {
      if (ageMs > ttlMs * refreshFrom) this.#refresh(entry, fetch);
      options.usage.freshFor(ttlMs - ageMs);
      options.usage.cacheHit();
      return entry.value as Output;
    }
    try {
      return await fetch(options);
    } catch (error) {
      if (!isFailure(error) || ageMs > ttlMs + this.rules.staleIfErrorSeconds * 1000) throw error;
      options.usage.staleHit({ operation: endpoint.path, activityId: String(activityId), ageSeconds: Math.floor(ageMs / 1000) });
      return entry.value as Output;
    }
  }

  isCached<Input, Output>(endpoint: Endpoint<Input, Output>, activityId: ActivityId, input: Input): boolean {
    const entry = this.#entries.get(keyOf(endpoint, activityId, input));
    return (
      entry !== undefined && endpoint.cachedAs !== undefined && this.now() - entry.at < this.rules.ttlSeconds[endpoint.cachedAs] * 1000
    );
  }

  /** Once at a time, for nobody in particular; a failure is told to whoever asks when the time is over. */
  #refresh(entry: Entry, fetch: (by: ReadOptions) => Promise<unknown>): void {
    if (entry.refreshing) return;
    entry.refreshing = true;
    fetch({ usage: new UpstreamUsage(), signal: new Cancellation() }).catch(() => (entry.refreshing = false));
  }

  #use(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    return entry;
  }

  #keep<T>(key: string, value: T): T {
    this.#entries.delete(key);
    this.#entries.set(key, { value, at: this.now(), refreshing: false });
    if (this.#entries.size > capacity) this.#entries.delete(this.#entries.keys().next().value!);
    return value;
  }
}

function keyOf<Input, Output>({ path }: Endpoint<Input, Output>, activityId: ActivityId, input: Input): string {
  return `${path} ${activityId} ${JSON.stringify(input)}`;
}

/** A refusal by code 0 is an answer, and a caller that went away wants none. */
function isFailure(error: unknown): boolean {
  return error instanceof UpstreamError && !(error instanceof UpstreamRejectedError) && !(error instanceof CancelledError);
}
