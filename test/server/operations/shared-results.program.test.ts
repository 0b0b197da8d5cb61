/* Shared and stored responses over HTTP: what is sent, counted and audited. */

import { request as httpRequest } from 'node:http';
import { fakeService, type FakeService } from '../../support/fake-service.js';
import { gate } from '../../support/gate.js';
import { apiKey, everyScopeKey, programOver, type ProgramUnderTest } from '../../support/program.js';
import { until } from '../../support/until.js';
import { get, post, type GraphqlReply } from '../toy-server.js';

const home = { query: 'query Home { activity { tickets { name } } }', operationName: 'Home' };
const people = { query: 'query People { attendee(by: { id: "attendee:1001:7" }) { name mobile } }', operationName: 'People' };
const contentKey = 'key-of-content-only';

let service: FakeService;
let program: ProgramUnderTest;
/** The reply of the service waits for this. */
let held: Promise<void>;
let stock: string;
beforeEach(async () => {
  held = Promise.resolve();
  stock = 'First';
  service = await fakeService({
    '/api/ticket/data': async (_hit, response) => {
      await held;
      return stock === 'down'
        ? void response.writeHead(500).end()
        : { code: 1, data: [{ id: 1, name: stock, num: 5, sold_num: 1, money: 1 }] };
    },
    '/api/participant/getList': async () => {
      await held;
      return { code: 1, data: [{ id: 7, form_id: 1001, contact: 'Ada', mobile: '1', time: 1, review: 1 }], total: 1 };
    },
  });
});
const start = async (env: Record<string, string> = {}) => {
  program = await programOver(service.url, {
    UPSTREAM_REPORT: 'false',
    EVENT_SERVICE_RETRIES: '0',
    AUTH_API_KEYS: [apiKey('app', everyScopeKey, 'content:read attendees:read'), apiKey('kiosk', contentKey, 'content:read')].join(),
    ...env,
  });
};
const send = (body: unknown, key = everyScopeKey): Promise<GraphqlReply> => post(program, body, { 'x-api-key': key });

test('a stored response is the same as an executed one, for POST and GET, and counts as a cache hit', async () => {
  await start({ CACHE_TTL: 'tickets=60' });
  const [learnt, executed, stored] = [await send(home), await send(home), await send(home)];
  expect({ executed: executed.text, stored: stored.text }).toEqual({ executed: learnt.text, stored: learnt.text });
  expect(stored.headers.get('content-type')).toBe(learnt.headers.get('content-type'));
  expect(stored.headers.get('x-request-id')).not.toBe(executed.headers.get('x-request-id'));
  const parameters = { query: home.query };
  const byGet = [];
  for (let count = 0; count < 3; count += 1) byGet.push(await get(program, parameters, { 'x-api-key': everyScopeKey }));
  for (const { text, headers } of byGet)
    expect({ text, cacheControl: headers.get('cache-control') }).toEqual({
      text: learnt.text,
      cacheControl: expect.stringMatching(/^private, max-age=(60|5\d)$/),
    });
  expect(service.hitsOf('/ticket/data')).toHaveLength(1);
  expect(await program.metric('cache_hits_total')).toBe(5);
  expect(await program.metric('operations_total{kind="query",outcome="ok"}')).toBe(6);
});

test('the call of a query whose client disconnects goes on for the equal queries that wait', async () => {
  await start();
  const replies = gate();
  held = replies.opened;
  const calls = (count: number) => until(() => service.hits.length === count, 10_000);
  /** What arrives later is a call to the service: the program has noticed what came before. */
  const noticed = (id: number) => send({ query: `{ attendee(by: { id: "attendee:1001:${id}" }) { name } }` });
  const first = httpRequest(`${program.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': everyScopeKey },
  });
  first.on('error', () => {}).end(JSON.stringify(home));
  await calls(1);
  const others = [send(home), send(home), noticed(7)];
  await calls(2);
  first.destroy();
  others.push(noticed(8));
  await calls(3);
  replies.open();
  for (const { body } of (await Promise.all(others)).slice(0, 2))
    expect(body).toEqual({ data: { activity: { tickets: [{ name: 'First' }] } } });
  expect(service.hitsOf('/ticket/data')).toHaveLength(1);
});

test('requests for personal data share an execution with its denials, are all audited, and are read again afterwards', async () => {
  await start({ CACHE_TTL: 'tickets=60' });
  await send(people);
  const replies = gate();
  held = replies.opened;
  const responses = Array.from({ length: 5 }, () => send(people));
  await until(() => service.hitsOf('/getList').length >= 2, 10_000);
  replies.open();
  for (const { body } of await Promise.all(responses))
    expect(body).toMatchObject({ data: { attendee: { name: 'Ada', mobile: null } }, errors: [{ path: ['attendee', 'mobile'] }] });
  for (const [outcome, field] of [
    ['partial', 'Attendee.name'],
    ['forbidden', 'Attendee.mobile'],
  ]) {
    const lines = program.lines(`"outcome":"${outcome}"`);
    for (const line of lines) expect(line).toMatchObject({ caller: 'app', operationName: 'People', fields: [field], count: 1 });
    expect(new Set(lines.map(({ requestId }) => requestId)).size).toBe(6);
  }
  // Requests that arrive after the reply read on their own, so the number is not certain; shared-results.test.ts counts executions.
  const before = service.hitsOf('/getList').length;
  await send(people);
  expect(service.hitsOf('/getList')).toHaveLength(before + 1);
});
