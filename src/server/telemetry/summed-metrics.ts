/* The metrics of all workers as one. */

import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';

/** The values of all metrics of one process at one time, as JSON. */
export type MetricsSnapshot = readonly { readonly name: string; readonly type: unknown }[];

/** Metrics of the parent, which are added to the metrics of its workers. Its event loop is left out, because it executes no operations. */
const ofTheParent = /^(process_|event_graph_)/;

/**
 * Counters and histograms are summed, gauges combined by their aggregator. What ended workers have
 * counted stays in the sum, so a counter never falls. What a killed worker counted after its last snapshot is missing.
 *
 * AggregatorRegistry.clusterMetrics of prom-client is not used: it drops the counts of ended workers, fails if one worker does
 * not reply within five seconds, and works in the parent only. Its pure function `aggregate` is.
 */
export class SummedMetrics {
  readonly #own = new Registry();
  readonly #latest = new Map<number, MetricsSnapshot>();
  readonly #ends: Counter;
  /** The sum of what ended workers have counted. */
  #ofEnded: Promise<MetricsSnapshot> = Promise.resolve([]);

  /** @param workers the number of workers that serve at the moment */
  constructor(workers: () => number) {
    const registers = [this.#own];
    collectDefaultMetrics({ register: this.#own });
    // The default aggregator omits this gauge from the sum. The program starts when its parent does, and the parent is first.
    setAggregator(this.#own, 'process_start_time_seconds', 'first');
    // Each process has a limit of its own.
    for (const name of ['process_open_fds', 'process_max_fds']) setAggregator(this.#own, name, 'max');
    const gauge: Gauge = new Gauge({
      name: 'event_graph_workers',
      help: 'Processes that serve requests (WORKERS)',
      registers,
      collect: () => gauge.set(workers()),
    });
    this.#ends = new Counter({ name: 'event_graph_worker_ends_total', help: 'Workers that ended unexpectedly', registers });
  }

  /** Replaces the snapshot of a worker by a later one. */
  update(worker: number, snapshot: MetricsSnapshot): void {
    this.#latest.set(worker, snapshot);
  }

  /** Must be called when a worker has ended: its counts stay in the sum, and its gauges are removed. @param isExpected the program closes */
  ended(worker: number, isExpected: boolean): void {
    if (!isExpected) this.#ends.inc();
    const counted = (this.#latest.get(worker) ?? []).filter(({ type }) => type === 'counter' || type === 'histogram');
    this.#latest.delete(worker);
    this.#ofEnded = this.#ofEnded.then((sum) => aggregate([sum, counted]).getMetricsAsJSON());
  }

  /** The sum in the text format of Prometheus. */
  async text(): Promise<string> {
    // Read together: a worker that ends meanwhile must be in one of both.
    const [latest, ofEnded] = [[...this.#latest.values()], this.#ofEnded];
    const own = (await this.#own.getMetricsAsJSON()).filter(({ name }) => ofTheParent.test(name));
    return aggregate([own, await ofEnded, ...latest]).metrics();
  }
}

const aggregate = (snapshots: readonly MetricsSnapshot[]): Registry =>
  AggregatorRegistry.aggregate(snapshots.map((snapshot) => [...snapshot]));

/** Sets how the values of a metric in several processes are combined: the first one, or the largest. */
export function setAggregator(registry: Registry, name: string, aggregator: 'first' | 'max'): void {
  const metric = registry.getSingleMetric(name);
  if (metric) Object.assign(metric, { aggregator });
}
