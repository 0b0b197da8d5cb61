import type { RunningServer } from '../../../src/server/server.js';
import { call, post, startToyServer } from '../toy-server.js';

const studio = 'https://studio.apollographql.com';
let server: RunningServer;
beforeAll(async () => (server = await startToyServer({ cors: { origins: [studio], own: true } }, { authenticate: () => null })));

const preflight = (origin: string, headers: Record<string, string> = {}) =>
  call(`${server.url}/graphql`, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST', ...headers } });

test('a preflight of an allowed origin needs no credential and allows the requested headers', async () => {
  const { status, headers } = await preflight(studio, { 'access-control-request-headers': 'content-type,x-api-key' });
  expect(status).toBe(204);
  expect(headers.get('access-control-allow-origin')).toBe(studio);
  expect(headers.get('access-control-allow-methods')).toBe('GET, POST');
  expect(headers.get('access-control-allow-headers')).toBe('content-type,x-api-key');
  expect(headers.get('access-control-allow-private-network')).toBeNull();
  expect(headers.get('access-control-allow-credentials')).toBeNull();
});

test('a preflight that requests access to a private network is granted it', async () => {
  const { headers } = await preflight(studio, { 'access-control-request-private-network': 'true' });
  expect(headers.get('access-control-allow-private-network')).toBe('true');
});

test.each(['https://evil.example', 'null', 'https://studio.apollographql.com.evil.example', 'http://studio.apollographql.com'])(
  '%s gets no CORS headers',
  async (origin) => {
    const responses = [
      await preflight(origin, { 'access-control-request-private-network': 'true' }),
      await post(server, { query: '{ hello }' }, { origin }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([405, 401]);
    for (const { headers } of responses) expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  },
);

test("the server's own origins are allowed, whichever port it took", async () => {
  const { port } = new URL(server.url);
  for (const origin of [server.url, `http://localhost:${port}`]) {
    expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBe(origin);
  }
});

test('pages of an allowed origin can read every response, errors too', async () => {
  for (const response of [
    await post(server, { query: '{ hello }' }, { origin: studio }),
    await call(`${server.url}/nothing`, { headers: { origin: studio } }),
  ]) {
    expect(response.headers.get('access-control-allow-origin')).toBe(studio);
  }
});
