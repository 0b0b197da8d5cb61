/* MAX_RESPONSE_BYTES: what is larger is replaced as a whole. */

import { normalReplies } from '../../faults/normal-replies.js';
import { fakeService, type FakeService } from '../../support/fake-service.js';
import { everyScopeKey, programOver, type ProgramUnderTest } from '../../support/program.js';
import { protocols, subscribe } from '../../support/subscription-clients.js';
import { joined, times } from '../../support/times.js';
import { until } from '../../support/until.js';
import { post as postTo, strict } from '../toy-server.js';

const maximum = 50_000;
let service: FakeService;
let program: ProgramUnderTest;

beforeAll(async () => {
  const articles = times(10, (index) => ({
    id: index + 1,
    post_title: `T${index}`,
    post_content: '<p>会场</p>'.repeat(100),
  }));
  const tickets = times(200, (index) => ({ id: index + 1, name: 'N'.repeat(200), num: 10, sold_num: 1, money: 9 }));
  service = await fakeService({
    '/api/article/getList': { code: 1, data: { data: articles, itemsCount: 10, total: 10, currentPage: 1 } },
    '/api/ticket/data': { code: 1, data: tickets },
    '/api/activity/getFields': { code: 1, data: [] },
    // Without a reply.
    '/api/goods/data': () => undefined,
    '/api/participant/add': normalReplies['/api/participant/add']!,
    '/api/participant/getList': normalReplies['/api/participant/getList']!,
  });
  program = await programOver(service.url, {
    MAX_RESPONSE_BYTES: String(maximum),
    CACHE_TTL: 'articles=60',
    EVENT_SERVICE_TIMEOUT_MS: '100000',
  });
});

const authorization = `Bearer ${everyScopeKey}`;

async function post(query: string, variables: object = {}) {
  const { status, text, body } = await postTo(program, { query, variables }, { ...strict, authorization });
  return { status, bytes: Buffer.byteLength(text), body };
}

const aliases = (count: number, field: string) => joined(count, (index) => `a${index}: ${field}`);
const refused = [{ code: 'QUERY_TOO_COMPLEX', limit: 'MAX_RESPONSE_BYTES', maximum, actual: expect.any(Number) as number }];
const replaced = { errors: [{ message: expect.stringContaining('MAX_RESPONSE_BYTES') as string, extensions: refused[0] }] };

test.each([
  ['texts', `{ activity { articles { items { ${aliases(8, 'content')} } } } }`],
  ['texts left untouched', `{ activity { articles { items { ${aliases(8, 'content(format: RAW_HTML)')} } } } }`],
  ['texts behind a directive', `{ activity { articles { items { ${aliases(8, 'content @include(if: true)')} } } } }`],
  ['characters of more bytes than one', `{ activity { articles { items { ${aliases(4, 'content')} } } } }`],
])('a response of too many %s is replaced as a whole by QUERY_TOO_COMPLEX', async (_what, query) => {
  const { status, bytes, body } = await post(query);
  expect({ status, hasData: 'data' in body, extensions: body.errors!.map(({ extensions }) => extensions) }).toEqual({
    status: 400,
    hasData: false,
    extensions: refused,
  });
  expect(bytes).toBeLessThan(1000);
});

test('the reads that a response too large has left behind are cancelled', async () => {
  const { status } = await post('{ activity { goods { id } tickets { a: name b: name } } }');
  expect(status).toBe(400);
  await until(() => service.hitsOf('/goods/data').at(-1)!.socket.destroyed);
});

test('a response that is replaced counts as refused, also when it is stored', async () => {
  const counted = (outcome: string) => program.metric(`operations_total{kind="query",outcome="${outcome}"}`);
  const before = { ok: await counted('ok'), refused: await counted('refused') };
  for (let time = 0; time < 2; time += 1)
    expect((await post(`{ activity { articles { items { ${aliases(4, 'content')} } } } }`)).status).toBe(400);
  expect({ ok: await counted('ok'), refused: await counted('refused') }).toEqual({ ok: before.ok, refused: before.refused + 2 });
});

test.each([
  ['thousands of errors', 2_000, 'e'],
  ['the long paths of errors', 110, 'e'.repeat(250)],
])('the bytes of %s count towards `MAX_RESPONSE_BYTES`', async (_what, length, name) => {
  const { status, body } = await post(`query ($r: [_Any!]!) { ${name}: _entities(representations: $r) { __typename } }`, {
    r: times(length, () => ({ __typename: 'Nothing', id: '1' })),
  });
  expect({ status, extensions: body.errors!.map(({ extensions }) => extensions) }).toEqual({ status: 400, extensions: refused });
});

test.each(protocols)('over %s an event that is too large is replaced, and the feed goes on', async (protocol) => {
  const begin = (fields: string) => subscribe(program, protocol, { query: `subscription { ticketStock(every: 1) { ${fields} } }` });
  const [small, large] = [begin('id name'), begin('a: name b: name')];
  expect(await small.next()).toHaveProperty('data.ticketStock.199.id');
  expect(await large.next()).toEqual(replaced);
  await small.leave();
  await large.leave();
});

test('the response of a mutation is never replaced: what it did has happened', async () => {
  const { status, bytes, body } = await post(`mutation { addAttendees(input: {
    contact: { name: "A", mobile: "13800138000" }, attendees: [{ name: "A", mobile: "13800138000" }]
  }) { registrations { attendeeId attendee { activity { articles { items { ${aliases(8, 'content')} } } } } } } }`);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { data: { addAttendees: { registrations: [{ attendeeId: 'attendee:1001:7' }] } } },
  });
  expect(body.errors).toBeUndefined();
  expect(bytes).toBeGreaterThan(maximum);
});
