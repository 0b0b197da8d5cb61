/* What the handler of a request learns of its connection, and which connections are closed. */

import type { IncomingMessage } from 'node:http';
import { type ListenerOptions, startListener } from '../../../src/server/http/listener.js';
import { HttpRequest } from '../../../src/server/http/request.js';
import { afterwards } from '../../support/afterwards.js';
import { exchange, openSocket, textFrom } from '../../support/sockets.js';
import { until } from '../../support/until.js';

/** Starts a listener, which is closed after the test. */
const listening = async (handle: ListenerOptions['handle'], options: Partial<ListenerOptions> = {}) => {
  const listener = await startListener({ host: '127.0.0.1', port: 0, maxBodyBytes: 1000, handle, ...options });
  afterwards(() => listener.close(0));
  return listener;
};

test('a response with a header that HTTP does not allow closes its connection, and no other', async () => {
  const listener = await listening(({ path }) => ({
    status: 200,
    headers: path === '/invalid' ? { 'x-text': 'two\nlines' } : {},
    body: 'x',
  }));
  const [invalid, valid] = await Promise.allSettled(['invalid', 'valid'].map((path) => fetch(`${listener.origin}/${path}`)));
  expect(invalid).toMatchObject({ status: 'rejected', reason: { cause: { code: 'UND_ERR_SOCKET' } } });
  expect(valid).toMatchObject({ status: 'fulfilled', value: { status: 200 } });
});

test.each([16, 17])('of %i requests that arrive together, 16 are served; more close the connection', async (count) => {
  const { origin } = await listening(() => ({ status: 204, headers: {}, body: '' }));
  const text = await exchange(origin, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(count), /(204[^]*){16}/);
  expect(text.split('204')).toHaveLength(count > 16 ? 1 : 17);
});

test('of connections that leave more unread together than the limit, those close that have sent nothing for longest', async () => {
  const closed: string[] = [];
  const { origin } = await listening(
    (request) => {
      request.cancellation.addEventListener('abort', () => closed.push(request.path));
      return { status: 200, headers: {}, body: Buffer.alloc(30_000_000) };
    },
    { maxUnreadBytes: 45_000_000 },
  );
  const sockets = [await openSocket(origin), await openSocket(origin)] as const;
  for (const [index, socket] of sockets.entries()) socket.pause().write(`GET /${index} HTTP/1.1\r\nhost: x\r\n\r\n`);
  await until(() => closed.length > 0);
  expect(closed).toEqual(['/0']);
  let received = 0;
  sockets[1].on('data', ({ length }: Buffer) => (received += length)).resume();
  await until(() => received > 30_000_000);
});

test('the cancellation of a request is aborted once its client has disconnected, also if it is asked for only then', () => {
  const [before, after] = ['before', 'after'].map(() => new HttpRequest({ headers: {} } as IncomingMessage, 0)) as [
    HttpRequest,
    HttpRequest,
  ];
  const { cancellation } = before;
  expect(cancellation.aborted).toBe(false);
  for (const request of [before, after]) request.closed();
  expect([cancellation, before.cancellation, after.cancellation].map(({ aborted }) => aborted)).toEqual([true, true, true]);
});

test.each(['', 'GET / HT', 'nonsense\r\n\r\n'])(
  'a client that closes its side behind a request and %j cancels that request',
  async (rest) => {
    let asked = false;
    let closed = false;
    const listener = await listening((request) => {
      asked = true;
      request.cancellation.addEventListener('abort', () => (closed = true));
      return new Promise(() => {});
    });
    const socket = await openSocket(listener.origin);
    socket.write(`GET / HTTP/1.1\r\nhost: localhost\r\n\r\n${rest}`);
    await until(() => asked, 10_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.end();
    // The client does not close the side of the server, so this waits until the server does.
    await until(() => closed, 4000);
    expect(closed).toBe(true);
    socket.destroy();
  },
);

test.each([
  [
    'in the body of a request get 400',
    'POST / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nnonsense\r\n',
    /^HTTP\/1\.1 400 /,
  ],
  ['behind a request in progress end the connection', 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\nnonsense\r\n\r\n', /^$/],
])('bytes that are not HTTP %s', async (_where, bytes, response) => {
  const listener = await listening(async (request) => {
    await (request.method === 'POST' ? request.text() : new Promise(() => {}));
    return { status: 200, headers: {}, body: 'ok' };
  });
  expect(await exchange(listener.origin, bytes)).toMatch(response);
});

test('a request that does not arrive in time gets 408', async () => {
  const timeouts = { keepAliveTimeout: 50, headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 50 };
  const listener = await listening(() => new Promise(() => {}), { timeouts });
  expect(await exchange(listener.origin, 'GET / HT')).toMatch(/^HTTP\/1.1 408 /);
});

test('a request keeps the address of its connection after a reset, and no request has no address', async () => {
  const addresses: string[] = [];
  const listener = await listening(async (request) => {
    if (request.path === '/reset') await new Promise<void>((resolve) => request.cancellation.addEventListener('abort', resolve));
    addresses.push(request.remoteAddress);
    return { status: 200, headers: {}, body: '' };
  });
  const url = listener.origin;
  const head = 'HTTP/1.1\r\nhost: x\r\n\r\n';
  const socket = await openSocket(url);
  socket.write(`GET / ${head}`);
  await textFrom(socket, /200 OK/);
  socket.write(`GET /reset ${head}`, () => setImmediate(() => socket.resetAndDestroy()));
  await until(() => addresses.length === 2);
  // These connections are reset before they are accepted.
  for (let time = 0; time < 20; time += 1) {
    const early = await openSocket(url);
    await new Promise<void>((resolve) => early.write(`GET / ${head}`, () => resolve()));
    early.resetAndDestroy();
  }
  await fetch(url);
  expect(new Set(addresses)).toEqual(new Set(['127.0.0.1']));
});
