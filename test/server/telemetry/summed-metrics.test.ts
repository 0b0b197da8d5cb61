/* The metrics of several workers as one: which are summed, and which are taken from one of them. */

import { createMetrics } from '../../../src/server/telemetry/metrics.js';
import { SummedMetrics, type MetricsSnapshot } from '../../../src/server/telemetry/summed-metrics.js';

const usage = { startedCalls: 1, attempts: 1, coalesced: 1, cached: 2, stale: [], freshUntil: 0 };

/** The metrics of a worker that has responded to requests. */
function worker(requests: number) {
  const metrics = createMetrics();
  for (let index = 0; index < requests; index += 1) {
    metrics.countResponse(200);
    metrics.countOperation('query', 'ok', 0.002, usage);
  }
  metrics.sources.service = {
    openCircuits: () => ['/api/ticket/data'],
    load: { reads: { active: 3, waiting: 0 }, writes: { active: 0, waiting: 0 } },
  };
  // As the parent receives it.
  return { snapshot: async () => JSON.parse(JSON.stringify(await metrics.snapshot())) as MetricsSnapshot };
}

/** The values of metrics, without `event_graph_` before their names; null for those that have none. */
async function valuesOf(metrics: { text(): Promise<string> }, ...names: string[]): Promise<(number | null)[]> {
  const lines = (await metrics.text()).split('\n').map((line) => line.replace('event_graph_', ''));
  return names.map((name) => {
    const line = lines.find((each) => each.startsWith(`${name} `));
    return line === undefined ? null : Number(line.slice(name.length));
  });
}
const responses = 'http_responses_total{status="200"}';
const bucket = 'operation_duration_seconds_bucket{le="0.0025",kind="query"}';
const active = 'upstream_active{lane="reads"}';

test('counters, histograms and load are summed; a circuit that any worker has open is 1', async () => {
  const sum = new SummedMetrics(() => 2);
  sum.update(1, await worker(3).snapshot());
  sum.update(2, await worker(4).snapshot());
  const values = await valuesOf(
    sum,
    responses,
    bucket,
    'cache_hits_total',
    active,
    'open_circuits{operation="/api/ticket/data"}',
    'workers',
  );
  expect(values).toEqual([7, 7, 14, 6, 1, 2]);
});

test('workers that end take their gauges with them, and what they counted stays; ends of a shutdown do not count', async () => {
  const sum = new SummedMetrics(() => 1);
  for (let id = 1; id <= 20; id += 1) sum.update(id, await worker(2).snapshot());
  for (let id = 1; id < 20; id += 1) {
    sum.ended(id, id === 1);
    // Also while the sums of earlier ones are still being made.
    if (id % 5 === 0) expect(await valuesOf(sum, responses)).toEqual([40]);
  }
  expect(await valuesOf(sum, responses, bucket, 'worker_ends_total', active)).toEqual([40, 40, 18, 3]);
});

test('the event loop lag is that of the slowest worker, the start time that of the parent, and the limit of files that of one', async () => {
  const lag = 'nodejs_eventloop_lag_p99_seconds';
  const withLag = async (value: number): Promise<MetricsSnapshot> =>
    (await worker(0).snapshot()).map((metric) => (metric.name === lag ? { ...metric, values: [{ value, labels: {} }] } : metric));
  const sum = new SummedMetrics(() => 2);
  sum.update(1, await withLag(0.5));
  sum.update(2, await withLag(0.01));
  const [slowest, startTime] = await valuesOf(sum, lag, 'process_start_time_seconds');
  expect(slowest).toBe(0.5);
  expect(startTime).toBeGreaterThan(1_000_000_000);
  expect(await valuesOf(sum, 'process_max_fds')).toEqual(await valuesOf(createMetrics(), 'process_max_fds'));
});

test('Redis is down if one worker cannot use it, an outage that each notices counts once, and without Redis there is no value', async () => {
  const names = ['redis_up', 'state_store_up', 'redis_outages_total'];
  const withRedis = (isUp: boolean) => {
    const metrics = createMetrics();
    metrics.sources.redis = { isUp };
    metrics.countRedisOutage();
    return metrics.snapshot();
  };
  const sum = new SummedMetrics(() => 2);
  sum.update(1, await withRedis(true));
  sum.update(2, await withRedis(true));
  expect(await valuesOf(sum, ...names)).toEqual([1, 1, 1]);
  sum.update(2, await withRedis(false));
  expect(await valuesOf(sum, ...names)).toEqual([0, 0, 1]);
  const without = new SummedMetrics(() => 1);
  without.update(1, await worker(1).snapshot());
  for (const metrics of [without, createMetrics()]) expect(await valuesOf(metrics, 'redis_up', 'state_store_up')).toEqual([null, null]);
});
