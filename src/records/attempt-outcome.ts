/* The outcomes of attempts, and the codes of failures, by which the metrics, the log and the doctor name how a call ended. */

import { isNativeError } from 'node:util/types';
import {
  CancelledError,
  CircuitOpenError,
  SigningFailedError,
  StateUnavailableError,
  UpstreamError,
  UpstreamInvalidResponseError,
  UpstreamOverloadedError,
  UpstreamRateLimitedError,
  UpstreamRejectedError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
  WritePermitLostError,
  type ReplyFacts,
} from './errors.js';

/**
 * Each error with which an attempt of a call ends, and the outcome that the metrics count. The first row that fits decides: an open circuit
 * is a kind of unavailability. `invalid_response`: no field can use the reply; an invalid field inside a record does not count.
 * `circuit_open` and `overloaded` are attempts that were not sent.
 */
const outcomes = [
  [CircuitOpenError, 'circuit_open'],
  [CancelledError, 'cancelled'],
  [WritePermitLostError, 'cancelled'],
  [StateUnavailableError, 'cancelled'],
  [UpstreamOverloadedError, 'overloaded'],
  [UpstreamRejectedError, 'rejected'],
  [UpstreamRateLimitedError, 'rate_limited'],
  [UpstreamTimeoutError, 'timeout'],
  [UpstreamUnavailableError, 'unavailable'],
  [UpstreamInvalidResponseError, 'invalid_response'],
] as const;

/** `ok`: the envelope's code is 1; of `rejected` it is 0. `defect`: an error of this program. */
export type AttemptOutcome = 'ok' | (typeof outcomes)[number][1] | 'defect';

/** The outcome of an attempt, by the error with which it ended, undefined for none. */
export const attemptOutcomeOf = (error: unknown): AttemptOutcome =>
  error === undefined ? 'ok' : (outcomes.find(([errorClass]) => error instanceof errorClass)?.[1] ?? 'defect');

/**
 * A code for why a call failed: of the operating system, DNS or TLS (ECONNREFUSED), `HTTP_404`, `NOT_JSON`, `NOT_AN_ENVELOPE`,
 * `BUSY`, `TIMEOUT`.
 */
export function failureCause(error: unknown): string {
  if (error instanceof SigningFailedError) return 'SIGNING_FAILED';
  if (error instanceof UpstreamTimeoutError) return 'TIMEOUT';
  const reply = replyOf(error);
  const flaw = error instanceof UpstreamInvalidResponseError ? (error.flaw ?? 'NOT_AN_ENVELOPE') : null;
  // The reply is the service's: its documented status may be another than 200 (§4.3).
  if (flaw === 'INVALID_DATA') return flaw;
  if (reply !== undefined && reply.status !== 200) return `HTTP_${reply.status}`;
  if (flaw !== null) return flaw;
  if (error instanceof UpstreamRateLimitedError) return 'BUSY';
  return systemCode(error) ?? 'UNKNOWN';
}

/** The reply of a failed call, if there was one. */
export const replyOf = (error: unknown): ReplyFacts | undefined => (error instanceof UpstreamError ? error.reply : undefined);

/** The code that the operating system, DNS or TLS gave for the failure, or null. */
export function systemCode(error: unknown): string | null {
  // A cause may lead back to an error that was already visited.
  const visited = new Set<unknown>();
  for (let cause = error; isNativeError(cause) && !visited.has(cause); cause = cause.cause) {
    visited.add(cause);
    if ('code' in cause && typeof cause.code === 'string' && isSystemCode(cause.code)) return cause.code;
  }
  return null;
}

const isSystemCode = (code: string): boolean => /^[A-Z][A-Z0-9_]{2,60}$/.test(code) && !code.startsWith('UPSTREAM_');
