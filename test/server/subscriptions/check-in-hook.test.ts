/* The address to which the service pushes check-ins: secrets, statuses, and what is passed on. */

import { gzipSync } from 'node:zlib';
import { hookSecret, push, subscriber, type CheckInSubscriber } from '../../support/check-ins.js';
import { fakeService, type FakeService } from '../../support/fake-service.js';
import { programOver, type ProgramUnderTest } from '../../support/program.js';
import { exchange } from '../../support/sockets.js';

const second = 'another-secret-for-the-address-only';
const routerSecret = 'a-router-secret-of-at-least-32-bytes';
let service: FakeService;
let program: ProgramUnderTest;
let limited: ProgramUnderTest;
let receiver: CheckInSubscriber;

beforeAll(async () => {
  service = await fakeService({});
  program = await programOver(service.url, { CHECK_IN_HOOK_SECRETS: `${hookSecret},${second}`, MAX_BODY_BYTES: '100000' });
  limited = await programOver(service.url, { CHECK_IN_HOOK_SECRETS: hookSecret, MAX_BODY_VALUES: '1000' });
  receiver = await subscriber(program, 'payload');
});
afterAll(() => receiver.leave());

interface Sent {
  readonly path?: string;
  /** null: that of the body. Omitted: JSON. */
  readonly type?: string | null;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer> | FormData | URLSearchParams;
  readonly method?: string;
}
const authorization = { authorization: `Bearer ${hookSecret}` };
type Body = NonNullable<Sent['body']>;
const urlencoded = (body: Body): Sent => ({ type: 'application/x-www-form-urlencoded', body });
const multipart = (body: Body): Sent => ({ type: 'multipart/form-data; boundary=b', body });
/** The head of a field of a multipart form. */
const part = (name: string, head = '') => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n${head}\r\n`;
/** A name in GBK, as a body. */
const gbk = (before: string, after = '') => new Uint8Array(Buffer.from(`${before}\xCD\xF5${after}`, 'latin1'));
const send = async (
  { path = '/hooks/check-in/1001', type = 'application/json', headers = {}, body = '{}', method = 'POST' }: Sent,
  to = program,
) => {
  const response = await fetch(`${to.url}${path}`, {
    method,
    headers: { ...(type !== null && { 'content-type': type }), ...headers },
    ...(method === 'POST' && { body }),
  });
  return { status: response.status, body: await response.json() };
};
const received = async () => (await receiver.next()).data.checkIns.payload;

const encoded = encodeURIComponent(hookSecret);
test.each([
  ['Authorization: Bearer', { headers: authorization }],
  ['authorization in another case', { headers: { authorization: `bearer ${second}` } }],
  ['x-hook-secret', { headers: { 'x-hook-secret': hookSecret } }],
  ['the address, encoded', { path: `/hooks/check-in/1001?secret=${encoded}` }],
  ['the address, with a plus as it is', { path: `/hooks/check-in/1001?secret=${hookSecret}` }],
  ['the address, among other parameters', { path: `/hooks/check-in/1001?a=1&secret=${second}&b=2` }],
  ['one of two ways, the other of which contains something else', { headers: { ...authorization, 'x-hook-secret': 'of a proxy' } }],
])('a push that shows a secret as %s is accepted', async (_way, sent) => {
  expect(await send({ ...sent, body: '{"at":"door"}' })).toEqual({ status: 200, body: { code: 1, msg: '' } });
  expect(await received()).toEqual({ at: 'door' });
});

test.each<[string, Sent]>([
  ['JSON', { body: JSON.stringify(Array(20_001).fill(1)) }],
  ['a form', urlencoded('a&'.repeat(20_001))],
  ['a multipart form', multipart(`${`${part('a')}\r\n`.repeat(1_500)}--b--`)],
])('a push of %s with more values than MAX_BODY_VALUES gets 413', async (_what, sent) => {
  const { status, body } = await send({ ...sent, headers: { ...sent.headers, ...authorization } }, limited);
  expect({ status, body }).toMatchObject({ status: 413, body: { code: 0, msg: expect.stringContaining('MAX_BODY_VALUES') as string } });
});

test.each([
  ['none', {}],
  ['a wrong one', { headers: { authorization: `Bearer ${hookSecret.slice(1)}` } }],
  ['one under another scheme', { headers: { authorization: `Basic ${hookSecret}` } }],
  ['the same one twice in the address', { path: `/hooks/check-in/1001?secret=${second}&secret=${second}` }],
  ['a malformed one in the address', { path: '/hooks/check-in/1001?secret=%E0%A4%A' }],
  ['an empty one in the address', { path: '/hooks/check-in/1001?secret=' }],
  ['none, for an activity that is not served', { path: '/hooks/check-in/9' }],
  ['none, with a body that is too large', { body: 'x'.repeat(100_001) }],
  ['none, with a content type that is not accepted', { type: 'text/plain' }],
])('a push without a right secret gets 401, before the activity, the content type and the body are checked: %s', async (_what, sent) => {
  const { status, body } = await send(sent);
  expect({ status, code: body.code }).toEqual({ status: 401, code: 0 });
  expect(body.msg).toContain('A valid secret is required');
});

test('one secret in two headers of one name gets 401', async () => {
  const head = `POST /hooks/check-in/1001 HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 2\r\n`;
  const bearer = `authorization: Bearer ${hookSecret}\r\n`;
  expect(await exchange(program.url, `${head}${bearer}${bearer}\r\n{}`)).toMatch(/^HTTP\/1.1 401 /);
});

test.each<[string, number, Sent]>([
  ['another method', 405, { method: 'GET' }],
  ['an activity that is not served', 404, { path: '/hooks/check-in/1003' }],
  ['a further segment', 404, { path: '/hooks/check-in/1001/more' }],
  ['no activity', 404, { path: '/hooks/check-in/' }],
  ['an activity that is not served, with a content type that is not accepted', 404, { path: '/hooks/check-in/9', type: 'text/plain' }],
  ['text', 415, { type: 'text/plain' }],
  ['JSON of another charset', 415, { type: 'application/json; charset=gbk' }],
  ['no content type', 415, { type: null, body: new Uint8Array(2) }],
  ['text that is too large', 415, { type: 'text/plain', body: 'x'.repeat(100_001) }],
  ['a body that is too large', 413, { body: `"${'x'.repeat(100_000)}"` }],
  ['no JSON', 400, { body: '{"a":' }],
  ['an empty body as JSON', 400, { body: '' }],
  ['JSON null', 400, { body: ' null ' }],
  ['101 levels', 400, { body: '['.repeat(101) + ']'.repeat(101) }],
  ['50,000 levels', 400, { body: '['.repeat(50_000) + ']'.repeat(50_000) }],
  ['a form without boundary', 400, { type: 'multipart/form-data', body: 'x' }],
  ['half of JSON that is typed as a form', 400, urlencoded('{"a":1')],
  ['JSON that is not UTF-8', 400, { body: gbk('{"name":"', '"}') }],
  ['a form that is not UTF-8', 400, urlencoded(gbk('id=7&name='))],
  ['a form whose encoded bytes are not UTF-8', 400, urlencoded('id=7&name=%CD%F5')],
  ['a name of a form that is not UTF-8', 400, urlencoded('%CD%F5=1&id=%EF%BF%BD')],
  [
    'a field of a multipart form in GBK, as it says, with a replacement character',
    400,
    multipart(gbk(part('n', 'content-type: text/plain; charset=gbk\r\n'), '\xEF\xBF\xBD\r\n--b--')),
  ],
  [
    'a multipart form that is not UTF-8, behind a replacement character',
    400,
    multipart(new Uint8Array(Buffer.concat([Buffer.from(`${part('a')}\uFFFD\uFFFD\r\n`), gbk(part('n'), '\r\n--b--')]))),
  ],
  [
    'a name of a multipart form that is not UTF-8',
    400,
    multipart(gbk('--b\r\ncontent-disposition: form-data; name="', '"\r\n\r\n1\r\n--b--')),
  ],
  ['half a form behind a malformed part', 400, multipart(`--b\r\nmalformed\r\n\r\n${part('a')}`)],
  ['half a form', 400, multipart('--b\r\ncontent-disposition: form-da')],
  ['half a file in a form', 400, multipart(`${part('photo"; filename="a.png', 'content-type: image/png\r\n')}byt`)],
])('a push with %s gets %i', async (_what, status, sent) => {
  const response = await send({ ...sent, headers: { ...sent.headers, ...authorization } });
  expect({ status: response.status, code: response.body.code ?? 0 }).toEqual({ status, code: 0 });
});

function zipped(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(JSON.stringify(text)));
}

const form = (...fields: readonly (readonly [string, string | File])[]): Sent => {
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, value);
  return { type: null, body: data };
};

test.each<[string, Sent, unknown]>([
  ['a JSON object', { body: '{"a":{"b":[1,null,"签到"]},"__proto__":1}' }, JSON.parse('{"a":{"b":[1,null,"签到"]},"__proto__":1}')],
  [
    'JSON with numbers that a double cannot hold, and an unpaired surrogate',
    { body: '{"order":20261128093000123456,"huge":1e400,"price":10.10,"id":700001.00000000000001,"name":"a\\ud83d"}' },
    { order: '20261128093000123456', huge: '1e400', price: 10.1, id: '700001.00000000000001', name: 'a\ufffd' },
  ],
  ['100 levels', { body: '['.repeat(100) + ']'.repeat(100) }, JSON.parse('['.repeat(100) + ']'.repeat(100))],
  ['compressed JSON', { headers: { 'content-encoding': 'gzip' }, body: zipped('签到') }, '签到'],
  ['a form', { type: null, body: new URLSearchParams({ name: '陈 明', id: '7' }) }, { name: '陈 明', id: '7' }],
  ['JSON after two byte order marks', { body: ' \uFEFF\uFEFF\n{"a":1}' }, { a: 1 }],
  ['JSON with further parameters', { type: 'application/json; charset=utf8; v=1', body: '[1]' }, [1]],
  ['an object typed as a form', urlencoded('{"company":"A & B+C=D 100%41"}'), { company: 'A & B+C=D 100%41' }],
  ['a list typed as a form', urlencoded('\uFEFF [{"id":7}]'), [{ id: 7 }]],
  ['an object typed as a multipart form', { type: 'multipart/form-data', body: '{"id":7}' }, { id: 7 }],
  ['a form whose values are JSON', urlencoded('a={"b":1}&c=%5B2%5D'), { a: '{"b":1}', c: '[2]' }],
  ['a form with a replacement character', urlencoded('a=%EF%BF%BD&b=\uFFFD&c=100%'), { a: '\uFFFD', b: '\uFFFD', c: '100%' }],
  [
    'a multipart form with replacement characters',
    form(['\uFFFD', 'x\uFFFD'], ['\uFFFD', '\uFFFD'], ['b', '1']),
    { '\uFFFD': ['x\uFFFD', '\uFFFD'], b: '1' },
  ],
  [
    'a multipart form with a file that is not UTF-8',
    multipart(gbk(`${part('id')}7\r\n${part('photo"; filename="a.png')}`, '\r\n--b--')),
    { id: '7' },
  ],
  ['a form with a repeated name', { type: null, body: new URLSearchParams('a=1&b=2&a=3&a=') }, { a: ['1', '3', ''], b: '2' }],
  ['a multipart form', form(['name', '陈明'], ['id', '7'], ['id', '8']), { name: '陈明', id: ['7', '8'] }],
  ['a multipart form with a file', form(['id', '7'], ['photo', new File(['bytes'], 'a.png')]), { id: '7' }],
  ['a form with the name __proto__', form(['__proto__', '1']), JSON.parse('{"__proto__":"1"}')],
  ['a field as large as a body may be', form(['x'.repeat(500), 'y'.repeat(99_000)]), { ['x'.repeat(500)]: 'y'.repeat(99_000) }],
])('a pushed body is passed on as it is: %s', async (_what, sent, payload) => {
  expect(await send({ ...sent, headers: { ...sent.headers, ...authorization } })).toEqual({ status: 200, body: { code: 1, msg: '' } });
  expect(await received()).toEqual(payload);
});

test('without CHECK_IN_HOOK_SECRETS the address does not exist, with a credential or without', async () => {
  const without = await programOver(service.url);
  for (const headers of [{}, authorization, { authorization: 'Bearer ' }]) expect((await send({ headers }, without)).status).toBe(404);
  expect((await send({ path: '/hooks/check-in/1001?secret=' }, without)).status).toBe(404);
});

test('the hook needs no Router-Authorization, and no API key opens it', async () => {
  const behindRouter = await programOver(service.url, { CHECK_IN_HOOK_SECRETS: hookSecret, AUTH_ROUTER_SECRETS: routerSecret });
  expect((await send({ headers: authorization }, behindRouter)).status).toBe(200);
  for (const key of ['key-with-every-scope', routerSecret]) {
    expect((await send({ headers: { authorization: `Bearer ${key}`, 'router-authorization': routerSecret } }, behindRouter)).status).toBe(
      401,
    );
  }
});

test('a push without subscribers is accepted, and calls no endpoint of the service', async () => {
  expect((await push(program, { id: 1 }, { activityId: 1002 })).status).toBe(200);
  expect(service.hits).toEqual([]);
});

test('neither a secret nor a payload is ever logged, whatever becomes of the push', async () => {
  const quiet = await programOver(service.url, { CHECK_IN_HOOK_SECRETS: hookSecret, AUTH_DISABLED: 'true', AUTH_API_KEYS: '' });
  const path = `/hooks/check-in/1001?secret=${encoded}`;
  const sent: readonly Sent[] = [
    { path, body: '{"name":"CANARY-payload"}' },
    { path, body: '"CANARY-payload' },
    { path, headers: { host: 'CANARY.example' } },
    { path: `/hooks/check-in/9?secret=${encoded}` },
    { path: `/hooks?secret=${encoded}` },
    { path: `/graphql?secret=${encoded}` },
    { path: `/hooks/check-in/1001?secret=x${encoded}` },
    { headers: { 'x-hook-secret': `${hookSecret} ` } },
  ];
  for (const request of sent) await send(request, quiet);
  const head = (line: string, headers: string) => `${line}\r\nhost: 127.0.0.1\r\n${headers}\r\n\r\n`;
  await exchange(quiet.url, head(`GET ${path} HTTP/1.1`, 'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13'));
  await exchange(quiet.url, head(`POST ${path} HTTP/1.1`, 'connection: close\r\nexpect: 200-ok\r\ncontent-length: 0'));
  await exchange(quiet.url, `POST ${path} HTTP/1.1\r\nmalformed\r\n\r\n`);
  const outside = `${quiet.logs()}\n${await quiet.metrics()}`;
  expect(outside).toContain('POST /hooks/check-in/{activityId}');
  for (const canary of ['CANARY', encoded.slice(8, 24), 'hook+secret', hookSecret]) expect(outside).not.toContain(canary);
});

test('refused pushes write one audit line for each address, and accepted ones are counted', async () => {
  const counted = await programOver(service.url, { CHECK_IN_HOOK_SECRETS: hookSecret });
  for (let times = 0; times < 5; times += 1) await push(counted, {}, { secret: 'wrong' });
  await push(counted, {});
  await push(counted, {});
  const lines = counted.lines('"audit":true');
  expect(lines.length).toBeLessThanOrEqual(2);
  expect(lines[0]).toMatchObject({ outcome: 'unauthenticated', caller: '127.0.0.1' });
  expect(await counted.metric('check_ins_total')).toBe(2);
});
