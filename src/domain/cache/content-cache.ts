import type { Endpoint, KeptKind } from '../../endpoint/endpoint.js';
import { Cancellation } from '../../model/cancellation.js';
import { CancelledError, UpstreamError, UpstreamRejectedError } from '../../model/upstream-errors.js';
import type { ActivityId } from '../../model/ids.js';
import type { ReadOptions } from './shared-reads.js';
import { Tally } from '../upstream-usage.js';
import type { Reads } from '../upstream.js';

export interface KeepRules {
  /** Seconds for which each kind is served from memory; 0 for none. */
  readonly ttlSeconds: Readonly<Record<KeptKind, number>>;
  /** Seconds beyond that for which an answer may still serve while the service fails. */
  readonly staleIfErrorSeconds: number;
}

interface Kept {
  readonly value: unknown;
  /** On the clock that was passed in. */
  readonly at: number;
  refreshing: boolean;
}

/** At most so many answers are kept; the one used longest ago goes first. */
const capacity = 500;
/** From this share of its time on, an answer in use is refreshed in the background, so that nobody waits for it. */
const refreshFrom = 0.75;

/** Reads that remember content for a while. Nothing personal is ever kept: only operations that say so are. */
export class KeptAnswers implements Reads {
  readonly #answers = new Map<string, Kept>();

  constructor(
    private readonly reads: Reads,
    private readonly rules: KeepRules,
    /** Milliseconds, never backwards. */
    private readonly now: () => number,
  ) {}

  async read<Input, Output>(
    endpoint: Endpoint<Input, Output>,
    activityId: ActivityId,
    input: Input,
    options: ReadOptions,
  ): Promise<Output> {
    const ttlMs = endpoint.keptAs === undefined ? 0 : this.rules.ttlSeconds[endpoint.keptAs] * 1000;
    if (ttlMs === 0) {
      options.tally.freshFor(0);
      return this.reads.read(endpoint, activityId, input, options);
    }
    const key = keyOf(endpoint, activityId, input);
    const fetch = async (by: ReadOptions) => {
      const value = await this.reads.read(endpoint, activityId, input, by);
      by.tally.freshFor(ttlMs);
      return this.#keep(key, value);
    };
    const kept = this.#use(key);
    if (kept === undefined) return fetch(options);
    const ageMs = this.now() - kept.at;
    if (ageMs < ttlMs) {
      if (ageMs > ttlMs * refreshFrom) this.#refresh(kept, fetch);
      options.tally.freshFor(ttlMs - ageMs);
      options.tally.tookKept();
      return kept.value as Output;
    }
    try {
      return await fetch(options);
    } catch (error) {
      if (!isFailure(error) || ageMs > ttlMs + this.rules.staleIfErrorSeconds * 1000) throw error;
      options.tally.tookStale({ operation: endpoint.path, activityId: String(activityId), ageSeconds: Math.floor(ageMs / 1000) });
      return kept.value as Output;
    }
  }

  isCached<Input, Output>(endpoint: Endpoint<Input, Output>, activityId: ActivityId, input: Input): boolean {
    const kept = this.#answers.get(keyOf(endpoint, activityId, input));
    return kept !== undefined && endpoint.keptAs !== undefined && this.now() - kept.at < this.rules.ttlSeconds[endpoint.keptAs] * 1000;
  }

  /** Once at a time, for nobody in particular; a failure is told to whoever asks when the time is over. */
  #refresh(kept: Kept, fetch: (by: ReadOptions) => Promise<unknown>): void {
    if (kept.refreshing) return;
    kept.refreshing = true;
    fetch({ tally: new Tally(), signal: new Cancellation() }).catch(() => (kept.refreshing = false));
  }

  #use(key: string): Kept | undefined {
    const kept = this.#answers.get(key);
    if (kept !== undefined) {
      this.#answers.delete(key);
      this.#answers.set(key, kept);
    }
    return kept;
  }

  #keep<T>(key: string, value: T): T {
    this.#answers.delete(key);
    this.#answers.set(key, { value, at: this.now(), refreshing: false });
    if (this.#answers.size > capacity) this.#answers.delete(this.#answers.keys().next().value!);
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
