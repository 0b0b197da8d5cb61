import type { CallOutcome } from '../model/call-outcome.js';
import { guarded } from './guarded.js';
import { outcomeOf } from './outcome.js';
import type { Transport } from './transport.js';

/** Receives every attempt: the operation's path, the outcome, and the duration. */
export type ObserveCall = (operation: string, outcome: CallOutcome, seconds: number) => void;

/** Reports every attempt, also one that an open circuit or a full queue rejects. */
export function observed(transport: Transport, observe: ObserveCall): Transport {
  const observeSafely = guarded(observe);
  return async (request, bounds) => {
    const startedAt = performance.now();
    const report = (outcome: CallOutcome) => observeSafely(request.operation, outcome, (performance.now() - startedAt) / 1000);
    try {
      const reply = await transport(request, bounds);
      report('replied');
      return reply;
    } catch (error) {
      report(outcomeOf(error));
      throw error;
    }
  };
}
