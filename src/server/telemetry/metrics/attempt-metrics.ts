import type { Registry } from 'prom-client';
import type { AttemptOutcome } from '../../../model/calls/attempt-outcome.js';
import { createDurationHistogram } from './duration-histogram.js';
import { createLabelCounts } from './label-counts.js';

/** Registers the metrics of attempts to call the service. @returns the function that counts one */
export function createAttemptMetrics(registry: Registry): (endpointPath: string, outcome: AttemptOutcome, seconds: number) => void {
  const calls = createLabelCounts(
    registry,
    'event_graph_upstream_calls_total',
    'Attempts to call the event service by operation and outcome, retries included; attempts with the outcome circuit_open or overloaded were not sent',
    ['operation', 'outcome'],
  );
  const durations = createDurationHistogram(
    registry,
    'event_graph_upstream_call_duration_seconds',
    'Duration of attempts to call the event service in seconds, including the time in the queue',
    'operation',
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  );
  return (endpointPath, outcome, seconds) => {
    calls.add(endpointPath, outcome);
    durations.add(endpointPath, seconds);
  };
}
