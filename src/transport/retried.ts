import {
  CircuitOpenError,
  SigningFailedError,
  UpstreamRateLimitedError,
  UpstreamUnavailableError,
  type UpstreamError,
} from '../model/upstream-errors.js';
import { stopped } from './deadline.js';
import type { RetryBudget } from './retry-budget.js';
import type { CallBounds, Transport, WireRequest } from './transport.js';

export interface RetryRules {
  /** Further attempts after the first. */
  readonly retries: number;
  readonly budget: RetryBudget;
  /** From 0 up to 1. */
  readonly random: () => number;
}

const firstBackoffMs = 100;
const longestBackoffMs = 1_000;

/**
 * Tries again what is safe to try again: a repeatable operation after a refused or reset connection, 429, 502, 503 or
 * 504; any other operation only where certainly nothing was sent. Waits with full jitter, or as Retry-After asks, and
 * never longer than the call has left.
 */
export function retried(transport: Transport, { retries, budget, random }: RetryRules): Transport {
  return async (request, bounds) => {
    budget.earn();
    let sent = false;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await transport(request, bounds);
      } catch (error) {
        if (attempt >= retries || !mayTryAgain(request, error)) throw error;
        const waitMs = error.retryAfterMs ?? random() * Math.min(longestBackoffMs, firstBackoffMs * 2 ** attempt);
        if (performance.now() + waitMs >= bounds.expiresAt || !budget.spend()) throw error;
        sent ||= mayHaveBeenSent(error);
        await pause(waitMs, request, bounds, sent);
      }
    }
  };
}

const passingStatuses: ReadonlySet<number | undefined> = new Set([undefined, 502, 503, 504]);

function mayTryAgain(request: WireRequest, error: unknown): error is UpstreamError & { retryAfterMs?: number } {
  if (error instanceof CircuitOpenError || error instanceof SigningFailedError) return false;
  if (error instanceof UpstreamRateLimitedError) return request.repeatable;
  if (!(error instanceof UpstreamUnavailableError)) return false;
  return request.repeatable ? passingStatuses.has(error.status) : !error.sent;
}

/** Whether an attempt that failed so may have reached the service. */
const mayHaveBeenSent = (error: UpstreamError) => !(error instanceof UpstreamUnavailableError) || error.sent;

function pause(ms: number, { operation }: WireRequest, { signal }: CallBounds, sent: boolean): Promise<void> {
  const progress = sent ? 'sent' : 'attempted';
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(stopped(operation, signal, progress));
    const stop = () => {
      clearTimeout(timer);
      reject(stopped(operation, signal, progress));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
