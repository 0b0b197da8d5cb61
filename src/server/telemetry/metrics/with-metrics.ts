import type { UsageCounts } from '../../../graph/context.js';
import type { FindStoredResponse } from '../../operations/operation.js';
import type { Work, WorkResult, WrappedRunner } from '../../work.js';
import type { Metrics } from './metrics.js';
import type { OperationOutcome } from './operation-metrics.js';

/** Wraps a runner: counts work and measures its duration. The start of a subscription counts as an operation, an event by itself. */
export function withMetrics<W extends Work, R extends WorkResult>(run: WrappedRunner<W, R>, metrics: Metrics): WrappedRunner<W, R> {
  const count = (
    { role }: Work,
    operationType: WorkResult['operationType'],
    outcome: OperationOutcome,
    seconds: number,
    usage: UsageCounts,
  ) =>
    role === 'event'
      ? metrics.countEvent(outcome, seconds, usage)
      : metrics.countOperation(operationType ?? 'unknown', outcome, seconds, usage);
  return async (work) => {
    const started = performance.now();
    const seconds = () => (performance.now() - started) / 1000;
    try {
      const result = await run(work);
      count(work, result.operationType, outcomeOf(result), seconds(), work.context.usage);
      return result;
    } catch (error) {
      count(work, undefined, 'failed', seconds(), work.context.usage);
      throw error;
    }
  };
}

/** Counts stored responses as operations. */
export function withStoredMetrics(find: FindStoredResponse, metrics: Metrics): FindStoredResponse {
  return (caller, method, text) => {
    const started = performance.now();
    const stored = find(caller, method, text);
    if (stored) metrics.countOperation('query', 'ok', (performance.now() - started) / 1000, stored.usage);
    return stored;
  };
}

/** The outcome of work as a whole. */
export function outcomeOf({ data, errors = [] }: WorkResult): OperationOutcome {
  if (errors.length === 0) return 'ok';
  if (data !== undefined) return data === null ? 'failed' : 'partial';
  return errors.some((error) => error.extensions?.['code'] === 'RATE_LIMITED') ? 'rate_limited' : 'refused';
}
