/* A wrapper that retries failed attempts, where a further one is safe. */

import {
  CircuitOpenError,
  SigningFailedError,
  UpstreamRateLimitedError,
  UpstreamUnavailableError,
  type UpstreamError,
} from '../../../records/errors.js';
import type { RetryBudget } from '../retry-budget.js';
import { pauseBefore } from '../stop-error.js';
import type { Transport, WireRequest } from '../transport.js';

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
