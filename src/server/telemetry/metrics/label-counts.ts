/* Counters by one or two labels that are cheap to increment. */

import { Counter, type Registry } from 'prom-client';

/**
 * Numbers by one or two labels, which are added to a counter of prom-client when the metrics are requested. prom-client makes a string of
 * the labels at each increment, which takes as long as parsing a small request.
 */
export class LabelCounts {
  readonly #counts = new Map<string, Map<string, number>>();

  add(first: string, second = ''): void {
    let counts = this.#counts.get(first);
    if (counts === undefined) this.#counts.set(first, (counts = new Map<string, number>()));
    counts.set(second, (counts.get(second) ?? 0) + 1);
  }

  /** Calls back with each number that is not 0, and sets it to 0. */
  take(each: (first: string, second: string, count: number) => void): void {
    for (const [first, counts] of this.#counts) for (const [second, count] of counts) each(first, second, count);
    this.#counts.clear();
  }
}

/** Registers a counter by one or two labels. @returns its numbers */
export function createLabelCounts(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly [first: string, second?: string],
): LabelCounts {
  const counts = new LabelCounts();
  const [label, secondLabel] = labelNames;
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
}
