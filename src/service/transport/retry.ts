/*
 * When a failed attempt is repeated: `withRetries` repeats a call where that is safe, the budget limits the retries of all calls together, and
 * `withRetryAfter` obeys Retry-After for all calls of a path, not only for the one that received it.
 */

import { TokenBucket } from '../../primitives/token-bucket.js';
import {
  CircuitOpenError,
  SigningFailedError,
  UpstreamRateLimitedError,
  UpstreamUnavailableError,
  type UpstreamError,
} from '../../records/errors.js';
import { pauseBefore } from './deadline.js';
import type { Transport, WireRequest, CallBounds } from './transport.js';

/** How often and how fast calls are repeated. */
export interface RetryRules {
  /** Further attempts after the first one. */
  readonly retries: number;
  readonly budget: RetryBudget;
  /** A random number from 0, below 1. */
  readonly random: () => number;
  /** Milliseconds on the clock of `CallBounds.expiresAt`. */
  readonly now: () => number;
}

const firstBackoffMs = 100;
const maxBackoffMs = 1_000;

/**
 * Retries calls. A repeatable request is retried after a refused or reset connection or status 429, 502, 503 or 504, any other
 * only if the service certainly did nothing: nothing was sent, or it limited the rate. The pause is the time of Retry-After, or else
 * exponential backoff with full jitter: a random part of 100 ms, 200 ms, 400 ms and so on up to a second, so that calls that failed
 * together do not come back together.
 * A call whose pause would end after its deadline fails immediately, as does a call for which the {@link RetryBudget} is empty.
 */
export function withRetries(transport: Transport, { retries, budget, random, now }: RetryRules): Transport {
  return async (request, bounds) => {
    budget.earn();
    let sent = false;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await transport(request, bounds);
      } catch (error) {
        if (attempt >= retries || !isRetryable(request, error)) throw error;
        const waitMs = error.retryAfterMs ?? random() * Math.min(maxBackoffMs, firstBackoffMs * 2 ** attempt);
        if (now() + waitMs >= bounds.expiresAt || !budget.spend()) throw error;
        // Always false for a request that is not repeatable: it is retried only if the service did nothing.
        sent ||= mayHaveBeenSent(error);
        await pauseBefore(waitMs, request, bounds, sent ? 'sent' : 'attempted');
      }
    }
  };
}

/** Statuses of a failure that may pass soon. A failure without a status is one of the connection. */
const passingStatuses: ReadonlySet<number | undefined> = new Set([undefined, 502, 503, 504]);

function isRetryable(request: WireRequest, error: unknown): error is UpstreamError & { retryAfterMs?: number } {
  if (error instanceof CircuitOpenError || error instanceof SigningFailedError) return false;
  if (error instanceof UpstreamRateLimitedError) return true;
  if (!(error instanceof UpstreamUnavailableError)) return false;
  return request.repeatable ? passingStatuses.has(error.reply?.status) : !error.sent;
}

/** Whether the service may have performed a failed attempt. */
const mayHaveBeenSent = (error: UpstreamError) => error instanceof UpstreamUnavailableError && error.sent;

/** How fast a budget refills, and its size. */
export interface RetryBudgetRules {
  /** Retries that each call earns, from 0 to 1. */
  readonly perCall: number;
  /** Retries earned in each second. */
  readonly perSecond: number;
  /** The maximum number of retries that can be saved up. */
  readonly maxSaved: number;
}

/** Retries add at most a fifth to the calls, plus three in each second, and at most ten at once. */
export const retryBudgetRules: RetryBudgetRules = { perCall: 0.2, perSecond: 3, maxSaved: 10 };

/**
 * Limits the retries of all calls together. `EVENT_SERVICE_RETRIES` limits those of one call only: with two, a service that fails would get
 * three times its load just when it cannot bear it.
 *
 * Retries are paid from a token bucket. Each call earns a fraction of a retry, and time earns a few more, because a graph with few calls
 * would otherwise never retry. If 100 calls a second all fail, for example, 23 retries a second are granted, and the other calls fail
 * immediately. While few calls fail, the bucket is full and every retry is granted.
 */
export class RetryBudget {
  readonly #bucket: TokenBucket;

  constructor(
    private readonly rules: RetryBudgetRules,
    /** Milliseconds of a monotonic clock. */
    private readonly now: () => number,
  ) {
    this.#bucket = new TokenBucket({ perSecond: rules.perSecond, capacity: rules.maxSaved }, now());
  }

  /** Adds what one call earns. */
  earn(): void {
    this.#bucket.settle(this.rules.perCall, 0, this.now());
  }

  /** Takes one retry. @returns false where none is left */
  spend(): boolean {
    return this.#bucket.reserve(1, this.now()) === 0;
  }
}

/** A service may name any time, even by mistake: calls of the path continue after a minute. */
const longestPauseMs = 60_000;
/** Calls of one path that may wait. Further ones are refused: they would fill the memory. */
const maxWaiting = 500;

/** The time until which a service wants no calls of a path, by its status 429 or 503 with Retry-After. */
interface Pause {
  /** Milliseconds on the clock of `CallBounds.expiresAt`. */
  until: number;
  waiting: number;
  isRateLimit: boolean;
}

/** The pauses of a service by path. Both lanes share them, because endpoints of one path do. */
export type Pauses = Map<string, Pause>;

/**
 * Makes calls of a path wait while the service wants none, after status 429 or 503 with Retry-After. A call whose deadline comes first is refused
 * immediately with the remaining time. A waiting call was not sent, so a write waits as well.
 * @param now milliseconds on the clock of `CallBounds.expiresAt`
 */
export function withRetryAfter(transport: Transport, pauses: Pauses, now: () => number): Transport {
  return async (request, bounds) => {
    const { endpointPath } = request;
    const pause = pauses.get(endpointPath);
    if (pause !== undefined && pause.until > now()) await untilOver(pause, request, bounds, now);
    try {
      return await transport(request, bounds);
    } catch (error) {
      const pausedMs = requestedPauseMs(error);
      if (pausedMs > 0) extend(pauses, endpointPath, now() + pausedMs, error instanceof UpstreamRateLimitedError);
      throw error;
    }
  };
}

/** Waits until a pause is over, which replies may prolong meanwhile. @throws the refusal, UpstreamTimeoutError or CancelledError */
async function untilOver(pause: Pause, request: WireRequest, bounds: CallBounds, now: () => number): Promise<void> {
  for (let leftMs = pause.until - now(); leftMs > 0; leftMs = pause.until - now()) {
    if (pause.until >= bounds.expiresAt || pause.waiting >= maxWaiting) throw refusal(request.endpointPath, pause, leftMs);
    pause.waiting += 1;
    try {
      await pauseBefore(leftMs, request, bounds, 'waiting');
    } finally {
      pause.waiting -= 1;
    }
  }
}

/** The pause that a reply requests, in milliseconds; 0 if it requests none. */
function requestedPauseMs(error: unknown): number {
  if (!(error instanceof UpstreamRateLimitedError) && !(error instanceof UpstreamUnavailableError)) return 0;
  const asks = error.reply?.status === 429 || error.reply?.status === 503;
  return asks ? Math.min(error.retryAfterMs ?? 0, longestPauseMs) : 0;
}

function extend(pauses: Pauses, endpointPath: string, until: number, isRateLimit: boolean): void {
  const pause = pauses.get(endpointPath);
  if (pause === undefined) pauses.set(endpointPath, { until, waiting: 0, isRateLimit });
  else if (until > pause.until) Object.assign(pause, { until, isRateLimit });
}

function refusal(endpointPath: string, { isRateLimit }: Pause, leftMs: number) {
  const retryAfterMs = Math.ceil(leftMs);
  return isRateLimit
    ? new UpstreamRateLimitedError(endpointPath, { retryAfterMs })
    : new UpstreamUnavailableError(endpointPath, false, { retryAfterMs });
}
