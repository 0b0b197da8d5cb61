/* Requests to upgrade a connection: which become WebSockets, and what the others get. */

import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import type { RunningServer } from '../../../src/server/server.js';
import { closedAfterwards } from '../../support/afterwards.js';
import { exchange, handshake, openSocket, textFrom } from '../../support/sockets.js';
import { startToyServer } from '../toy-server.js';

let server: RunningServer;
beforeAll(async () => (server = await startToyServer()));

const h2c = 'connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAARAAAAAAAIAAAAA\r\n';
const get = (path: string, headers: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`;
const post = (query: string, headers = '') => {
  const body = JSON.stringify({ query });
  return `POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`;
};
const chunked = (query: string, headers = '') => {
  const body = JSON.stringify({ query });
  return `POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${headers}transfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
};
const last = get('/healthz', 'connection: close\r\n');
/** The statuses and bodies of all that came back, without what differs every time. */
const parts = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d+)|(\{"data".*?\}\}|(?:ok|ready)\n)/g)].map(([, status, body]) => status ?? body);

test.each<[string, string, string[], ('url' | 'adminUrl')?]>([
  ['h2c, GET', get('/healthz', h2c), ['200', 'ok\n']],
  ['h2c, POST with a length', post('{ hello }', h2c), ['200', '{"data":{"hello":"world"}}']],
  ['h2c, POST in chunks', chunked('{ hello }', h2c), ['200', '{"data":{"hello":"world"}}']],
  ['TLS/1.0', post('{ hello }', 'connection: upgrade\r\nupgrade: TLS/1.0\r\n'), ['200', '{"data":{"hello":"world"}}']],
  ['websocket by POST', post('{ hello }', 'connection: upgrade\r\nupgrade: websocket\r\n'), ['200', '{"data":{"hello":"world"}}']],
  ['two protocols', get('/healthz', 'connection: upgrade\r\nupgrade: h2c, websocket\r\n'), ['200', 'ok\n']],
  ['h2c at an unknown path', get('/nope', h2c), ['404']],
  ['websocket at the admin port', get('/readyz', 'connection: upgrade\r\nupgrade: websocket\r\n'), ['200', 'ready\n'], 'adminUrl'],
  ['h2c at the admin port', get('/readyz', h2c), ['200', 'ready\n'], 'adminUrl'],
])('an offer of another protocol is ignored, and the response is HTTP/1.1: %s', async (_what, bytes, expected, at = 'url') => {
  expect(parts(await exchange(server[at], bytes + last))).toEqual([...expected, '200', 'ok\n']);
});

test('a connection carries any number of requests that offer another protocol, in parts of any size', async () => {
  const requestOf = [(query: string) => post(query, h2c), (query: string) => chunked(query, h2c), post, chunked];
  const part = fc.record({
    size: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 600 })),
    pauseMs: fc.constantFrom(null, null, 0, 2),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat({ max: requestOf.length - 1 }), { minLength: 1, maxLength: 15 }),
      fc.array(part, { minLength: 1, maxLength: 50 }),
      async (kinds, sentParts) => {
        const socket = (await openSocket(server.url)).setMaxListeners(0);
        let index = 0;
        for (const [n, kind] of kinds.entries()) {
          const text = textFrom(socket, /\}\}$/);
          const request = requestOf[kind]!(`{ echo(number: ${n}) }`);
          for (let at = 0; at < request.length; index += 1) {
            const { size, pauseMs } = sentParts[index % sentParts.length]!;
            socket.write(request.slice(at, (at += size)));
            if (pauseMs !== null) await setTimeout(pauseMs);
          }
          expect(parts(await text)).toEqual(['200', `{"data":{"echo":"{\\"number\\":${n}}"}}`]);
        }
        socket.destroy();
      },
    ),
    { numRuns: 40 },
  );
});

test.each([
  ['a request that offers h2c', post('{ hello }', h2c)],
  ['a WebSocket handshake', handshake],
])('%s, sent behind a request in progress, ends the connection, and no response is corrupted', async (_what, bytes) => {
  expect(await exchange(server.url, post('{ slow(ms: 300) }') + bytes + last)).toBe('');
});

test('`connection: close` in a request that offers another protocol closes the connection', async () => {
  const socket = await openSocket(server.url);
  socket.write(get('/healthz', 'connection: close, upgrade\r\nupgrade: h2c\r\n'));
  expect(await textFrom(socket)).toMatch(/\r\nconnection: close\r\n/i);
  socket.destroy();
});

describe('the end of a body', () => {
  test.each([
    ['a length and chunks', `content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${last}`],
    ['two lengths', `content-length: 0\r\ncontent-length: 60\r\n\r\n${last}`],
    ['chunks that are not the last encoding', `transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n${last}`],
    ['a length with a sign', `content-length: +0\r\n\r\n${last}`],
  ])('the end of a body is found once, where any other server finds it: %s', async (_what, rest) => {
    const text = await exchange(server.url, `POST /graphql HTTP/1.1\r\nhost: x\r\n${h2c}${rest}`);
    expect(parts(text)).toEqual(['400']);
  });

  const xs = (count: number) => Array.from({ length: count }, (_, n) => `x-${n}: 1\r\n`).join('');
  test.each([
    ['content-length: 5', '400'],
    ['transfer-encoding: chunked', '400'],
    ['origin: https://other.example', '403'],
  ])('a header decides about a WebSocket handshake behind hundreds of others: %s', async (header, status) => {
    const text = await exchange(server.url, handshake.replace(/\r\n$/, `${xs(700)}${header}\r\n\r\n`), /^HTTP.*\r\n/);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  test.each([
    ['content-length: 5', '400'],
    ['transfer-encoding: chunked', '400'],
    ['content-length: 0', '101'],
  ])('an offer of a WebSocket with a body is ignored, and one without is not: with %s it gets %s', async (header, status) => {
    const text = await exchange(server.url, handshake.replace(/\r\n$/, `${header}\r\n\r\n`), /^HTTP.*\r\n/);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  test('a body that looks like a request is read as a body, also if its length is behind hundreds of headers', async () => {
    const text = await exchange(
      server.url,
      `POST /graphql HTTP/1.1\r\nhost: x\r\n${h2c}${xs(700)}content-length: ${last.length}\r\n\r\n${last}${last}`,
    );
    expect(parts(text)).toEqual(['415', '200', 'ok\n']);
  });
});

test('a request that offers another protocol is served with the head that was sent, except for the offer', async () => {
  const seen: string[][] = [];
  const plain = closedAfterwards(
    createServer((request, response) => {
      seen.push([request.method!, request.url!, ...request.rawHeaders]);
      response.end();
    }),
  );
  const { serveWithoutUpgrade } = await import('../../../src/server/http/upgrade.js');
  plain.on('upgrade', (message, socket, head) => serveWithoutUpgrade(plain, message, socket as never, head));
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(plain.address() as { port: number }).port}`;
  const rest =
    'GET /a?b=%20 HTTP/1.1\r\nHost: x\r\nX-Latin: caf\u00e9\r\nX-Twice: 1\r\nX-Twice:   2  \r\nX-Other: a, upgrade\r\nX-Blank:\r\n';
  const headEnd = /\r\n\r\n/;
  await exchange(
    url,
    Buffer.from(`${rest}Connection: keep-alive, Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAA\r\n\r\n`, 'latin1'),
    headEnd,
  );
  await exchange(url, Buffer.from(`${rest}Connection: keep-alive\r\n\r\n`, 'latin1'), headEnd);
  expect(seen[0]).toEqual(seen[1]);
});
