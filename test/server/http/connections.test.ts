/* How many connections a server holds, and how long each may stay open, also after an offer of another protocol. */

import { exchange, openSocket, textFrom } from '../../support/sockets.js';
import { until } from '../../support/until.js';
import { startToyServer } from '../toy-server.js';

const health = 'GET /healthz HTTP/1.1\r\nhost: x\r\n';
const once = `${health}connection: close\r\n\r\n`;
/** Waits until the server has noticed that a connection is closed, and accepts another one. */
const untilAccepted = (url: string) => until(async () => (await exchange(url, once)).startsWith('HTTP/1.1 200 '));
const h2c = `${health}connection: upgrade\r\nupgrade: h2c\r\n\r\n`;
const webSocket =
  'GET /graphql HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

test('a connection beyond MAX_CONNECTIONS gets 503 and is closed, whatever it sends, until another one closes', async () => {
  const server = await startToyServer({ maxConnections: 3 });
  const held = await Promise.all([1, 2, 3].map(() => openSocket(server.url)));
  for (const bytes of [`${health}\r\n`, h2c, webSocket, 'GET /heal', '']) {
    expect(await exchange(server.url, bytes)).toMatch(/^HTTP\/1\.1 503 [^]*connection: close\r\n[^]*MAX_CONNECTIONS/);
  }
  expect((await fetch(`${server.adminUrl}/healthz`)).status).toBe(200);
  // The connections within the limit are served.
  held[0]!.write(`${health}\r\n`);
  expect(await textFrom(held[0]!, /ok\n$/)).toMatch(/^HTTP\/1\.1 200 /);
  held[1]!.destroy();
  await untilAccepted(server.url);
  for (const socket of held) socket.destroy();
});

test('a connection stays open for KEEP_ALIVE_TIMEOUT_MS without a request, and each response says so', async () => {
  const server = await startToyServer({ keepAliveTimeoutMs: 1000 });
  const text = await exchange(server.url, `${health}\r\n`);
  expect(text).toMatch(/^HTTP\/1\.1 200 [^]*keep-alive: timeout=1\r\n[^]*ok\n$/i);
});

test('a connection counts once, however often it offers another protocol, and until it is closed', async () => {
  const server = await startToyServer({ maxConnections: 2 });
  const first = await openSocket(server.url);
  const second = await openSocket(server.url);
  second.write(webSocket);
  expect(await textFrom(second, /\r\n\r\n/)).toMatch(/^HTTP\/1\.1 101 /);
  for (let time = 0; time < 5; time += 1) {
    first.write(h2c);
    expect(await textFrom(first, /ok\n$/)).toMatch(/^HTTP\/1\.1 200 /);
  }
  expect(await exchange(server.url, once)).toMatch(/^HTTP\/1\.1 503 /);
  second.resetAndDestroy();
  await untilAccepted(server.url);
  first.destroy();
});

test('a closing server waits no longer than its grace for an idle connection that offered h2c, or a WebSocket that stays open', async () => {
  const server = await startToyServer({ shutdownGraceMs: 500, requestTimeoutMs: 600_000 });
  const idle = await openSocket(server.url);
  idle.write(h2c);
  await textFrom(idle, /ok\n$/);
  const deaf = await openSocket(server.url);
  deaf.write(webSocket);
  await textFrom(deaf, /\r\n\r\n/);
  const before = performance.now();
  await server.close();
  expect(performance.now() - before).toBeLessThan(3000);
  for (const socket of [idle, deaf]) socket.destroy();
});
