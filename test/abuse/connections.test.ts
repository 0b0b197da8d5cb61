/* Connections that send slowly, nothing, or what is not valid HTTP. */

import { setTimeout as pause } from 'node:timers/promises';
import { listenerTimeouts } from '../../src/server/http/listener.js';
import { post, startToyServer } from '../server/toy-server.js';
import { exchange, openSocket, textFrom } from '../support/sockets.js';

const head = 'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';

test('connections that send bytes slowly, or nothing, are closed after 35 seconds at most', () => {
  const { headersTimeout, requestTimeout, connectionsCheckingInterval } = listenerTimeouts;
  expect(Math.max(headersTimeout, requestTimeout) + connectionsCheckingInterval).toBeLessThanOrEqual(35_000);
});

test('50 clients that send a byte now and then, and 50 that send none, delay nobody, and are disconnected at the timeout', async () => {
  const timeouts = { keepAliveTimeout: 1_000, headersTimeout: 1_500, requestTimeout: 2_000, connectionsCheckingInterval: 250 };
  const server = await startToyServer({}, { timeouts });
  const sockets = await Promise.all(Array.from({ length: 100 }, () => openSocket(server.url)));
  const slow = sockets.slice(0, 50);
  const disconnected = slow.map((socket) => textFrom(socket));
  for (const [index, socket] of slow.entries())
    socket.write(index % 2 === 0 ? 'POST /graphql HTTP/1.1\r\nhost: x\r\nx-slow: ' : `${head}content-length: 1000\r\n\r\n{`);
  const drip = setInterval(() => {
    for (const socket of slow) if (socket.writable) socket.write('a');
  }, 200);
  for (let time = 0; time < 10; time += 1) {
    expect((await post(server, { query: '{ hello }' })).status).toBe(200);
    await pause(50);
  }
  for (const text of await Promise.all(disconnected)) expect(text).toMatch(/^$|^HTTP\/1\.1 408 /);
  clearInterval(drip);
  for (const socket of sockets) socket.destroy();
  expect((await post(server, { query: '{ hello }' })).status).toBe(200);
});

test.each([
  ['no HTTP at all', 'SSH-2.0-x\r\n\r\n'],
  ['two lengths', `${head}content-length: 1\r\ncontent-length: 2\r\n\r\n{}`],
  ['a length and chunks', `${head}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n`],
  ['a line that ends early', 'GET /graphql HTTP/1.1\nhost: x\n\n'],
  ['a folded header', 'GET /healthz HTTP/1.1\r\nhost: x\r\nx-a: 1\r\n folded\r\n\r\n'],
  ['no host', 'GET /healthz HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400 /],
  ['headers beyond 16 kB', `GET /healthz HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, /^HTTP\/1\.1 431 .*\r\nx-request-id: /],
])(
  'a request with %s is refused, and its connection is closed',
  async (_what, bytes, response = /^HTTP\/1\.1 400 .*\r\nx-request-id: /) => {
    const server = await startToyServer();
    const text = await exchange(server.url, bytes);
    expect(text).toMatch(response);
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  },
);
