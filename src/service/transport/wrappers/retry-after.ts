/* A wrapper that obeys Retry-After for all calls of a path, not only for the one that received it. */

import { UpstreamRateLimitedError, UpstreamUnavailableError } from '../../../records/errors.js';
import { pauseBefore } from '../stop-error.js';
import type { CallBounds, Transport, WireRequest } from '../transport.js';

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
