import type { UsageCounts } from '../../graph/context.js';
import type { Runner, Work, WorkResult } from '../operations/work.js';
import type { OperationOutcome, Metrics } from './metrics.js';

/** Wraps a runner: counts work and measures its duration. The start of a subscription counts as an operation, an event by itself. */
export function withMetrics<W extends Work, R extends WorkResult>(runner: Runner<W, R>, metrics: Metrics): Runner<W, R> {
  const count = ({ role }: Work, kind: WorkResult['kind'], outcome: OperationOutcome, seconds: number, usage: UsageCounts) =>
    role === 'event' ? metrics.countEvent(outcome, seconds, usage) : metrics.countOperation(kind ?? 'unknown', outcome, seconds, usage);
  return {
    ...runner,
    storedResponse(caller, method, text) {
      const started = performance.now();
      const result = runner.storedResponse(caller, method, text);
      if (result) metrics.countOperation('query', 'ok', (performance.now() - started) / 1000, result.usage);
      return result;
    },
    async run(work) {
      const started = performance.now();
      const seconds = () => (performance.now() - started) / 1000;
      try {
        const result = await runner.run(work);
        count(work, result.kind, outcomeOf(result), seconds(), work.context.usage);
        return result;
      } catch (error) {
        count(work, undefined, 'failed', seconds(), work.context.usage);
        throw error;
      }
    },
  };
}

/** The outcome of work as a whole. */
export function outcomeOf({ data, errors = [] }: WorkResult): OperationOutcome {
  if (errors.length === 0) return 'ok';
  if (data !== undefined) return data === null ? 'failed' : 'partial';
  return errors.some((error) => error.extensions?.['code'] === 'RATE_LIMITED') ? 'rate_limited' : 'refused';
}
