import type { Ending, Metrics } from './metrics.js';
import type { Operations, Outcome } from '../operations/operations.js';

/** Counts operations and the time they take. */
export function measured(operations: Operations, metrics: Metrics): Operations {
  return {
    ...operations,
    async run(operation) {
      const started = performance.now();
      const seconds = () => (performance.now() - started) / 1000;
      try {
        const outcome = await operations.run(operation);
        metrics.operation(outcome.kind ?? 'unknown', endingOf(outcome), seconds(), operation.context.usage);
        return outcome;
      } catch (error) {
        metrics.operation('unknown', 'failed', seconds(), operation.context.usage);
        throw error;
      }
    },
  };
}

function endingOf({ data, errors = [] }: Outcome): Ending {
  if (errors.length === 0) return 'ok';
  if (data !== undefined) return data === null ? 'failed' : 'partial';
  return errors.some((error) => error.extensions?.['code'] === 'RATE_LIMITED') ? 'rate_limited' : 'refused';
}
