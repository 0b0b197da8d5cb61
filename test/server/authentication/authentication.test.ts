import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { pino } from 'pino';
import { Secret } from '../../../src/primitives/secret.js';
import { dataScopes, type Scope } from '../../../src/records/caller.js';
import { createAuthenticate } from '../../../src/server/authentication/authentication.js';
import type { RunningServer } from '../../../src/server/server.js';
import { call, codeOf, post, startToyServer, strict } from '../toy-server.js';

const silent = pino({ level: 'silent' });
const key = 'correct-horse-battery-staple';
const apiKey = (name: string, text: string, scopes: readonly Scope[]) => ({
  name,
  sha256: new Secret(createHash('sha256').update(text).digest('hex')),
  scopes: new Set(scopes),
});
const apiKeys = [apiKey('other', 'another-key', ['sso:issue']), apiKey('gate', key, ['content:read'])];
const authenticate = createAuthenticate({ required: true, apiKeys, jwt: null, routerSecrets: [] }, silent, () => 0);

describe('credentials', () => {
  test.each([
    ['authorization', `Bearer ${key}`],
    ['authorization', `bearer ${key}`],
    ['x-api-key', key],
  ])('a credential in %s as %s names its caller', (name, value) => {
    expect(authenticate({ [name]: [value] }, '')).toMatchObject({ name: 'gate', scopes: new Set(['content:read']) });
  });

  test.each([
    ['none', {}],
    ['an empty one', { authorization: [''] }],
    ['an empty key', { 'x-api-key': [''] }],
    ['a bare scheme', { authorization: ['Bearer '] }],
    ['one character short', { 'x-api-key': [key.slice(0, -1)] }],
    ['one character long', { authorization: [`Bearer ${key}x`] }],
    ['another scheme', { authorization: [`Basic ${key}`] }],
    ['no scheme', { authorization: [key] }],
    ['the same one twice', { 'x-api-key': [key, key] }],
    ['two headers', { authorization: [`Bearer ${key}`], 'x-api-key': [key] }],
    ['the hash itself', { 'x-api-key': [apiKeys[1]!.sha256.reveal()] }],
  ])('a credential that is %s is refused', (_what, headers) => {
    expect(authenticate(headers, '')).toBeNull();
  });

  test('without keys no credential is valid', () => {
    expect(
      createAuthenticate({ required: true, apiKeys: [], jwt: null, routerSecrets: [] }, silent, () => 0)({ 'x-api-key': [key] }, ''),
    ).toBeNull();
  });

  test('without authentication the address names the caller, which has the scopes on data', () => {
    expect(createAuthenticate({ required: false, apiKeys, jwt: null, routerSecrets: [] }, silent, () => 0)({}, '10.1.2.3')).toMatchObject({
      name: '10.1.2.3',
      scopes: dataScopes,
    });
  });
});

describe('over HTTP', () => {
  let server: RunningServer;
  beforeAll(async () => (server = await startToyServer({ explorer: 'graphiql' }, { authenticate })));

  test('all refusals are the same 401 except for the request id', async () => {
    const bodies = [{ query: '{ hello }' }, { query: '{ _service { sdl } }' }, { query: '{ __schema { types { name } } }' }, '{', [1]];
    const credentials: Record<string, string>[] = [
      {},
      { authorization: '' },
      { 'x-api-key': 'wrong' },
      { authorization: `Bearer ${key}x` },
      { authorization: 'Basic abc' },
    ];
    const responses = [];
    for (const body of bodies) for (const headers of credentials) responses.push(await post(server, body, headers));
    responses.push(await post(server, 'x', { 'content-type': 'text/plain' }));
    const facts = responses.map(({ status, headers, text }) => {
      const { 'x-request-id': _id, date: _date, ...rest } = Object.fromEntries(headers);
      return JSON.stringify([status, rest, text]);
    });
    expect(new Set(facts).size).toBe(1);
    expect({ status: responses[0]!.status, code: codeOf(responses[0]!) }).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
    expect((await post(server, { query: '{ hello }' }, strict)).text).toBe(responses[0]!.text);
  });

  test('a valid key is accepted', async () => {
    expect((await post(server, { query: '{ caller }' }, { 'x-api-key': key })).body.data).toEqual({ caller: 'gate' });
  });

  test.each([
    ['x-api-key', key],
    ['authorization', `Bearer ${key}`],
  ])('the header %s twice is refused, although both are valid', async (name, value) => {
    const status = await new Promise((resolve) => {
      const raw = request(`${server.url}/graphql?query={hello}`, { headers: { [name]: [value, value] } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      raw.end();
    });
    expect(status).toBe(401);
  });

  test('a request without a valid credential is refused before its body is read', async () => {
    const status = await new Promise((resolve, reject) => {
      const raw = request(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': 50_000_000 },
      });
      raw.on('response', (response) => {
        resolve(response.statusCode);
        raw.destroy();
      });
      raw.on('error', reject);
      raw.write('{');
    });
    expect(status).toBe(401);
  });

  test('health and explorer need no credential', async () => {
    expect((await call(`${server.url}/healthz`)).status).toBe(200);
    expect((await call(`${server.url}/`)).status).toBe(200);
  });
});
