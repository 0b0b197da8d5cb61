/* All metrics of the program. */

import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { UsageCounts } from '../../../graph/context.js';
import type { AttemptOutcome } from '../../../model/calls/attempt-outcome.js';
import type { RootKind } from '../../work.js';
import { DurationHistogram } from './duration-histogram.js';
import { LabelCounts } from './label-counts.js';
import { createRedisMetrics, type RedisMetrics } from './redis-metrics.js';
import { createServiceGauges, type ServiceState } from './service-gauges.js';
import { setAggregator, type MetricsSnapshot } from './summed-metrics.js';

/** The result of an operation as a whole; the help text of event_graph_operations_total explains the values. */
export type OperationOutcome = 'ok' | 'partial' | 'failed' | 'refused' | 'rate_limited';

/** The program's metrics. Labels contain neither callers nor data, and every label has few values. */
export interface Metrics {
  countOperation(kind: RootKind, outcome: OperationOutcome, seconds: number, usage: UsageCounts): void;
  /** Counts the execution of a subscription's selection for one event. */
  countEvent(outcome: OperationOutcome, seconds: number, usage: UsageCounts): void;
  /** Counts one attempt to call the service. @param endpointPath of the service; the label calls it `operation` */
  readonly upstreamAttempt: (endpointPath: string, outcome: AttemptOutcome, seconds: number) => void;
  countResponse(status: number): void;
  /** Counts a check-in that the service pushed to this process. */
  readonly countCheckIn: () => void;
  /** Counts a subscription to check-ins that has ended because its client does not keep up. */
  readonly countSlowCheckInSubscriber: () => void;
  readonly redis: RedisMetrics;
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

  /** A counter that requests and calls increment. */
  const counterOf = (name: string, help: string, label: string, secondLabel?: string): LabelCounts => {
    const counts = new LabelCounts();
    const counter = new Counter({
      name,
      help,
      labelNames: secondLabel === undefined ? [label] : [label, secondLabel],
      registers: [],
      collect() {
        counts.take((first, second, count) =>
          this.inc({ [label]: first, ...(secondLabel !== undefined && { [secondLabel]: second }) }, count),
        );
      },
    });
    registry.registerMetric(counter);
    return counts;
  };
  /** A histogram of durations that requests and calls add to. */
  const histogramOf = (name: string, help: string, label: string, bounds: readonly number[]) => {
    const histogram = new DurationHistogram({ name, help, label }, bounds);
    registry.registerMetric(histogram);
    return histogram;
  };

  const responses = counterOf('event_graph_http_responses_total', 'HTTP responses by status', 'status');
  const operations = counterOf(
    'event_graph_operations_total',
    'GraphQL operations by root type and outcome: ok, partial (some fields failed), failed (no data), refused (not executed), rate_limited',
    'kind',
    'outcome',
  );
  const durations = histogramOf(
    'event_graph_operation_duration_seconds',
    'Duration of GraphQL operations in seconds by root type',
    'kind',
    operationBounds,
  );
  const events = counterOf(
    'event_graph_subscription_events_total',
    'Events of subscriptions by the outcome of executing the selection for one subscriber: ok, partial (some fields failed), failed (no data)',
    'outcome',
  );
  const eventDurations = new Histogram({
    name: 'event_graph_subscription_event_duration_seconds',
    help: 'Duration of executing the selection of a subscription for one event in seconds, including the time that it waits for the rate limit',
    buckets: [...operationBounds],
    registers,
  });
  const calls = counterOf(
    'event_graph_upstream_calls_total',
    'Attempts to call the event service by operation and outcome, retries included; attempts with the outcome circuit_open or overloaded were not sent',
    'operation',
    'outcome',
  );
  const callDurations = histogramOf(
    'event_graph_upstream_call_duration_seconds',
    'Duration of attempts to call the event service in seconds, including the time in the queue',
    'operation',
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  );
  const coalesced = new Counter({
    name: 'event_graph_coalesced_reads_total',
    help: 'Reads that shared an identical read in flight',
    registers,
  });
  const cacheHits = new Counter({
    name: 'event_graph_cache_hits_total',
    help: 'Reads served from the content cache, stale ones included',
    registers,
  });
  const stale = new Counter({
    name: 'event_graph_stale_responses_total',
    help: 'Reads served from the content cache after their TTL, because the event service failed (stale-if-error)',
    registers,
  });
  const rateLimited = new Counter({
    name: 'event_graph_rate_limited_total',
    help: 'Operations refused because their caller exceeded its rate limit',
    registers,
  });
  const checkIns = new Counter({ name: 'event_graph_check_ins_total', help: 'Check-ins that the event service pushed', registers });
  const slowSubscribers = new Counter({
    name: 'event_graph_slow_check_in_subscribers_total',
    help: 'Subscriptions to check-ins that were ended because the client did not keep up',
    registers,
  });
  const setServiceState = createServiceGauges(registry);
  const countReads = (usage: UsageCounts) => {
    if (usage.coalesced > 0) coalesced.inc(usage.coalesced);
    if (usage.cached > 0) cacheHits.inc(usage.cached);
    if (usage.stale.length > 0) stale.inc(usage.stale.length);
  };
  const redis = createRedisMetrics(registry);
  collectDefaultMetrics({ register: registry });
  // The default is the average over the workers, which a single blocked worker hardly changes.
  for (const name of eventLoopLags) setAggregator(registry, name, 'max');

  return {
    countOperation(kind, outcome, seconds, usage) {
      operations.add(kind, outcome);
      durations.add(kind, seconds);
      if (outcome === 'rate_limited') rateLimited.inc();
      countReads(usage);
    },
    countEvent(outcome, seconds, usage) {
      events.add(outcome);
      eventDurations.observe(seconds);
      countReads(usage);
    },
    upstreamAttempt(endpointPath, outcome, seconds) {
      calls.add(endpointPath, outcome);
      callDurations.add(endpointPath, seconds);
    },
    countResponse: (status) => responses.add(String(status)),
    countCheckIn: () => checkIns.inc(),
    countSlowCheckInSubscriber: () => slowSubscribers.inc(),
    redis,
    setServiceState,
    contentType: registry.contentType,
    text: () => registry.metrics(),
    snapshot: () => registry.getMetricsAsJSON(),
  };
}

const operationBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const eventLoopLags = ['', '_mean', '_stddev', '_p50', '_p90', '_p99'].map((part) => `nodejs_eventloop_lag${part}_seconds`);
