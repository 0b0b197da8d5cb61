/* A service in an outage: circuits, retries, queues and stale content. */

import { expectNoLeak, programOver } from '../support/program.js';
import { always, http, rawService, success, type RawScript } from '../support/raw-service.js';
import { stopClock } from '../support/stopped-clock.js';

const articles = '/api/article/getList';
const good = success({ data: { data: [], itemsCount: 0, total: 7, currentPage: 1 } });
const failing = always(http('down', { status: '500 Internal Server Error' }));
const query = '{ activity { articles { total } } }';
afterEach(() => jest.useRealTimers());
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('the circuit of a path that keeps failing opens, other paths go on, and one probe closes it', async () => {
  const clock = stopClock();
  let healthy = false;
  const service = await rawService({
    [articles]: (socket, nth, hit) => (healthy ? always(good) : failing)(socket, nth, hit),
    '/api/ticket/data': always(success({ data: [] })),
  });
  const program = await programOver(service.url, { EVENT_SERVICE_RETRIES: '0' });
  /** Level and path of each log line about a circuit. */
  const logged = () =>
    program
      .logs()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg.includes('circuit'))
      .map(({ level, operation }) => [level, operation]);
  for (let call = 0; call < 20; call += 1) await program.run(query);
  expect(service.hitsOf(articles)).toHaveLength(20);

  const rejected = await Promise.all(Array.from({ length: 30 }, () => program.run(query)));
  expect(service.hitsOf(articles)).toHaveLength(20);
  for (const { errors } of rejected) {
    expect(errors[0]!.extensions.code).toBe('UPSTREAM_UNAVAILABLE');
    expect(errors[0]!.extensions.retryAfterMs).toBeLessThanOrEqual(5_000);
  }
  expect((await program.run('{ activity { tickets { name } } }')).errors).toEqual([]);
  expect(logged()).toEqual([[40, articles]]);
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
  const service = await rawService({ '*': always(http('down', { status: '503 Service Unavailable' })) });
  const program = await programOver(service.url, { EVENT_SERVICE_TIMEOUT_MS: '3000' });
  // Each call reads another record, so that no call is shared.
  await Promise.all(Array.from({ length: 60 }, (_, index) => program.run(`{ attendee(by: { mobile: "1000000${1000 + index}" }) { id } }`)));
  // The first attempts of all calls; ten retries at once, a fifth of the calls, and three for each second that passed.
  expect(service.hits.length).toBeGreaterThanOrEqual(20);
  expect(service.hits.length).toBeLessThanOrEqual(60 + 10 + 12 + 9);
});

test('calls beyond the connections and the queue are refused, and no more connections are opened than configured', async () => {
  let mostSockets = 0;
  // The service replies to no call until one is rejected, so that the calls pile up however slowly they arrive.
  let rejected = () => {};
  const untilRejected = new Promise<void>((resolve) => (rejected = resolve));
  const heldBack: RawScript = (socket) => {
    mostSockets = Math.max(mostSockets, service.sockets.size);
    void untilRejected.then(() => socket.write(success({ data: { id: 7, form_id: 1001, contact: 'A', review: 1 } })));
  };
  const service = await rawService({ '/api/participant/get': heldBack });
  const program = await programOver(service.url, {
    EVENT_SERVICE_TIMEOUT_MS: '6000',
    EVENT_SERVICE_MAX_CONNECTIONS: '16',
    REQUEST_TIMEOUT_MS: '60000',
  });
  const calls = Array.from({ length: 120 }, (_, index) => program.run(`{ attendee(by: { mobile: "1000000${1000 + index}" }) { id } }`));
  await Promise.race(calls);
  rejected();
  const responses = await Promise.all(calls);
  const codes = responses.map(({ errors }) => errors[0]?.extensions.code ?? 'ok');
  expect(new Set(codes)).toEqual(new Set(['ok', 'UPSTREAM_OVERLOADED']));
  expect(service.hits).toHaveLength(codes.filter((code) => code === 'ok').length);
  expect(mostSockets).toBeLessThanOrEqual(16);
});

test('idle sockets that the service closes cause no failed read', async () => {
  const page = success({ data: { id: 7, form_id: 1001, contact: 'A', review: 1 } });
  const service = await rawService({
    '/api/participant/get': (socket) => {
      socket.write(page);
      setTimeout(() => socket.destroy(), 10);
    },
  });
  const program = await programOver(service.url);
  for (let read = 0; read < 60; read += 1) {
    const { errors } = await program.run(`{ attendee(by: { mobile: "1000000${1000 + read}" }) { name } }`);
    expect(errors).toEqual([]);
    await sleep(8 + (read % 5));
  }
});
