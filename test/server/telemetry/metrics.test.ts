import { fakeService, type FakeService } from '../../support/fake-service.js';
import { programOver, type ProgramUnderTest } from '../../support/program.js';
import { call, post } from '../toy-server.js';

let service: FakeService;
let failing: boolean;
let program: ProgramUnderTest;
beforeEach(async () => {
  failing = false;
  service = await fakeService({
    '/api/schedule/getList': (_hit, response) => (failing ? void response.writeHead(500).end() : { code: 1, data: [], total: 0 }),
    '/api/ticket/data': (_hit, response) => void response.writeHead(429).end(),
    '/api/goods/data': (_hit, response) => void response.end('<html>'),
    '/api/article/getList': () => undefined,
  });
  program = await programOver(service.url, { EVENT_SERVICE_RETRIES: '0', EVENT_SERVICE_TIMEOUT_MS: '300', CACHE_TTL: 'schedule=60' });
});

async function count(line: string): Promise<number> {
  const found = (await program.metrics()).split('\n').find((text) => text.startsWith(`${line} `));
  return found === undefined ? 0 : Number(found.slice(line.length + 1));
}

test('operations are counted by root kind and outcome, and their time is measured', async () => {
  await program.run('{ activity { schedule { totalCount } } }');
  await program.run('{ activity { tickets { id } id } }');
  await program.run('{ nonsense }');
  await program.run('{{{');
  await program.run('mutation { ssoLogin(input: { mobile: "" }) { userErrors { code } } }');
  const of = (kind: string, outcome: string) => count(`event_graph_operations_total{kind="${kind}",outcome="${outcome}"}`);
  expect(await Promise.all([of('query', 'ok'), of('query', 'partial'), of('unknown', 'refused'), of('mutation', 'ok')])).toEqual([
    1, 1, 2, 1,
  ]);
  expect(await count('event_graph_operation_duration_seconds_count{kind="query"}')).toBe(2);
});

test('calls to the service are counted by operation and outcome', async () => {
  await program.run('{ activity { schedule { totalCount } tickets { id } goods { id } articles { total } } }');
  const of = (path: string, outcome: string) => count(`event_graph_upstream_calls_total{operation="${path}",outcome="${outcome}"}`);
  expect(
    await Promise.all([of('/api/schedule/getList', 'ok'), of('/api/ticket/data', 'rate_limited'), of('/api/article/getList', 'timeout')]),
  ).toEqual([1, 1, 1]);
  expect(await count('event_graph_upstream_call_duration_seconds_count{operation="/api/schedule/getList"}')).toBe(1);
});

test('cache hits are counted', async () => {
  for (let time = 0; time < 3; time += 1) await program.run('{ activity { schedule { totalCount } } }');
  expect(await count('event_graph_cache_hits_total')).toBe(2);
});

test('a gauge has a value for each path whose circuit is open', async () => {
  failing = true;
  for (let time = 0; time < 21; time += 1) await program.run('{ activity { schedule { totalCount } } }');
  expect(await count('event_graph_open_circuits{operation="/api/schedule/getList"}')).toBe(1);
  expect(await count('event_graph_upstream_calls_total{operation="/api/schedule/getList",outcome="circuit_open"}')).toBe(1);
  expect(await count('event_graph_open_circuits{operation="/api/ticket/data"}')).toBe(0);
});

test('a gauge has the calls in progress of each lane', async () => {
  const slow = program.run('{ activity { articles { total } } }');
  while ((await count('event_graph_upstream_active{lane="reads"}')) !== 1) await new Promise((resolve) => setTimeout(resolve, 10));
  await slow;
  expect(await count('event_graph_upstream_active{lane="reads"}')).toBe(0);
});

test('the metrics are on the admin port only, and only GET returns them', async () => {
  expect((await call(`${program.url}/metrics`)).status).toBe(404);
  const response = await call(`${program.adminUrl}/metrics`);
  expect({ status: response.status, contentType: response.headers.get('content-type') }).toEqual({
    status: 200,
    contentType: expect.stringContaining('text/plain'),
  });
  expect((await call(`${program.adminUrl}/metrics`, { method: 'POST' })).status).toBe(405);
});

test('callers cannot create labels, and no label contains personal data', async () => {
  for (let time = 0; time < 5; time += 1) {
    await program.run(`query CanaryName${time} { attendee(by: { mobile: "1380013800${time}" }) { name } }`);
    await post(program, { query: '{ __typename }' }, { 'x-api-key': `canary-${time}`, 'x-request-id': `canary-${time}` });
    await call(`${program.url}/canary-${time}`);
  }
  const text = await program.metrics();
  expect(text).not.toMatch(/canary|1380013800|127\.0\.0\.1|"app"/i);
  const labels = [...text.matchAll(/^event_graph_\w+\{(.*)\}/gm)].flatMap(([, pairs]) =>
    [...pairs!.matchAll(/(\w+)="/g)].map(([, name]) => name),
  );
  expect(new Set(labels)).toEqual(new Set(['kind', 'outcome', 'le', 'operation', 'lane', 'status']));
});

test('two programs in one process have metrics of their own', async () => {
  const another = await programOver(service.url);
  await another.run('{ __typename }');
  expect(await count('event_graph_operations_total{kind="query",outcome="ok"}')).toBe(0);
});
