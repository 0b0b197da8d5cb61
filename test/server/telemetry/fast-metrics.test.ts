import fc from 'fast-check';
import { Histogram, Registry } from 'prom-client';
import { DurationHistogram } from '../../../src/server/telemetry/fast-metrics.js';

const described = { name: 'duration_seconds', help: 'A duration', label: 'kind' };
const bounds = [0.001, 0.01, 0.1, 1];
const observations = fc.array(
  fc.record({
    kind: fc.constantFrom('query', 'mutation', 'a "quoted"\nkind'),
    seconds: fc.oneof(fc.constantFrom(0, ...bounds), fc.double({ min: 0, max: 2, noNaN: true })),
  }),
);

test('a histogram of durations shows what one of prom-client shows, as text and as values', async () => {
  await fc.assert(
    fc.asyncProperty(observations, async (observed) => {
      const [expected, actual] = [new Registry(), new Registry()];
      const reference = new Histogram({ ...described, labelNames: [described.label], buckets: bounds, registers: [expected] });
      const histogram = new DurationHistogram(actual, described, bounds);
      for (const { kind, seconds } of observed) {
        reference.observe({ kind }, seconds);
        histogram.add(kind, seconds);
      }
      expect(await actual.metrics()).toBe(await expected.metrics());
      expect(await snapshotOf(actual)).toEqual(await snapshotOf(expected));
    }),
    { numRuns: 200 },
  );
});

/** The values as a worker sends them to its parent, without the exemplars, which are not used. */
async function snapshotOf(registry: Registry): Promise<unknown> {
  return JSON.parse(JSON.stringify(await registry.getMetricsAsJSON(), (key, value: unknown) => (key === 'exemplar' ? undefined : value)));
}
