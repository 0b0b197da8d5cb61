/* The meaning of each error of an attempt, for the metrics and for the circuit. */

import type { AttemptOutcome } from '../../records/call-outcome.js';
import {
  StateUnavailableError,
  WritePermitLostError,
  CancelledError,
  CircuitOpenError,
  SigningFailedError,
  UpstreamInvalidResponseError,
  UpstreamOverloadedError,
  UpstreamRateLimitedError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../../records/errors.js';
import type { CircuitEvidence } from './circuit.js';

type Row = readonly [error: new (...parameters: never[]) => Error, outcome: AttemptOutcome, circuit: CircuitEvidence];

/**
 * Each error of an attempt, with its name in the metrics and what it shows about the service. The first row that fits decides: an open
 * circuit and a missing signature are kinds of unavailability. Only what the service did is evidence about the service; a 429
 * shows that it works.
 */
const rows: readonly Row[] = [
  [CircuitOpenError, 'circuit_open', 'ignored'],
  [SigningFailedError, 'unavailable', 'ignored'],
  [CancelledError, 'cancelled', 'ignored'],
  [WritePermitLostError, 'cancelled', 'ignored'],
  [StateUnavailableError, 'cancelled', 'ignored'],
  [UpstreamOverloadedError, 'overloaded', 'ignored'],
  [UpstreamRateLimitedError, 'rate_limited', 'success'],
  [UpstreamTimeoutError, 'timeout', 'failure'],
  [UpstreamUnavailableError, 'unavailable', 'failure'],
  [UpstreamInvalidResponseError, 'invalid_response', 'failure'],
];

const errorRow = (error: unknown): Row | undefined => rows.find(([errorClass]) => error instanceof errorClass);

/** The name of a failed attempt in the metrics. */
export const attemptOutcomeOf = (error: unknown): AttemptOutcome => errorRow(error)?.[1] ?? 'defect';

/**
 * The evidence of a failed attempt about the service, for the circuit of its path. A timeout before the attempt, in the queue or
 * the signer, shows nothing.
 */
export function circuitEvidenceOf(error: unknown): CircuitEvidence {
  if (error instanceof UpstreamTimeoutError && !error.attempted) return 'ignored';
  return errorRow(error)?.[2] ?? 'ignored';
}
