/* All metrics of the program. */

import { collectDefaultMetrics, Counter, Registry } from 'prom-client';
import type { AttemptOutcome } from '../../../model/calls/attempt-outcome.js';
import { createAttemptMetrics } from './attempt-metrics.js';
import { createLabelCounts } from './label-counts.js';
import { createOperationMetrics, type OperationMetrics } from './operation-metrics.js';
import { createServiceGauges, type ServiceState } from './service-gauges.js';
import { createStoreMetrics, type StoreMetrics } from './store-metrics.js';
import { setAggregator, type MetricsSnapshot } from './summed-metrics.js';

/** The program's metrics. Labels contain neither callers nor data, and every label has few values. */
export interface Metrics extends OperationMetrics {
  /** Counts one attempt to call the service. @param endpointPath the path at the service; the label calls it `operation` */
  readonly upstreamAttempt: (endpointPath: string, outcome: AttemptOutcome, seconds: number) => void;
  countResponse(status: number): void;
  /** Counts a check-in that the service pushed to this process. */
  readonly countCheckIn: () => void;
  /** Counts a subscription to check-ins that has ended because its client does not keep up. */
  readonly countSlowCheckInSubscriber: () => void;
  readonly stores: StoreMetrics;
  /** Sets the source of the gauges. */
  readonly setServiceState: (state: ServiceState) => void;
  readonly contentType: string;
  text(): Promise<string>;
  /** The values of this process, for the sum over several. */
  snapshot(): Promise<MetricsSnapshot>;
}

/** Creates the metrics in a registry of their own, so that two programs in one process count separately. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const responses = createLabelCounts(registry, 'event_graph_http_responses_total', 'HTTP responses by status', ['status']);
  const operationMetrics = createOperationMetrics(registry);
  const upstreamAttempt = createAttemptMetrics(registry);
  const checkIns = new Counter({ name: 'event_graph_check_ins_total', help: 'Check-ins that the event service pushed', registers });
  const slowSubscribers = new Counter({
    name: 'event_graph_slow_check_in_subscribers_total',
    help: 'Subscriptions to check-ins that were ended because the client did not keep up',
    registers,
  });
  const setServiceState = createServiceGauges(registry);
  const stores = createStoreMetrics(registry);
  collectDefaultMetrics({ register: registry });
  // The default is the average over the workers, which a single blocked worker hardly changes.
  for (const name of eventLoopLags) setAggregator(registry, name, 'max');
  return {
    ...operationMetrics,
    upstreamAttempt,
    countResponse: (status) => responses.add(String(status)),
    countCheckIn: () => checkIns.inc(),
    countSlowCheckInSubscriber: () => slowSubscribers.inc(),
    stores,
    setServiceState,
    contentType: registry.contentType,
    text: () => registry.metrics(),
    snapshot: () => registry.getMetricsAsJSON(),
  };
}

const eventLoopLags = ['', '_mean', '_stddev', '_p50', '_p90', '_p99'].map((part) => `nodejs_eventloop_lag${part}_seconds`);
