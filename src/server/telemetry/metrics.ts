import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Usage } from '../../graph/context.js';
import type { CallOutcome } from '../../model/call-outcome.js';
import type { RootKind } from '../operations/operations.js';

/** How an operation ended as a whole. */
export type Ending = 'ok' | 'partial' | 'failed' | 'refused' | 'rate_limited';

/** What is true of the way to the service at this moment. */
export interface ServiceState {
  /** Paths of the service's operations that are spared for a while. */
  openCircuits(): readonly string[];
  readonly load: Readonly<Record<'reads' | 'writes', { readonly active: number; readonly waiting: number }>>;
}

/** Counts for operators. No label tells of a caller or of data, and every label has few values. */
export interface Metrics {
  operation(kind: RootKind, ending: Ending, seconds: number, usage: Usage): void;
  /** @param operation the path of the service's operation. */
  readonly upstreamCall: (operation: string, outcome: CallOutcome, seconds: number) => void;
  answer(status: number): void;
  watch(state: ServiceState): void;
  readonly contentType: string;
  text(): Promise<string>;
}

/** Each in a registry of its own, so that two programs in one process do not mix. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  let service: ServiceState | undefined;

  const answers = new Counter({
    name: 'event_graph_http_responses_total',
    help: 'Answers by HTTP status',
    labelNames: ['status'],
    registers,
  });
  const operations = new Counter({
    name: 'event_graph_operations_total',
    help: 'GraphQL operations by root kind and outcome: ok, partial (some fields failed), failed, refused (before execution), rate_limited',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'event_graph_operation_duration_seconds',
    help: 'Time of GraphQL operations by root kind',
    labelNames: ['kind'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const calls = new Counter({
    name: 'event_graph_upstream_calls_total',
    help: 'Attempts to call the event service by its operation and outcome; circuit_open and overloaded ones were not sent',
    labelNames: ['operation', 'outcome'],
    registers,
  });
  const callDurations = new Histogram({
    name: 'event_graph_upstream_call_duration_seconds',
    help: 'Time of attempts to call the event service, the wait for a connection included',
    labelNames: ['operation'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const coalesced = new Counter({ name: 'event_graph_coalesced_reads_total', help: 'Reads that joined another one under way', registers });
  const cacheHits = new Counter({
    name: 'event_graph_cache_hits_total',
    help: 'Answers of the service taken from memory, stale ones included',
    registers,
  });
  const stale = new Counter({
    name: 'event_graph_stale_responses_total',
    help: 'Kept answers that served because the service failed',
    registers,
  });
  const rateLimited = new Counter({
    name: 'event_graph_rate_limited_total',
    help: 'Operations refused because their caller had used up its share',
    registers,
  });
  /** One that is read when it is asked for. */
  const gauge = (name: string, help: string, label: string, read: (state: ServiceState) => Iterable<readonly [string, number]>) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        this.reset();
        for (const [value, number] of service ? read(service) : []) this.set({ [label]: value }, number);
      },
    });
  gauge(
    'event_graph_open_circuits',
    'Operations of the event service that are spared for a while, because they keep failing',
    'operation',
    (state) => state.openCircuits().map((operation) => [operation, 1]),
  );
  gauge('event_graph_upstream_active', 'Calls to the event service under way', 'lane', ({ load }) =>
    Object.entries(load).map(([lane, { active }]) => [lane, active]),
  );
  gauge('event_graph_upstream_waiting', 'Calls to the event service that wait for a connection', 'lane', ({ load }) =>
    Object.entries(load).map(([lane, { waiting }]) => [lane, waiting]),
  );
  collectDefaultMetrics({ register: registry });

  return {
    operation(kind, outcome, seconds, usage) {
      operations.inc({ kind, outcome });
      durations.observe({ kind }, seconds);
      if (outcome === 'rate_limited') rateLimited.inc();
      if (usage.coalesced > 0) coalesced.inc(usage.coalesced);
      if (usage.cached > 0) cacheHits.inc(usage.cached);
      if (usage.stale.length > 0) stale.inc(usage.stale.length);
    },
    upstreamCall(operation, outcome, seconds) {
      calls.inc({ operation, outcome });
      callDurations.observe({ operation }, seconds);
    },
    answer: (status) => answers.inc({ status }),
    watch(state) {
      service = state;
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}
