import { createHash } from 'node:crypto';
import { signature } from '../../../src/sandbox/http/verification.js';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.js';
import { closedAfterwards } from '../../support/afterwards.js';
import { client, now, serviceAuth } from '../client.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = closedAfterwards(await startSandbox({ now: () => now }));
});

const send = (header: string | null) =>
  client(sandbox.url).send('/api/ticket/data', { method: 'POST', headers: header === null ? {} : { 'service-auth': header } });

test('a signature is the md5 of its members and the private key', () => {
  const members = { UserPublicKey: 'public', ActivityId: 1001, Time: 1775001600, Version: 1 };
  expect(signature(members, 'private')).toBe('49ac9a124ab656f6fceefebf6180559f');
  expect(signature(members, 'private')).toBe(createHash('md5').update('public100117750016001private').digest('hex'));
});

test.each([
  ['as written', serviceAuth()],
  ['another version', serviceAuth({ Version: 2 })],
  ['four minutes late', serviceAuth({ Time: now / 1000 - 240 })],
  ['four minutes early', serviceAuth({ Time: now / 1000 + 240 })],
])('a Service-Auth header %s is accepted', async (_, header) => {
  expect(await send(header)).toMatchObject({ status: 200, envelope: { code: 1 } });
});

test.each([
  ['missing', null, /missing/],
  ['no JSON', 'nonsense', /not JSON/],
  ['no object', '[1]', /not a JSON object/],
  ['unknown member', serviceAuth({ Nonce: 1 }), /Nonce/],
  ['key of another type', serviceAuth({ UserPublicKey: 5 }), /UserPublicKey must be a string/],
  ['unknown key', serviceAuth({ UserPublicKey: 'other' }), /UserPublicKey is not known/],
  ['activity as a string', serviceAuth({ ActivityId: '1001' }), /ActivityId must be an integer/],
  ['unknown activity', serviceAuth({ ActivityId: 1003 }), /ActivityId is not known/],
  ['time as a string', serviceAuth({ Time: `${now / 1000}` }), /Time must be an integer/],
  ['time in milliseconds', serviceAuth({ Time: now }), /five minutes/],
  ['old time', serviceAuth({ Time: now / 1000 - 301 }), /five minutes/],
  ['future time', serviceAuth({ Time: now / 1000 + 301 }), /five minutes/],
  ['no version', serviceAuth({ Version: undefined }), /Version must be an integer/],
  ['fractional version', serviceAuth({ Version: 1.5 }), /Version must be an integer/],
  ['short signature', serviceAuth({ Signature: 'abc' }), /32 hexadecimal/],
  ['upper-case signature', serviceAuth({ Signature: 'A'.repeat(32) }), /lower case/],
  ['wrong signature', serviceAuth({ Signature: 'a'.repeat(32) }), /Signature is wrong/],
])('a header is rejected: %s', async (_, header, message) => {
  const { status, envelope } = await send(header);
  expect({ status, envelope }).toEqual({ status: 200, envelope: { code: 0, msg: expect.stringMatching(message) } });
});

test('the keys of the options are accepted, and no others', async () => {
  const other = closedAfterwards(await startSandbox({ now: () => now, publicKey: 'p', privateKey: 'q' }));
  const Signature = signature({ UserPublicKey: 'p', ActivityId: 1002, Time: now / 1000, Version: 1 }, 'q');
  const headers = { 'service-auth': JSON.stringify({ UserPublicKey: 'p', ActivityId: 1002, Time: now / 1000, Version: 1, Signature }) };
  expect((await client(other.url).send('/api/ticket/data', { method: 'POST', headers })).envelope['code']).toBe(1);
  expect((await client(other.url).post('/api/ticket/data')).envelope['code']).toBe(0);
});
