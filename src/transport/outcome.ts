import type { CallOutcome } from '../model/call-outcome.js';
import { AttemptLostError, StateUnavailableError } from '../model/errors.js';
import {
  CancelledError,
  CircuitOpenError,
  SigningFailedError,
  UpstreamInvalidResponseError,
  UpstreamOverloadedError,
  UpstreamRateLimitedError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../model/upstream-errors.js';
import type { CircuitOutcome } from './circuit.js';

type Row = readonly [error: new (...parameters: never[]) => Error, outcome: CallOutcome, circuit: CircuitOutcome];

/**
 * Each error of an attempt, with its name in the metrics and its effect on the circuit. The first row that fits decides: an open
 * circuit and a missing signature are kinds of unavailability. Only what the service did is evidence about the service; a 429
 * shows that it works.
 */
const rows: readonly Row[] = [
  [CircuitOpenError, 'circuit_open', 'ignored'],
  [SigningFailedError, 'unavailable', 'ignored'],
  [CancelledError, 'cancelled', 'ignored'],
  [AttemptLostError, 'cancelled', 'ignored'],
  [StateUnavailableError, 'cancelled', 'ignored'],
  [UpstreamOverloadedError, 'overloaded', 'ignored'],
  [UpstreamRateLimitedError, 'rate_limited', 'success'],
  [UpstreamTimeoutError, 'timeout', 'failure'],
  [UpstreamUnavailableError, 'unavailable', 'failure'],
  [UpstreamInvalidResponseError, 'invalid_response', 'failure'],
];

const rowOf = (error: unknown): Row | undefined => rows.find(([kind]) => error instanceof kind);

/** The name of a failed attempt in the metrics. */
export const outcomeOf = (error: unknown): CallOutcome => rowOf(error)?.[1] ?? 'defect';

/** The effect of a failed attempt on the circuit of its operation. A timeout before the attempt, in the queue or the signer, has none. */
export function circuitOutcomeOf(error: unknown): CircuitOutcome {
  if (error instanceof UpstreamTimeoutError && !error.attempted) return 'ignored';
  return rowOf(error)?.[2] ?? 'ignored';
}
