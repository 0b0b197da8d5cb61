import { expectNoLeak, programOver } from '../support/program.js';
import { always, http, rawService, success, type RawScript } from '../support/raw-service.js';

const articles = '/api/article/getList';
const list = '/api/participant/getList';
const good = success({ data: { data: [], itemsCount: 0, total: 7, currentPage: 1 } });
const failing = always(http('down', { status: '500 Internal Server Error' }));
const query = '{ activity { articles { total } } }';
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('an operation that keeps failing is spared: its circuit opens, one probe closes it, and others never notice', async () => {
  let healthy = false;
  const service = await rawService({
    [articles]: (socket, nth, hit) => (healthy ? always(good) : failing)(socket, nth, hit),
    '/api/ticket/data': always(success({ data: [] })),
  });
  const program = await programOver(service.url, { EVENT_SERVICE_RETRIES: '0' });
  /** Level and operation of each line on an operation of the service. */
  const told = () =>
    program
      .logs()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ operation }) => operation !== undefined)
      .map(({ level, operation }) => [level, operation]);
  try {
    for (let call = 0; call < 20; call += 1) await program.run(query);
    expect(service.hitsOf(articles)).toHaveLength(20);

    const refused = await Promise.all(Array.from({ length: 30 }, () => program.run(query)));
    expect(service.hitsOf(articles)).toHaveLength(20);
    for (const { errors } of refused) {
      expect(errors[0]!.extensions.code).toBe('UPSTREAM_UNAVAILABLE');
      expect(errors[0]!.extensions.retryAfterMs).toBeLessThanOrEqual(5_000);
    }
    expect((await program.run('{ activity { tickets { name } } }')).errors).toEqual([]);
    expect(told()).toEqual([[40, articles]]);
    await expectNoLeak(program, ...refused);

    healthy = true;
    await sleep(5_100);
    const probes = await Promise.all([program.run(query), program.run('{ activity(id: "1002") { articles { total } } }')]);
    expect(probes.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
    expect(service.hitsOf(articles)).toHaveLength(21);
    expect((await program.run(query)).data).toEqual({ activity: { articles: { total: 7 } } });
    expect(told()).toEqual([
      [40, articles],
      [30, articles],
    ]);
  } finally {
    await program.close();
    await service.close();
  }
}, 20_000);

test('in an outage retries stay a small part of the calls', async () => {
  const service = await rawService({ '*': always(http('down', { status: '503 Service Unavailable' })) });
  const program = await programOver(service.url, { EVENT_SERVICE_TIMEOUT_MS: '3000' });
  try {
    // Each asks for another record, so that none is shared.
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => program.run(`{ attendee(by: { mobile: "1000000${1000 + index}" }) { id } }`)),
    );
    // The first calls of all, ten retries at once, a fifth of the calls, and a few for the seconds that passed.
    expect(service.hits.length).toBeGreaterThanOrEqual(20);
    expect(service.hits.length).toBeLessThanOrEqual(60 + 10 + 12 + 9);
  } finally {
    await program.close();
    await service.close();
  }
});

test('calls beyond what sockets and queue hold are refused, and no more sockets are opened than configured', async () => {
  let most = 0;
  const slow: RawScript = (socket) => {
    most = Math.max(most, service.sockets.size);
    setTimeout(() => socket.write(success({ data: { id: 7, form_id: 1001, contact: 'A', review: 1 } })), 400);
  };
  const service = await rawService({ '/api/participant/get': slow });
  const program = await programOver(service.url, { EVENT_SERVICE_TIMEOUT_MS: '5000', EVENT_SERVICE_MAX_CONNECTIONS: '16' });
  try {
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, index) => program.run(`{ attendee(by: { mobile: "1000000${1000 + index}" }) { id } }`)),
    );
    const codes = answers.map(({ errors }) => errors[0]?.extensions.code ?? 'ok');
    expect(new Set(codes)).toEqual(new Set(['ok', 'UPSTREAM_OVERLOADED']));
    expect(service.hits).toHaveLength(codes.filter((code) => code === 'ok').length);
    expect(most).toBeLessThanOrEqual(16);
  } finally {
    await program.close();
    await service.close();
  }
});

test('idle sockets that the service closes under our hands cost no read', async () => {
  const page = success({ data: { id: 7, form_id: 1001, contact: 'A', review: 1 } });
  const service = await rawService({
    '/api/participant/get': (socket) => {
      socket.write(page);
      setTimeout(() => socket.destroy(), 10);
    },
  });
  const program = await programOver(service.url);
  try {
    for (let read = 0; read < 60; read += 1) {
      const { errors } = await program.run(`{ attendee(by: { mobile: "1000000${1000 + read}" }) { name } }`);
      expect(errors).toEqual([]);
      await sleep(8 + (read % 5));
    }
  } finally {
    await program.close();
    await service.close();
  }
});

test('content that was kept serves while the service fails, and says so; nothing personal is ever kept', async () => {
  let healthy = true;
  const attendee = success({ data: [{ id: 7, form_id: 1001, contact: 'A', review: 1 }], total: 1 });
  const service = await rawService({
    [articles]: (socket, nth, hit) => (healthy ? always(good) : failing)(socket, nth, hit),
    [list]: (socket, nth, hit) => (healthy ? always(attendee) : failing)(socket, nth, hit),
  });
  const program = await programOver(service.url, { CACHE_TTL: 'articles=1', CACHE_STALE_IF_ERROR: '60', EVENT_SERVICE_RETRIES: '0' });
  try {
    await program.run(query);
    expect((await program.run(query)).extensions.upstream).toMatchObject({ calls: 0, cached: 1 });
    expect(service.hitsOf(articles)).toHaveLength(1);
    await program.run('{ attendee(by: { id: "7" }) { name } }');
    healthy = false;
    await sleep(1_200);
    const stale = await program.run(query);
    expect(stale.data).toEqual({ activity: { articles: { total: 7 } } });
    expect((stale.extensions as { stale?: unknown }).stale).toEqual([{ operation: articles, activityId: '1001', ageSeconds: 1 }]);
    expect((await program.run('{ attendee(by: { id: "7" }) { name } }')).errors[0]!.extensions.code).toBe('UPSTREAM_UNAVAILABLE');
  } finally {
    await program.close();
    await service.close();
  }
});

test('kept content in use is refreshed in the background: nobody waits for it', async () => {
  const service = await rawService({ [articles]: always(good) });
  const program = await programOver(service.url, { CACHE_TTL: 'articles=2' });
  try {
    await program.run(query);
    await sleep(1_600);
    expect((await program.run(query)).extensions.upstream).toMatchObject({ calls: 0, cached: 1 });
    while (service.hitsOf(articles).length < 2) await sleep(5);
    await sleep(600);
    expect((await program.run(query)).extensions.upstream).toMatchObject({ calls: 0, cached: 1 });
  } finally {
    await program.close();
    await service.close();
  }
});
