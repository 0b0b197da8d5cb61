import { createMetrics } from '../../../src/server/telemetry/metrics.js';
import { SummedMetrics, type MetricsSnapshot } from '../../../src/server/telemetry/summed-metrics.js';

const usage = { attempts: 1, coalesced: 1, cached: 2, stale: [], freshUntil: 0 };

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

const valueIn = (text: string, name: string): number | null => {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? null : Number(line.slice(name.length));
};
const valuesIn = (text: string, ...names: string[]) => Object.fromEntries(names.map((name) => [name, valueIn(text, name)]));
const responses = 'event_graph_http_responses_total{status="200"}';
const bucket = 'event_graph_operation_duration_seconds_bucket{le="0.0025",kind="query"}';

test('counters, histograms and load are summed; a circuit that any worker has open is 1', async () => {
  const sum = new SummedMetrics(() => 2);
  sum.update(1, await worker(3).snapshot());
  sum.update(2, await worker(4).snapshot());
  const text = await sum.text();
  expect(valuesIn(text, responses, bucket, 'event_graph_cache_hits_total')).toEqual({
    [responses]: 7,
    [bucket]: 7,
    event_graph_cache_hits_total: 14,
  });
  expect(valueIn(text, 'event_graph_upstream_active{lane="reads"}')).toBe(6);
  expect(valueIn(text, 'event_graph_open_circuits{operation="/api/ticket/data"}')).toBe(1);
  expect(valueIn(text, 'event_graph_workers')).toBe(2);
});

test('workers that end take their gauges with them, and what they counted stays', async () => {
  const sum = new SummedMetrics(() => 1);
  for (let id = 1; id <= 20; id += 1) sum.update(id, await worker(2).snapshot());
  for (let id = 1; id < 20; id += 1) {
    sum.ended(id);
    // Also while the sums of earlier ones are still being made.
    if (id % 5 === 0) expect(valueIn(await sum.text(), responses)).toBe(40);
  }
  const text = await sum.text();
  expect(valuesIn(text, responses, bucket, 'event_graph_worker_ends_total')).toEqual({
    [responses]: 40,
    [bucket]: 40,
    event_graph_worker_ends_total: 19,
  });
  expect(valueIn(text, 'event_graph_upstream_active{lane="reads"}')).toBe(3);
});

test('the event loop lag is that of the slowest worker, and the start time that of the parent', async () => {
  const lag = 'nodejs_eventloop_lag_p99_seconds';
  const withLag = async (value: number): Promise<MetricsSnapshot> =>
    (await worker(0).snapshot()).map((metric) => (metric.name === lag ? { ...metric, values: [{ value, labels: {} }] } : metric));
  const sum = new SummedMetrics(() => 2);
  sum.update(1, await withLag(0.5));
  sum.update(2, await withLag(0.01));
  const text = await sum.text();
  expect(valueIn(text, lag)).toBe(0.5);
  expect(valueIn(text, 'process_start_time_seconds')).toBeGreaterThan(1_000_000_000);
});

test('Redis is down if one worker cannot use it, its outages are summed, and without Redis there is no value', async () => {
  const up = ['event_graph_redis_up', 'event_graph_state_store_up'] as const;
  const withRedis = (isUp: boolean) => {
    const metrics = createMetrics();
    metrics.sources.redis = { isUp };
    metrics.countRedisOutage();
    return metrics.snapshot();
  };
  const sum = new SummedMetrics(() => 2);
  sum.update(1, await withRedis(true));
  sum.update(2, await withRedis(true));
  expect(valuesIn(await sum.text(), ...up)).toEqual({ event_graph_redis_up: 1, event_graph_state_store_up: 1 });
  sum.update(2, await withRedis(false));
  expect(valuesIn(await sum.text(), ...up, 'event_graph_redis_outages_total')).toEqual({
    event_graph_redis_up: 0,
    event_graph_state_store_up: 0,
    event_graph_redis_outages_total: 2,
  });
  const without = new SummedMetrics(() => 1);
  without.update(1, await worker(1).snapshot());
  for (const name of up) {
    expect(valueIn(await without.text(), name)).toBeNull();
    expect(valueIn(await createMetrics().text(), name)).toBeNull();
  }
});
