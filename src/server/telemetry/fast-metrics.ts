/*
 * A counter and a histogram that are cheap to change. prom-client makes a string of the labels at each change, which takes as long as parsing a
 * small request. Here the numbers are counted by label, and the metric is made from them when the metrics are requested.
 */

import { Counter, Histogram, type Registry } from 'prom-client';

/** A counter by one or two labels. */
export class LabelCounts {
  readonly #counts = new Map<string, Map<string, number>>();

  /** @param initial values of the first label that are reported from the start, as 0 */
  constructor(
    registry: Registry,
    name: string,
    help: string,
    labelNames: readonly [first: string, second?: string],
    initial: readonly string[] = [],
  ) {
    const counts = this.#counts;
    for (const value of initial) counts.set(value, new Map([['', 0]]));
    const [label, secondLabel] = labelNames;
    const counter = new Counter<string>({
      name,
      help,
      labelNames: secondLabel === undefined ? [label] : [label, secondLabel],
      registers: [],
      collect() {
        for (const [first, bySecond] of counts)
          for (const [second, count] of bySecond)
            this.inc({ [label]: first, ...(secondLabel !== undefined && { [secondLabel]: second }) }, count);
        counts.clear();
      },
    });
    registry.registerMetric(counter);
  }

  add(first: string, second = ''): void {
    let counts = this.#counts.get(first);
    if (counts === undefined) this.#counts.set(first, (counts = new Map<string, number>()));
    counts.set(second, (counts.get(second) ?? 0) + 1);
  }
}

/** The form in which the metrics of prom-client describe themselves to its registry. */
interface Description {
  readonly name: string;
  readonly help: string;
  readonly type: 'histogram';
  readonly aggregator: 'sum';
  readonly values: readonly DescribedValue[];
}
interface DescribedValue {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly sharedLabels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A histogram of durations in seconds by one label. */
export class DurationHistogram extends Histogram {
  readonly #byValue = new Map<string, { readonly counts: number[]; sum: number }>();

  /** @param bounds the upper bounds of the buckets, ascending */
  constructor(
    registry: Registry,
    private readonly metric: { readonly name: string; readonly help: string; readonly label: string },
    private readonly bounds: readonly number[],
  ) {
    super({ name: metric.name, help: metric.help, labelNames: [metric.label], buckets: [...bounds], registers: [registry] });
  }

  /** Counts a duration. @param value the value of the label */
  add(value: string, seconds: number): void {
    let durations = this.#byValue.get(value);
    if (durations === undefined) this.#byValue.set(value, (durations = { counts: [...this.bounds.map(() => 0), 0], sum: 0 }));
    let bucket = 0;
    while (bucket < this.bounds.length && seconds > this.bounds[bucket]!) bucket += 1;
    durations.counts[bucket]! += 1;
    durations.sum += seconds;
  }

  /** Describes the metric and its values. prom-client calls it for its text, and in `get`. */
  getForPromString(): Promise<Description> {
    const { name, help, label } = this.metric;
    const values: DescribedValue[] = [];
    for (const [value, { counts, sum }] of this.#byValue) {
      const sharedLabels = { [label]: value };
      let total = 0;
      for (const [index, count] of counts.entries()) {
        total += count;
        values.push({ metricName: `${name}_bucket`, labels: { le: this.bounds[index] ?? '+Inf' }, sharedLabels, value: total });
      }
      values.push({ metricName: `${name}_sum`, labels: {}, sharedLabels, value: sum });
      values.push({ metricName: `${name}_count`, labels: {}, sharedLabels, value: total });
    }
    return Promise.resolve({ name, help, type: 'histogram', aggregator: 'sum', values });
  }
}
