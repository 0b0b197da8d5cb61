/* Which hosts, paths and origins both ports of the program serve. */

import { pino } from 'pino';
import { createIsAllowedHost } from '../../../src/server/http/origins.js';
import type { RunningServer } from '../../../src/server/server.js';
import { fakeService, type FakeService } from '../../support/fake-service.js';
import { apiKey, everyScopeKey, programOver } from '../../support/program.js';
import { exchange } from '../../support/sockets.js';
import { call, post, startToyServer } from '../toy-server.js';

describe('without authentication', () => {
  const isAllowed = createIsAllowedHost(['graph.example', 'my-machine']);
  test.each([
    'localhost',
    'LocalHost:4000',
    'localhost.',
    '127.0.0.1',
    '10.1.2.3:80',
    '[::1]',
    '[::1]:4000',
    '[2001:db8::1]:1',
    'graph.example',
    'GRAPH.Example:8080',
    'my-machine',
  ])('without authentication, host %s is served', (host) => expect(isAllowed(host)).toBe(true));
  test.each([
    undefined,
    '',
    ' ',
    ':4000',
    'evil.example',
    'evil.example:4000',
    'x.graph.example',
    'graph.example.evil',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '127.0.0.1:80:80',
    '[::1',
    '::1]',
    '[evil.example]',
    '[localhost]x',
    'user@localhost',
    'localhost@evil.example',
    'evil.example#localhost',
    'localhost,evil.example',
    '0x7f.1',
    '*',
  ])('without authentication, host %s is not served', (host) => expect(isAllowed(host)).toBe(false));
});

let service: FakeService;
beforeAll(async () => {
  service = await fakeService({ '/api/ticket/data': { code: 1, data: [] } });
});
const program = (env: Record<string, string>) => programOver(service.url, env);

const body = JSON.stringify({ query: '{ activity { id } }' });
const head = `content-type: application/json\r\nx-api-key: ${everyScopeKey}\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
const webSocket =
  'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
/** Requests of each kind. An origin makes their targets whole addresses. */
const requests = (host: string, origin = ''): Record<string, string> => ({
  query: `POST ${origin}/graphql HTTP/1.1\r\n${host}${head}`,
  stream: `POST ${origin}/graphql/stream HTTP/1.1\r\n${host}${head}`,
  preflight: `OPTIONS ${origin}/graphql HTTP/1.1\r\n${host}origin: https://studio.apollographql.com\r\naccess-control-request-method: POST\r\nconnection: close\r\n\r\n`,
  nothing: `GET ${origin}/nope HTTP/1.1\r\n${host}connection: close\r\n\r\n`,
  webSocket: `GET ${origin}/graphql HTTP/1.1\r\n${host}${webSocket}`,
});
const statuses = async (url: string, host: string, origin?: string) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(requests(host, origin)).map(
        async ([name, bytes]) => [name, Number((await exchange(url, bytes, /\r\n\r\n/)).slice(9, 12))] as const,
      ),
    ),
  );
const open = { AUTH_DISABLED: 'true', AUTH_API_KEYS: '' };
const misdirected = { query: 421, stream: 421, preflight: 421, nothing: 421, webSocket: 421 };

test('a request for a host that is not allowed gets 421 on every path and protocol, and asks nothing of the service', async () => {
  const { url, adminUrl } = await program(open);
  expect(await statuses(url, 'host: evil.example\r\n')).toEqual(misdirected);
  expect(await statuses(url, 'host:\r\n')).toEqual(misdirected);
  const without = await exchange(url, 'GET /graphql?query={activity{id}} HTTP/1.0\r\n\r\n');
  expect(without).toMatch(/^HTTP\/1\.1 421 /);
  expect(without).toContain('ALLOWED_HOSTS');
  for (const path of ['/healthz', '/readyz'])
    expect(await exchange(url, `GET ${path} HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
  for (const path of ['/healthz', '/metrics'])
    expect(await exchange(adminUrl, `GET ${path} HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
  expect(service.hitsOf('/ticket/data')).toHaveLength(0);
});

test.each([
  [open, 'host: LOCALHOST:4000\r\n'],
  [{ ...open, ALLOWED_HOSTS: 'Graph.example' }, 'host: graph.EXAMPLE:1\r\n'],
  [{ ...open, ALLOWED_HOSTS: '*' }, 'host: evil.example\r\n'],
  [{ AUTH_API_KEYS: apiKey('app', everyScopeKey, 'content:read') }, 'host: evil.example\r\n'],
])('with the settings %j, a request with the header %j is served', async (env, host) => {
  const { url } = await program(env);
  expect(await statuses(url, host)).toMatchObject({ query: 200, stream: 200, nothing: 404, webSocket: 101 });
});

test('a target that is a whole address is none of the paths, whatever host it names', async () => {
  const { url } = await program(open);
  expect(await statuses(url, 'host: localhost\r\n', 'http://evil.example')).toEqual({
    query: 404,
    stream: 404,
    preflight: 404,
    nothing: 404,
    webSocket: 404,
  });
});

const studio = 'https://studio.apollographql.com';
let server: RunningServer;
beforeAll(async () => (server = await startToyServer({ cors: { origins: [studio], local: true } }, { authenticate: () => null })));

const preflight = (origin: string, headers: Record<string, string> = {}) =>
  call(`${server.url}/graphql`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-private-network': 'true', ...headers },
  });

test('a preflight of an allowed origin needs no credential and allows the requested headers and the private network', async () => {
  const { status, headers } = await preflight(studio, { 'access-control-request-headers': 'content-type,x-api-key' });
  expect(status).toBe(204);
  expect(headers.get('access-control-allow-origin')).toBe(studio);
  expect(headers.get('access-control-allow-methods')).toBe('GET, POST');
  expect(headers.get('access-control-allow-headers')).toBe('content-type,x-api-key');
  expect(headers.get('access-control-allow-private-network')).toBe('true');
  expect(headers.get('access-control-allow-credentials')).toBeNull();
});

test.each(['https://evil.example', 'null', 'https://studio.apollographql.com.evil.example', 'http://studio.apollographql.com'])(
  '%s gets no CORS headers',
  async (origin) => {
    const responses = [await preflight(origin), await post(server, { query: '{ hello }' }, { origin })];
    expect(responses.map(({ status }) => status)).toEqual([405, 401]);
    for (const { headers } of responses) expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  },
);

/** The status with which a WebSocket of a page is opened. */
const webSocketStatus = async (url: string, origin: string) =>
  Number((await exchange(url, `GET /graphql HTTP/1.1\r\nhost: localhost\r\norigin: ${origin}\r\n${webSocket}`, /\r\n\r\n/)).slice(9, 12));

test('in the sandbox every origin of this machine is allowed too, whatever its port and scheme, over WebSocket as well', async () => {
  for (const origin of ['http://localhost:5173', 'https://localhost', 'http://127.0.0.1:3000', 'http://[::1]:65535', server.url]) {
    expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBe(origin);
    expect(await webSocketStatus(server.url, origin)).toBe(101);
  }
  for (const origin of ['http://localhost.evil.example', 'http://127.0.0.2:3000', 'http://localhost:5173/', 'ftp://localhost', 'null']) {
    expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull();
    expect(await webSocketStatus(server.url, origin)).toBe(403);
  }
});

test('with CORS_ORIGINS, an origin of this machine is refused, and one line a minute names it and the setting', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const own = await startToyServer({ cors: { origins: [studio], local: false } }, { log });
  for (const origin of ['http://localhost:5173', 'http://localhost:3000']) {
    const headers = { origin, 'access-control-request-method': 'POST' };
    expect((await call(`${own.url}/graphql`, { method: 'OPTIONS', headers })).status).toBe(405);
    expect(await webSocketStatus(own.url, origin)).toBe(403);
  }
  await post(own, { query: '{ hello }' }, { origin: 'http://localhost:3000' });
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 40, origin: 'http://localhost:5173', setting: 'CORS_ORIGINS' },
  ]);
});

test('over WebSocket, a client may name the host to which it connects as its origin, with any scheme of HTTP or WebSocket', async () => {
  const own = await startToyServer({ cors: { origins: [], local: false } });
  for (const origin of ['http://localhost', 'https://localhost:443', 'ws://localhost', 'wss://localhost'])
    expect(await webSocketStatus(own.url, origin)).toBe(101);
  for (const origin of ['https://localhost:80', 'ftp://localhost', 'https://other.localhost', 'null'])
    expect(await webSocketStatus(own.url, origin)).toBe(403);
});

test('pages of an allowed origin can read every response, errors too', async () => {
  for (const response of [
    await post(server, { query: '{ hello }' }, { origin: studio }),
    await call(`${server.url}/nothing`, { headers: { origin: studio } }),
  ]) {
    expect(response.headers.get('access-control-allow-origin')).toBe(studio);
  }
});
