/* The metrics of operations, and of the events of subscriptions. */

import { Counter, Histogram, type Registry } from 'prom-client';
import type { UsageCounts } from '../../../graph/context.js';
import type { OperationOutcome, OperationType } from '../../work.js';
import { createDurationHistogram } from './duration-histogram.js';
import { createLabelCounts } from './label-counts.js';

export interface OperationMetrics {
  countOperation(operationType: OperationType, outcome: OperationOutcome, seconds: number, usage: UsageCounts): void;
  /** Counts the execution of a subscription's selection for one event. */
  countEvent(outcome: OperationOutcome, seconds: number, usage: UsageCounts): void;
}

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createOperationMetrics(registry: Registry): OperationMetrics {
  const registers = [registry];
  const operations = createLabelCounts(
    registry,
    'event_graph_operations_total',
    'GraphQL operations by root type and outcome: ok, partial (some fields failed), failed (no data), refused (not executed), rate_limited',
    ['kind', 'outcome'],
  );
  const durations = createDurationHistogram(
    registry,
    'event_graph_operation_duration_seconds',
    'Duration of GraphQL operations in seconds by root type',
    'kind',
    bounds,
  );
  const rateLimited = new Counter({
    name: 'event_graph_rate_limited_total',
    help: 'Operations refused because their caller exceeded its rate limit',
    registers,
  });
  const events = createLabelCounts(
    registry,
    'event_graph_subscription_events_total',
    'Events of subscriptions by the outcome of executing the selection for one subscriber: ok, partial (some fields failed), failed (no data)',
    ['outcome'],
  );
  const eventDurations = new Histogram({
    name: 'event_graph_subscription_event_duration_seconds',
    help: 'Duration of executing the selection of a subscription for one event in seconds, including the time that it waits for the rate limit',
    buckets: [...bounds],
    registers,
  });
  const countReads = createReadCounter(registry);
  return {
    countOperation(operationType, outcome, seconds, usage) {
      operations.add(operationType, outcome);
      durations.add(operationType, seconds);
      if (outcome === 'rate_limited') rateLimited.inc();
      countReads(usage);
    },
    countEvent(outcome, seconds, usage) {
      events.add(outcome);
      eventDurations.observe(seconds);
      countReads(usage);
    },
  };
}

/** Registers the counters of reads that made no call. @returns the function that counts those of one operation */
function createReadCounter(registry: Registry): (usage: UsageCounts) => void {
  const registers = [registry];
  const coalesced = new Counter({
    name: 'event_graph_coalesced_reads_total',
    help: 'Reads that shared an equal read in flight',
    registers,
  });
  const cacheHits = new Counter({
    name: 'event_graph_cache_hits_total',
    help: 'Reads served from the content cache, stale ones included',
    registers,
  });
  const stale = new Counter({
    name: 'event_graph_stale_responses_total',
    help: 'Reads (not responses) served from the content cache after their TTL, because the event service failed (stale-if-error)',
    registers,
  });
  return (usage) => {
    if (usage.coalesced > 0) coalesced.inc(usage.coalesced);
    if (usage.cached > 0) cacheHits.inc(usage.cached);
    if (usage.stale.length > 0) stale.inc(usage.stale.length);
  };
}
