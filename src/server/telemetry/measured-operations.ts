import type { OperationOutcome, Metrics } from './metrics.js';
import type { Operations, Outcome } from '../operations/operations.js';

/** Wraps operations: counts them and measures their duration. */
export function measured(operations: Operations, metrics: Metrics): Operations {
  return {
    ...operations,
    finished(caller, method, text) {
      const started = performance.now();
      const outcome = operations.finished(caller, method, text);
      if (outcome) metrics.countOperation('query', 'ok', (performance.now() - started) / 1000, outcome.usage);
      return outcome;
    },
    async run(operation) {
      const started = performance.now();
      const seconds = () => (performance.now() - started) / 1000;
      try {
        const outcome = await operations.run(operation);
        metrics.countOperation(outcome.kind ?? 'unknown', outcomeOf(outcome), seconds(), operation.context.usage);
        return outcome;
      } catch (error) {
        metrics.countOperation('unknown', 'failed', seconds(), operation.context.usage);
        throw error;
      }
    },
  };
}

/** The outcome of an operation as a whole. */
export function outcomeOf({ data, errors = [] }: Outcome): OperationOutcome {
  if (errors.length === 0) return 'ok';
  if (data !== undefined) return data === null ? 'failed' : 'partial';
  return errors.some((error) => error.extensions?.['code'] === 'RATE_LIMITED') ? 'rate_limited' : 'refused';
}
