/* All metrics of the program. Labels contain neither callers nor data, and every label has few values. */

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { UsageCounts } from '../../graph/context.js';
import type { AttemptOutcome } from '../../records/attempt-outcome.js';
import { setAggregator, type MetricsSnapshot } from './summed-metrics.js';

export type Metrics = ReturnType<typeof createMetrics>;

/** The current state of the transport to the service, read when the metrics are requested. */
export interface ServiceState {
  /** The paths whose circuit is open. */
  openCircuits(): readonly string[];
  readonly load: Readonly<Record<'reads' | 'writes', { readonly active: number; readonly waiting: number }>>;
}

/** A store that outlives an operation, as the metrics read it: Redis, or the state file. */
export interface StoreState {
  readonly isUp: boolean;
}

export type OperationType = 'query' | 'mutation' | 'subscription' | 'unknown';

/** How an operation ends as a whole; the help text of event_graph_operations_total explains the values. */
export type OperationOutcome = 'ok' | 'partial' | 'failed' | 'refused' | 'rate_limited';

/** How a mutation addAttendees ends; the help text of event_graph_registrations_total explains the values. */
const registrationOutcomes = ['registered', 'replayed', 'rejected', 'user_error', 'unknown', 'refused'] as const;
export type RegistrationOutcome = (typeof registrationOutcomes)[number];

const operationBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const callBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Creates the metrics in a registry of their own, so that two programs in one process count separately. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string = never>(name: string, help: string, ...labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = <Label extends string = never>(name: string, help: string, buckets: number[], ...labelNames: readonly Label[]) =>
    new Histogram({ name, help, buckets, labelNames, registers });

  const responses = counter('event_graph_http_responses_total', 'HTTP responses by status', 'status');

  const operations = counter(
    'event_graph_operations_total',
    'GraphQL operations by root type and outcome: ok, partial (some fields failed), failed (all root fields failed), refused (not executed, or its response is too large), rate_limited',
    'kind',
    'outcome',
  );
  const operationDurations = histogram(
    'event_graph_operation_duration_seconds',
    'Duration of GraphQL operations in seconds by root type',
    operationBounds,
    'kind',
  );
  const rateLimited = counter('event_graph_rate_limited_total', 'Operations with the outcome rate_limited');
  const events = counter(
    'event_graph_subscription_events_total',
    'Events of subscriptions by the outcome of executing the selection for one subscriber: ok, partial (some fields failed), failed (all root fields failed)',
    'outcome',
  );
  const eventDurations = histogram(
    'event_graph_subscription_event_duration_seconds',
    'Duration of executing the selection of a subscription for one event in seconds, including the time that it waits for the rate limit',
    operationBounds,
  );
  const coalesced = counter('event_graph_coalesced_reads_total', 'Reads that shared the call or the result of another read');
  const cacheHits = counter(
    'event_graph_cache_hits_total',
    'Reads served from the content cache or a stored response, stale ones included',
  );
  const stale = counter(
    'event_graph_stale_responses_total',
    'Reads (not responses) served from the content cache after their TTL, because the event service failed (stale-if-error)',
  );
  /** Counts the reads that another call or the cache served. */
  const countReads = (usage: UsageCounts) => {
    if (usage.coalesced > 0) coalesced.inc(usage.coalesced);
    if (usage.cached > 0) cacheHits.inc(usage.cached);
    if (usage.stale.length > 0) stale.inc(usage.stale.length);
  };

  const calls = counter(
    'event_graph_upstream_calls_total',
    'Attempts to call the event service by operation and outcome, retries included; those with the outcome circuit_open or overloaded, and those that a Retry-After refuses, were not sent',
    'operation',
    'outcome',
  );
  const callDurations = histogram(
    'event_graph_upstream_call_duration_seconds',
    'Duration of attempts to call the event service in seconds, including the time in the queue',
    callBounds,
    'operation',
  );
  const invalidValues = counter(
    'event_graph_invalid_values_total',
    'Fields that returned UPSTREAM_INVALID_RESPONSE because their value breaks the interface, by operation of the event service',
    'operation',
  );
  const registrations = counter(
    'event_graph_registrations_total',
    'Mutations addAttendees by outcome: registered, replayed, rejected (by the event service), user_error, unknown, refused (nothing was done)',
    'outcome',
  );
  for (const outcome of registrationOutcomes) registrations.inc({ outcome }, 0);
  const auditLinesLost = counter('event_graph_audit_lines_lost_total', 'Audit lines that could not be written');
  /** The sources of the gauges. Each is set when it is open. Outcomes of registrations are in Redis, or else in the state file. */
  const sources: { service?: ServiceState; redis?: StoreState; stateFile?: StoreState } = {};
  /** Registers a gauge of the transport. Without a source it has no value. */
  const serviceGauge = (
    name: string,
    help: string,
    label: string,
    aggregator: 'sum' | 'max',
    read: (service: ServiceState) => readonly (readonly [string, number])[],
  ) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
      aggregator,
      collect() {
        this.reset();
        for (const [value, number] of sources.service ? read(sources.service) : []) this.set({ [label]: value }, number);
      },
    });
  serviceGauge(
    'event_graph_open_circuits',
    'Paths of the event service whose circuit is open: attempts are refused and not sent',
    'operation',
    'max',
    (state) => state.openCircuits().map((endpointPath) => [endpointPath, 1]),
  );
  serviceGauge('event_graph_upstream_active', 'Attempts to call the event service that are in progress', 'lane', 'sum', ({ load }) =>
    Object.entries(load).map(([lane, { active }]) => [lane, active]),
  );
  serviceGauge('event_graph_upstream_waiting', 'Attempts to call the event service that wait for a connection', 'lane', 'sum', ({ load }) =>
    Object.entries(load).map(([lane, { waiting }]) => [lane, waiting]),
  );

  const checkIns = counter('event_graph_check_ins_total', 'Check-ins that the event service pushed');
  const slowSubscribers = counter(
    'event_graph_slow_check_in_subscribers_total',
    'Subscriptions to check-ins that were ended because the client did not keep up',
  );

  /** Registers a gauge of whether a store works: 1 or 0, and no value without a store. */
  const storeGauge = (name: string, help: string, read: () => StoreState | undefined) =>
    new Gauge({
      name,
      help,
      registers,
      // Of several workers, one without a store is enough to refuse registrations.
      aggregator: 'min',
      collect() {
        const state = read();
        if (state === undefined) this.remove();
        else this.set(state.isUp ? 1 : 0);
      },
    });
  storeGauge('event_graph_redis_up', 'Whether Redis can be used (REDIS_URL): 1, or 0 during an outage', () => sources.redis);
  storeGauge(
    'event_graph_state_store_up',
    'Whether registrations can be recorded, in STATE_FILE or in Redis: 1, or 0 while they are refused',
    () => sources.redis ?? sources.stateFile,
  );
  const redisOutages = counter('event_graph_redis_outages_total', 'Outages of Redis that have begun');
  // Workers share the Redis, and each notices the outage.
  setAggregator(registry, 'event_graph_redis_outages_total', 'max');

  collectDefaultMetrics({ register: registry });
  // The default is the average over the workers, which a single blocked worker hardly changes.
  for (const part of ['', '_mean', '_stddev', '_p50', '_p90', '_p99'])
    setAggregator(registry, `nodejs_eventloop_lag${part}_seconds`, 'max');

  return {
    countResponse: (status: number) => responses.inc({ status }),
    countOperation(operationType: OperationType, outcome: OperationOutcome, seconds: number, usage: UsageCounts): void {
      operations.inc({ kind: operationType, outcome });
      operationDurations.observe({ kind: operationType }, seconds);
      if (outcome === 'rate_limited') rateLimited.inc();
      countReads(usage);
    },
    /** Counts the execution of a subscription's selection for one event. */
    countEvent(outcome: OperationOutcome, seconds: number, usage: UsageCounts): void {
      events.inc({ outcome });
      eventDurations.observe(seconds);
      countReads(usage);
    },
    /** Counts one attempt to call the service. @param endpointPath the path at the service; the label calls it `operation` */
    upstreamAttempt(endpointPath: string, outcome: AttemptOutcome, seconds: number): void {
      calls.inc({ operation: endpointPath, outcome });
      callDurations.observe({ operation: endpointPath }, seconds);
    },
    /** Counts a field whose value breaks the interface. */
    countInvalidValue: (endpointPath: string) => invalidValues.inc({ operation: endpointPath }),
    countRegistration: (outcome: RegistrationOutcome) => registrations.inc({ outcome }),
    countLostAuditLines: (lines: number) => auditLinesLost.inc(lines),
    sources,
    /** Counts a check-in that the service pushed to this process. */
    countCheckIn: () => checkIns.inc(),
    /** Counts a subscription to check-ins that has ended because its client does not keep up. */
    countSlowCheckInSubscriber: () => slowSubscribers.inc(),
    /** Counts an outage of Redis, when it begins. */
    countRedisOutage: () => redisOutages.inc(),
    contentType: registry.contentType as string,
    /** The text format of Prometheus. */
    text: (): Promise<string> => registry.metrics(),
    /** The values of this process, for the sum over several. */
    snapshot: (): Promise<MetricsSnapshot> => registry.getMetricsAsJSON(),
  };
}
