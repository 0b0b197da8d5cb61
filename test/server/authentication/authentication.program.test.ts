/* The program as it is started, over HTTP: who is let in, and with which rights. */

import { fakeService, type FakeService } from '../../support/fake-service.js';
import { apiKey, everyScopeKey, programOver, type ProgramUnderTest, sha256 } from '../../support/program.js';
import { exchange } from '../../support/sockets.js';
import { tokenIssuer, type TokenIssuer } from '../../support/token-issuer.js';

const secrets = ['r'.repeat(40), 's'.repeat(40)];
const token = () => issuer.sign({ scope: 'attendees:read' });

let issuer: TokenIssuer;
let service: FakeService;
beforeAll(async () => {
  issuer = await tokenIssuer();
  const attendee = { id: 7, form_id: 1001, contact: 'A', mobile: '13800138000', email: 'a@example.com', time: 1, review: 1 };
  service = await fakeService({
    '/api/participant/getList': { code: 1, data: [attendee], total: 1 },
    '/api/participant/get': { code: 1, data: attendee },
  });
});
beforeEach(() => void (service.hits.length = 0));

/** Sends headers as they are given, one that is a list as often as it says. @returns the response without what differs each time */
async function ask(program: ProgramUnderTest, headers: Record<string, string | string[]>, query = '{ __typename }', extensions?: object) {
  const body = JSON.stringify({ query, extensions });
  const lines = Object.entries({
    host: '127.0.0.1',
    connection: 'close',
    'content-type': 'application/json',
    'content-length': `${body.length}`,
    ...headers,
  }).flatMap(([name, values]) => [values].flat().map((value) => `${name}: ${value}\r\n`));
  const response = await exchange(program.url, `POST /graphql HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  const text = response.replace(/^(x-request-id|date): .*\r\n/gim, '');
  return { status: Number(text.slice(9, 12)), text, body: text.slice(text.indexOf('\r\n\r\n') + 4) };
}

const variants: Record<string, Record<string, string | string[]>> = {
  none: {},
  empty: { authorization: '' },
  'one byte short': { authorization: `Bearer ${everyScopeKey.slice(0, -1)}` },
  'one byte long': { authorization: `Bearer ${everyScopeKey}x` },
  'the hash of a key': { 'x-api-key': sha256(everyScopeKey) },
  'duplicated key': { 'x-api-key': [everyScopeKey, everyScopeKey] },
  'duplicated header': { authorization: [`Bearer ${everyScopeKey}`, `Bearer ${everyScopeKey}`] },
  'Bearer without a key': { authorization: 'Bearer ' },
  'no scheme': { authorization: everyScopeKey },
  'another scheme': { authorization: `Basic ${everyScopeKey}` },
  'both headers': { authorization: `Bearer ${everyScopeKey}`, 'x-api-key': everyScopeKey },
  'a header named as a member of every object': { constructor: '' },
  'in a cookie': { cookie: `x-api-key=${everyScopeKey}` },
  'a broken token': { authorization: 'Bearer a.b.c' },
};
const queries = [
  '{ _service { sdl } }',
  '{ __schema { types { name } } }',
  '{ _entities(representations: [{ __typename: "Attendee", id: "attendee:1001:7" }]) { __typename } }',
  '{{{',
];

test.each([
  ['API keys', () => ({})],
  ['API keys and tokens', () => issuer.settings],
  ['API keys and router secrets', () => ({ AUTH_ROUTER_SECRETS: secrets.join(',') })],
  ['an issuer that does not respond', () => ({ ...issuer.settings, AUTH_JWKS_URL: 'http://127.0.0.1:9/keys' })],
])('every refusal is the same 401, without a call to the service, with %s', async (_what, env) => {
  const program = await programOver(service.url, env());
  const responses = [];
  for (const headers of Object.values(variants)) responses.push(await ask(program, headers));
  for (const query of queries) responses.push(await ask(program, {}, query));
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  expect(responses[0]).toMatchObject({ status: 401, body: expect.stringContaining('"UNAUTHENTICATED"') });
  expect(service.hits).toEqual([]);
  expect(program.logs()).not.toContain(everyScopeKey);
});

test('a request without a valid credential is refused before its body is read', async () => {
  const program = await programOver(service.url);
  const head = 'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50000000\r\n\r\n{';
  expect(await exchange(program.url, head, /^HTTP/)).toMatch(/^HTTP\/1.1 401 /);
});

test('without authentication the address names the caller, which has the scopes on data', async () => {
  const program = await programOver(service.url, { AUTH_DISABLED: 'true', AUTH_API_KEYS: '' });
  expect((await ask(program, {}, '{ attendee(by: { id: "attendee:1001:7" }) { mobile } }')).body).toContain('13800138000');
  expect(program.logs()).toContain('"caller":"127.0.0.1"');
});

describe('tokens', () => {
  let program: ProgramUnderTest;
  beforeAll(async () => (program = await programOver(service.url, issuer.settings)));

  test('tokens and API keys are accepted side by side', async () => {
    expect((await ask(program, { authorization: `Bearer ${await token()}` })).status).toBe(200);
    expect((await ask(program, { authorization: `Bearer ${everyScopeKey}` })).status).toBe(200);
    expect((await ask(program, { authorization: `bearer ${everyScopeKey}` })).status).toBe(200);
    expect((await ask(program, { 'X-API-Key': everyScopeKey })).status).toBe(200);
    expect((await ask(program, { 'X-API-Key': await token() })).status).toBe(401);
  });

  const personal = '{ attendee(by: { id: "attendee:1001:7" }) { id mobile email } }';
  test.each([
    ['nothing beside it', {}, undefined],
    [
      'headers and extensions that claim more',
      {
        'x-scopes': 'attendees:pii',
        'x-forwarded-user': 'admin',
        'x-jwt-claims': '{"scope":"attendees:pii"}',
        cookie: 'scope=attendees:pii',
      },
      { jwt: { scope: 'attendees:pii' }, scopes: ['attendees:pii'] },
    ],
    ['a router secret where none is configured', { 'router-authorization': secrets[0]! }, undefined],
  ])('tokens give the rights that they carry and no others, with %s', async (_what, headers, extensions) => {
    const { status, body } = await ask(program, { authorization: `Bearer ${await token()}`, ...headers }, personal, extensions);
    const { data, errors } = JSON.parse(body) as {
      data: { attendee: object };
      errors: { path: string[]; extensions: { code: string; requiredScopes: string[] } }[];
    };
    expect({ status, attendee: data.attendee }).toEqual({ status: 200, attendee: { id: 'attendee:1001:7', mobile: null, email: null } });
    expect(errors.map(({ path, extensions: { code, requiredScopes } }) => [path[1], code, requiredScopes])).toEqual([
      ['mobile', 'FORBIDDEN', ['attendees:pii']],
      ['email', 'FORBIDDEN', ['attendees:pii']],
    ]);
    expect(body).not.toMatch(/13800138000|a@example/);
  });
});

describe('router secrets', () => {
  const through = (secret: string) => ({ 'router-authorization': secret });

  test('router secrets alone make the gateway a caller with the scopes on data', async () => {
    const program = await programOver(service.url, { AUTH_API_KEYS: '', AUTH_ROUTER_SECRETS: secrets.join(',') });
    for (const secret of secrets)
      expect((await ask(program, through(secret), '{ attendee(by: { id: "attendee:1001:7" }) { mobile } }')).body).toContain('13800138000');
    expect(program.logs()).toContain('"caller":"router"');
    for (const headers of [
      {},
      through(''),
      through('r'.repeat(39)),
      through('r'.repeat(41)),
      { 'router-authorization': [secrets[0]!, secrets[0]!] },
      { authorization: `Bearer ${secrets[0]}` },
    ]) {
      expect((await ask(program, headers)).status).toBe(401);
    }
  });

  test('router secrets alone open nothing that the directives for the gateway do not protect completely', async () => {
    const program = await programOver(service.url, { AUTH_API_KEYS: '', AUTH_ROUTER_SECRETS: secrets.join(','), RELAY_NODE: 'true' });
    const run = async (query: string) => (await ask(program, through(secrets[0]!), query)).body;
    for (const argument of ['mobile: "13800138000"', 'email: "a@example.com"', 'openId: "o"'])
      expect(await run(`{ attendee(by: { ${argument} }) { id } }`)).toContain('"requiredScopes":["attendees:pii"]');
    expect(await run('mutation { ssoLogin(input: { mobile: "1", addIfMissing: true }) { login { url } } }')).toContain(
      '"requiredScopes":["attendees:write"]',
    );
    expect(service.hits).toEqual([]);
    // The gateway cannot check whose record an operation reads.
    const alternatives = /\], \[\\"self:/;
    const sdl = await run('{ _service { sdl } }');
    expect(sdl).toContain('@requiresScopes(scopes: [[\\"sso:issue\\"]])');
    expect(sdl).not.toMatch(alternatives);
    // The gateway does not check `node { __typename }`.
    expect(sdl).toMatch(/: Node @requiresScopes\(scopes: \[\[\\"attendees:read\\", \\"content:read\\"\]\]\)/);
    expect((await (await programOver(service.url)).run('{ _service { sdl } }')).data['_service']).toEqual({
      sdl: expect.stringMatching(/\], \["self:/) as string,
    });
  });

  test('router secrets beside API keys or tokens are needed as well, and give no rights of their own', async () => {
    const AUTH_API_KEYS = apiKey('web', 'web-key', 'content:read');
    const program = await programOver(service.url, { AUTH_API_KEYS, AUTH_ROUTER_SECRETS: secrets.join(',') });
    const key = { authorization: 'Bearer web-key' };
    expect((await ask(program, key)).status).toBe(401);
    expect((await ask(program, through(secrets[0]!))).status).toBe(401);
    expect((await ask(program, { ...key, ...through('wrong'.repeat(8)) })).status).toBe(401);
    expect((await ask(program, { ...key, ...through(secrets[1]!) })).status).toBe(200);
    expect((await ask(program, { ...key, ...through(secrets[1]!) }, '{ attendee(by: { id: "attendee:1001:7" }) { id } }')).body).toContain(
      '"FORBIDDEN"',
    );
    const withTokens = await programOver(service.url, { ...issuer.settings, AUTH_API_KEYS: '', AUTH_ROUTER_SECRETS: secrets.join(',') });
    expect((await ask(withTokens, through(secrets[0]!))).status).toBe(401);
  });
});
