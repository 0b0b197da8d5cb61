/* The sandbox over HTTP: what it refuses, how it verifies a signature, and how it starts and ends. */

import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox.js';
import { sampledEndpoints } from '../service/sampled-endpoints.js';
import { closedAfterwards } from '../support/afterwards.js';
import { client, now, serviceAuth } from './client.js';

let sandbox: Sandbox;
beforeEach(async () => void (sandbox = closedAfterwards(await startSandbox({ now: () => now }))));

const post = (path: string, body: string | null, type?: string) =>
  client(sandbox.url).send(path, {
    method: 'POST',
    body,
    headers: { 'service-auth': serviceAuth(), ...(type !== undefined && { 'content-type': type }) },
  });
const form = 'multipart/form-data; boundary=b';
const part = (name: string, value: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

test('an unknown path and a wrong method get 404 with an envelope', async () => {
  const refused = { status: 404, envelope: { code: 0, msg: expect.stringMatching(/^There is no endpoint/) } };
  expect(await post('/api/nothing', null)).toMatchObject(refused);
  expect(await client(sandbox.url).get('/api/ticket/data')).toMatchObject(refused);
});

test.each([
  ['no body', null, undefined],
  ['a closing delimiter', '--b--\r\n', form],
  ['a closing delimiter without line end', '--b--', 'multipart/form-data; boundary="b"'],
])('a request with %s counts as an empty form', async (_, body, type) => {
  const lists = sampledEndpoints.filter(({ endpoint: { cachedAs, method } }) => cachedAs !== undefined && method === 'POST');
  expect(lists).not.toHaveLength(0);
  for (const { endpoint } of lists) expect((await post(endpoint.path, body, type)).code).toBe(1);
});

test.each([
  ['JSON', '{"mobile":"10000700001"}', 'application/json', /must be multipart/],
  ['a URL-encoded form', 'mobile=10000700001', 'application/x-www-form-urlencoded', /must be multipart/],
  ['a body that breaks off', part('mobile', '10000700001'), form, /malformed/],
  ['no boundary', part('mobile', '1'), 'multipart/form-data; charset=utf-8', /malformed/],
  ['a parameter twice', `${part('id', '700001')}${part('id', '700002')}--b--`, form, /id is given twice/],
  ['a file', `--b\r\nContent-Disposition: form-data; name="id"; filename="f"\r\n\r\n1\r\n--b--`, form, /not a file/],
  ['two ways to name', `${part('id', '700001')}${part('mobile', '1')}--b--`, form, /exactly one/],
  ['no way to name', '--b--', form, /exactly one/],
])('%s is rejected', async (_, body, type, message) => {
  const { status, envelope } = await post('/api/participant/get', body, type);
  expect({ status, envelope }).toEqual({ status: 200, envelope: { code: 0, msg: expect.stringMatching(message) } });
});

test('an undocumented parameter is rejected, in the query and in the form', async () => {
  const { post: send } = client(sandbox.url);
  expect((await send('/api/ticket/data', { page: '1' })).envelope['msg']).toMatch(/page is not documented/);
  expect((await send('/api/ticket/data?page=1')).envelope['msg']).toMatch(/page is not documented/);
  expect((await send('/api/participant/getList', { page: '1' })).envelope['msg']).toMatch(/pagesize is required/);
  for (const wrong of [{ page: '0' }, { page: 'a' }, { pagesize: '-1' }, { ids: '' }, { ids: '1,,2' }]) {
    expect((await send('/api/participant/getList', { page: '1', pagesize: '1', ...wrong })).code).toBe(0);
  }
});

/* The signature (§5) */

const sendSigned = (header: string | null, to = sandbox) =>
  client(to.url).send('/api/ticket/data', { method: 'POST', headers: header === null ? {} : { 'service-auth': header } });

test.each([
  ['as written', serviceAuth()],
  ['four minutes late', serviceAuth({ Time: now / 1000 - 240 })],
])('a Service-Auth header %s is accepted', async (_, header) => {
  expect(await sendSigned(header)).toMatchObject({ status: 200, envelope: { code: 1 } });
});

test.each([
  ['missing', null, /missing/],
  ['no JSON', 'nonsense', /not JSON/],
  ['unknown member', serviceAuth({ Nonce: 1 }), /Nonce/],
  ['unknown key', serviceAuth({ UserPublicKey: 'other' }), /UserPublicKey is not known/],
  ['unknown activity', serviceAuth({ ActivityId: 1003 }), /ActivityId is not known/],
  ['time in milliseconds', serviceAuth({ Time: now }), /five minutes/],
  ['old time', serviceAuth({ Time: now / 1000 - 301 }), /five minutes/],
  ['future time', serviceAuth({ Time: now / 1000 + 301 }), /five minutes/],
  ['no version', serviceAuth({ Version: undefined }), /Version must be an integer/],
  ['short signature', serviceAuth({ Signature: 'abc' }), /32 hexadecimal/],
  ['upper-case signature', serviceAuth({ Signature: 'A'.repeat(32) }), /lower case/],
  ['wrong signature', serviceAuth({ Signature: 'a'.repeat(32) }), /Signature is wrong/],
])('a header is rejected: %s', async (_, header, message) => {
  const { status, envelope } = await sendSigned(header);
  expect({ status, envelope }).toEqual({ status: 200, envelope: { code: 0, msg: expect.stringMatching(message) } });
});
