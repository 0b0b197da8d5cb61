/* What /metrics counts of operations and calls, where it is served, and the labels that it may have. */

import { fakeService, type FakeService } from '../../support/fake-service.js';
import { programOver, type ProgramUnderTest } from '../../support/program.js';
import { exchange, handshake } from '../../support/sockets.js';
import { call, post } from '../toy-server.js';

let service: FakeService;
let program: ProgramUnderTest;
beforeEach(async () => {
  service = await fakeService({
    '/api/schedule/getList': { code: 1, data: [], total: 0 },
    '/api/ticket/data': (_hit, response) => void response.writeHead(429).end(),
  });
  program = await programOver(service.url, { EVENT_SERVICE_RETRIES: '0' });
});

test('operations are counted by root kind and outcome; their time is measured, and that of calls to the service', async () => {
  await program.run('{ activity { schedule { totalCount } } }');
  await program.run('{ activity { tickets { id } id } }');
  await program.run('{ nonsense }');
  await program.run('{{{');
  await program.run('mutation { ssoLogin(input: { mobile: "" }) { userErrors { code } } }');
  const of = (kind: string, outcome: string) => program.metric(`operations_total{kind="${kind}",outcome="${outcome}"}`);
  expect(await Promise.all([of('query', 'ok'), of('query', 'partial'), of('unknown', 'refused'), of('mutation', 'ok')])).toEqual([
    1, 1, 2, 1,
  ]);
  expect(await program.metric('operation_duration_seconds_count{kind="query"}')).toBe(2);
  expect(await program.metric('upstream_call_duration_seconds_count{operation="/api/schedule/getList"}')).toBe(1);
});

test('responses are counted by status, also those to what is no request, or one for a WebSocket that is refused', async () => {
  await program.run('{ __typename }');
  await exchange(program.url, 'nonsense\r\n\r\n');
  await exchange(program.url, handshake.replace('/graphql', '/elsewhere'));
  const counts = ['200', '400', '404'].map((status) => program.metric(`http_responses_total{status="${status}"}`));
  expect(await Promise.all(counts)).toEqual([1, 1, 1]);
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
  expect(await program.metric('operations_total{kind="query",outcome="ok"}')).toBe(0);
});
