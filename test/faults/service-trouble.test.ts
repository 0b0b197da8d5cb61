/* A service in an outage: circuits, retries, queues and idle connections. */

import { fakeService, type Script } from '../support/fake-service.js';
import { gate } from '../support/gate.js';
import { expectNoLeak, programOver } from '../support/program.js';
import { stopClock } from '../support/stopped-clock.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';

const articles = '/api/article/getList';
const query = '{ activity { articles { total } } }';
/** Lookups of different attendees, so that no call is shared. */
const lookUp = (index: number) => `{ attendee(by: { mobile: "${10_000_000_000 + index}" }) { id } }`;
const attendee = { code: 1, data: { id: 7, form_id: 1001, contact: 'A', review: 1 } };
const fails =
  (status: number): Script =>
  (_hit, response) =>
    void response.writeHead(status).end('down');

test('the circuit of a path that keeps failing opens, as the metrics show, other paths go on, and one probe closes it', async () => {
  const clock = stopClock();
  let healthy = false;
  const good = { code: 1, data: { data: [], itemsCount: 0, total: 7, currentPage: 1 } };
  const service = await fakeService({
    [articles]: (hit, response) => (healthy ? good : fails(500)(hit, response)),
    '/api/ticket/data': { code: 1, data: [] },
  });
  const program = await programOver(service.url, { EVENT_SERVICE_RETRIES: '0' });
  /** Level and path of each log line about a circuit. */
  const logged = () => program.lines('circuit').map(({ level, operation }) => [level, operation]);
  for (let call = 0; call < 20; call += 1) await program.run(query);
  expect(service.hitsOf(articles)).toHaveLength(20);

  const rejected = await Promise.all(times(30, () => program.run(query)));
  expect(service.hitsOf(articles)).toHaveLength(20);
  for (const { errors } of rejected) {
    expect(errors[0]!.extensions.code).toBe('UPSTREAM_UNAVAILABLE');
    expect(errors[0]!.extensions.retryAfterMs).toBeLessThanOrEqual(5_000);
  }
  expect((await program.run('{ activity { tickets { name } } }')).errors).toEqual([]);
  expect(logged()).toEqual([[40, articles]]);
  const counted = ['open_circuits{operation="/api/article/getList"}', 'open_circuits{operation="/api/ticket/data"}'];
  expect(await Promise.all(counted.map(program.metric))).toEqual([1, 0]);
  expect(await program.metric(`upstream_calls_total{operation="${articles}",outcome="circuit_open"}`)).toBe(30);
  await expectNoLeak(program, ...rejected);

  healthy = true;
  clock.pass(5_100);
  const probes = await Promise.all([program.run(query), program.run('{ activity(id: "1002") { articles { total } } }')]);
  expect(probes.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
  expect(service.hitsOf(articles)).toHaveLength(21);
  expect((await program.run(query)).data).toEqual({ activity: { articles: { total: 7 } } });
  expect(logged()).toEqual([
    [40, articles],
    [30, articles],
  ]);
});

test('in an outage retries are a small part of the calls', async () => {
  const service = await fakeService({ '*': fails(503) });
  const program = await programOver(service.url, { EVENT_SERVICE_TIMEOUT_MS: '3000' });
  await Promise.all(times(60, (index) => program.run(lookUp(index))));
  // The first attempts of all calls; ten retries at once, a fifth of the calls, and three for each second that passed.
  expect(service.hits.length).toBeGreaterThanOrEqual(20);
  expect(service.hits.length).toBeLessThanOrEqual(60 + 10 + 12 + 9);
});

test('calls beyond the connections and the queue are refused, and no more connections are opened than configured', async () => {
  let mostSockets = 0;
  // The service replies to no call until one is rejected, so that the calls pile up however slowly they arrive.
  const replies = gate();
  const service = await fakeService({
    '/api/participant/get': async () => {
      mostSockets = Math.max(mostSockets, service.openSockets());
      await replies.opened;
      return attendee;
    },
  });
  const program = await programOver(service.url, { EVENT_SERVICE_TIMEOUT_MS: '4000', EVENT_SERVICE_MAX_CONNECTIONS: '16' });
  const calls = times(120, (index) => program.run(lookUp(index)));
  await Promise.race(calls);
  replies.open();
  const codes = (await Promise.all(calls)).map(({ errors }) => errors[0]?.extensions.code ?? 'ok');
  expect(new Set(codes)).toEqual(new Set(['ok', 'UPSTREAM_OVERLOADED']));
  expect(service.hits).toHaveLength(codes.filter((code) => code === 'ok').length);
  expect(mostSockets).toBeLessThanOrEqual(16);
});

test.each([
  ['4', 3, 500],
  ['80', 70, 700],
])('with %s connections, ten reads may wait for each of them, and at least 500', async (EVENT_SERVICE_MAX_CONNECTIONS, active, waiting) => {
  const service = await fakeService({ '*': () => {} });
  // Nothing may time out before all reads are waiting, which takes seconds on a busy machine.
  const timeouts = { EVENT_SERVICE_TIMEOUT_MS: '60000', REQUEST_TIMEOUT_MS: '60000' };
  const program = await programOver(service.url, { ...timeouts, EVENT_SERVICE_MAX_CONNECTIONS });
  const disconnected = new AbortController();
  const inOneOperation = 20;
  for (let first = 0; first <= active + waiting; first += inOneOperation) {
    const fields = times(inOneOperation, (index) => `a${index}: ${lookUp(first + index).slice(2, -2)}`);
    program.run(`{ ${fields.join(' ')} }`, {}, { signal: disconnected.signal }).catch(() => {});
  }
  const load = async () =>
    [...(await program.metrics()).matchAll(/^event_graph_upstream_\w+\{lane="reads"\} (\d+)$/gm)].map(([, count]) => Number(count));
  await until(async () => (await load())[1] === waiting);
  expect(await load()).toEqual([active, waiting]);
  disconnected.abort();
  await until(async () => (await load()).every((count) => count === 0));
});

test('idle sockets that the service closes cause no failed read', async () => {
  const service = await fakeService({
    '/api/participant/get': ({ socket }) => {
      setTimeout(() => socket.destroy(), 10);
      return attendee;
    },
  });
  const program = await programOver(service.url);
  for (let read = 0; read < 60; read += 1) {
    expect((await program.run(lookUp(read))).errors).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 8 + (read % 5)));
  }
});
