import {
  CancelledError,
  CircuitOpenError,
  UpstreamInvalidResponseError,
  UpstreamOverloadedError,
  UpstreamRateLimitedError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../model/upstream-errors.js';
import { guarded } from './guarded.js';
import type { Transport } from './transport.js';

/** Told of every attempt: the operation's path, how it ended, and how long it took. */
export type ObserveCall = (operation: string, outcome: CallOutcome, seconds: number) => void;

export type CallOutcome =
  'answered' | 'cancelled' | 'circuit_open' | 'overloaded' | 'rate_limited' | 'timeout' | 'unavailable' | 'invalid_response' | 'defect';

/** A transport that tells of what it does. */
export function observed(transport: Transport, observe: ObserveCall): Transport {
  const report = guarded(observe);
  return async (request, bounds) => {
    const started = performance.now();
    const tell = (outcome: CallOutcome) => report(request.operation, outcome, (performance.now() - started) / 1000);
    try {
      const reply = await transport(request, bounds);
      tell('answered');
      return reply;
    } catch (error) {
      tell(outcomeOf(error));
      throw error;
    }
  };
}

/** The first that fits: an open circuit is a kind of unavailability. */
const outcomes = [
  [CircuitOpenError, 'circuit_open'],
  [CancelledError, 'cancelled'],
  [UpstreamOverloadedError, 'overloaded'],
  [UpstreamRateLimitedError, 'rate_limited'],
  [UpstreamTimeoutError, 'timeout'],
  [UpstreamUnavailableError, 'unavailable'],
  [UpstreamInvalidResponseError, 'invalid_response'],
] as const;

function outcomeOf(error: unknown): CallOutcome {
  return outcomes.find(([kind]) => error instanceof kind)?.[1] ?? 'defect';
}
