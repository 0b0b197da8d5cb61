import type { OperationOutcome, Metrics } from './metrics.js';
import type { OperationRunner, OperationResult } from '../operations/operation.js';

/** Wraps a runner of operations: counts them and measures their duration. */
export function measured(runner: OperationRunner, metrics: Metrics): OperationRunner {
  return {
    ...runner,
    storedResponse(caller, method, text) {
      const started = performance.now();
      const result = runner.storedResponse(caller, method, text);
      if (result) metrics.countOperation('query', 'ok', (performance.now() - started) / 1000, result.usage);
      return result;
    },
    async run(operation) {
      const started = performance.now();
      const seconds = () => (performance.now() - started) / 1000;
      try {
        const result = await runner.run(operation);
        metrics.countOperation(result.kind ?? 'unknown', operationOutcomeOf(result), seconds(), operation.context.usage);
        return result;
      } catch (error) {
        metrics.countOperation('unknown', 'failed', seconds(), operation.context.usage);
        throw error;
      }
    },
  };
}

/** The outcome of an operation as a whole. */
export function operationOutcomeOf({ data, errors = [] }: OperationResult): OperationOutcome {
  if (errors.length === 0) return 'ok';
  if (data !== undefined) return data === null ? 'failed' : 'partial';
  return errors.some((error) => error.extensions?.['code'] === 'RATE_LIMITED') ? 'rate_limited' : 'refused';
}
