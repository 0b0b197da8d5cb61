/* A wrapper that reports each attempt: its outcome and its duration. */

import type { AttemptOutcome } from '../../../records/call-outcome.js';
import { attemptOutcomeOf } from '../attempt-errors.js';
import { safeObserver } from '../safe-observer.js';
import type { Transport, WireReply } from '../transport.js';

/** Receives every attempt: the endpoint's path, the outcome, the duration, and what went wrong. */
export type ObserveAttempt = (endpointPath: string, outcome: AttemptOutcome, seconds: number, error?: unknown) => void;

/**
 * Reports every attempt, even one that an open circuit or a full queue refuses. Whether a reply is usable shows only when its
 * envelope is opened, so a reply carries the function that reports it.
 */
export function withObservation(transport: Transport, observe: ObserveAttempt): Transport {
  const observeSafely = safeObserver(observe);
  return async (request, bounds) => {
    const startedAt = performance.now();
    try {
      const { status, headers, body } = await transport(request, bounds);
      const seconds = (performance.now() - startedAt) / 1000;
      const report: WireReply['report'] = (outcome, error) => observeSafely(request.endpointPath, outcome, seconds, error);
      return { status, headers, body, report };
    } catch (error) {
      observeSafely(request.endpointPath, attemptOutcomeOf(error), (performance.now() - startedAt) / 1000, error);
      throw error;
    }
  };
}
