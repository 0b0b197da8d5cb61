/* One exchange over HTTP: which failure each defect of a connection becomes, and whether anything was sent. */

import { getEventListeners, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import {
  CancelledError,
  UpstreamInvalidResponseError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../../../src/records/errors.js';
import type { ActivityId } from '../../../src/records/ids.js';
import { createCall } from '../../../src/service/call.js';
import { listTickets } from '../../../src/service/endpoints.js';
import type { BoundedTransport, CallOptions, WireRequest } from '../../../src/service/transport/transport.js';
import { createUndiciTransport } from '../../../src/service/transport/undici.js';
import { withDeadline } from '../../../src/service/transport/wrappers/deadline.js';
import { withStatusCheck } from '../../../src/service/transport/wrappers/status.js';
import { afterwards } from '../../support/afterwards.js';
import { deadUrl, ended, httpServer, socketServer, type HttpServer } from '../../support/http-server.js';
import { bounds, request } from './request.js';

/** A transport to an address with the program's wrappers for status and deadline. Tests of the deadline make it short. */
function transportTo(url: string, { timeoutMs = 20_000, maxResponseBytes = 1_000_000 } = {}): BoundedTransport {
  const { transport, close } = createUndiciTransport({
    baseUrl: url,
    maxConnections: 4,
    maxResponseBytes,
    timeoutMs,
    keepAlive: true,
  });
  afterwards(close);
  return withDeadline(withStatusCheck(transport, Date.now), timeoutMs);
}

const failure = (send: BoundedTransport, overrides: Partial<WireRequest> = {}, options: CallOptions = {}) =>
  send(request(overrides), options).then(
    () => null,
    (error: unknown) => error as any,
  );

test('each of several replies in several parts keeps its own bytes', async () => {
  const text = (nth: number) => String.fromCharCode(97 + nth).repeat(150_000);
  let nth = 0;
  const server = await httpServer((_, response) => response.end(text(nth++)));
  const send = transportTo(server.url);
  const replies = [];
  for (let count = 0; count < 3; count += 1) replies.push(await send(request({})));
  expect(replies.map(({ body }) => String(body))).toEqual([0, 1, 2].map(text));
});

test('method, target, headers and body are sent as they are, and no compressed reply is requested', async () => {
  const seen: unknown[] = [];
  const server = await httpServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        seen.push([incoming.method, incoming.url, incoming.rawHeaders, Buffer.concat(chunks)]);
        response.end('{"code":1}');
      });
  });
  const body = Buffer.from([0, 255, 13, 10, 45]);
  const reply = await transportTo(server.url)(
    request({ target: '/applets/index/beforeCheckIn?token=a%26b&sign_code=', headers: { 'Content-Type': 'x/y' }, body }),
  );
  expect({ status: reply.status, body: String(reply.body) }).toEqual({ status: 200, body: '{"code":1}' });
  expect(seen).toEqual([
    [
      'POST',
      '/applets/index/beforeCheckIn?token=a%26b&sign_code=',
      ['host', server.url.slice(7), 'connection', 'keep-alive', 'Content-Type', 'x/y', 'content-length', '5'],
      body,
    ],
  ]);
});

test.each(['/tenant/one', '/tenant/one/', '/', ''])('the path prefix "%s" of the base address stays in the URL', async (prefix) => {
  let url: string | undefined;
  const server = await httpServer((incoming, response) => {
    url = incoming.url;
    response.end();
  });
  await transportTo(server.url + prefix)(request({ target: '/api/x?a=1' }));
  expect(url).toBe(`${prefix.replace(/\/$/, '')}/api/x?a=1`);
});

test('a redirect is refused, and nothing is sent to its target', async () => {
  let followed = 0;
  const elsewhere = await httpServer((_incoming, response) => {
    followed += 1;
    response.end();
  });
  const server = await httpServer((_incoming, response) => response.writeHead(302, { location: elsewhere.url }).end());
  const error = await failure(transportTo(server.url));
  expect(error).toBeInstanceOf(UpstreamInvalidResponseError);
  expect(error.expected).toBe('no redirect');
  expect(followed).toBe(0);
});

const json = '{"code":1}';
test.each<[encoding: string, body: Buffer | string]>([
  ['', json],
  ['none', json],
  ['identity', json],
  ['Identity', json],
  ['utf-8', json],
  ['gzip', gzipSync(json)],
  ['GZip', gzipSync(json)],
  ['x-gzip', gzipSync(json)],
  ['gzip', json],
  ['deflate', deflateSync(json)],
  ['deflate', deflateRawSync(json)],
  ['br', brotliCompressSync(json)],
  ['deflate, gzip', gzipSync(deflateSync(json))],
  ['none, br', brotliCompressSync(json)],
])('a reply with the content-encoding "%s" is read, although none was requested', async (encoding, body) => {
  const server = await httpServer((_incoming, response) => response.setHeader('content-encoding', encoding).end(body));
  expect(String((await transportTo(server.url)(request({}))).body)).toBe(json);
});

test.each(['zstd', 'compress', 'br, zstd', 'gzip, gzip, gzip'])(
  'a reply with the content-encoding "%s" is refused before its body',
  async (encoding) => {
    const server = await httpServer((_incoming, response) => {
      response.writeHead(200, { 'content-encoding': encoding, 'content-length': 10 }).flushHeaders();
    });
    const error = await failure(transportTo(server.url));
    expect(error).toBeInstanceOf(UpstreamInvalidResponseError);
    expect([error.flaw, error.details()]).toEqual([
      'COMPRESSED',
      { upstream: { operation: '/api/ticket/data', path: 'header content-encoding' } },
    ]);
    await ended(server.sockets[0]!);
  },
);

test.each<[what: string, encoding: string, body: Buffer]>([
  ['cut', 'gzip', gzipSync(json).subarray(0, 20)],
  ['not what its header states', 'br', Buffer.from(json)],
])('a compressed reply that is %s is refused', async (_what, encoding, body) => {
  const server = await httpServer((_incoming, response) => response.setHeader('content-encoding', encoding).end(body));
  expect((await failure(transportTo(server.url))).flaw).toBe('COMPRESSED');
});

test.each<[encoding: string, compress: (text: Buffer) => Buffer]>([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('the largest reply counts the decoded bytes of %s', async (encoding, compress) => {
  let length = 1_000;
  const server = await httpServer((_incoming, response) =>
    response.setHeader('content-encoding', encoding).end(compress(Buffer.alloc(length))),
  );
  const send = transportTo(server.url, { maxResponseBytes: 1_000 });
  expect((await send(request({}))).body).toHaveLength(1_000);
  for (length of [1_001, 50_000_000]) expect(await failure(send)).toMatchObject({ flaw: 'TOO_LARGE', expected: 'at most 1000 bytes' });
});

test('a reply whose Content-Length exceeds the limit is refused immediately, and its socket ends', async () => {
  const server = await httpServer((_incoming, response) => {
    response.writeHead(200, { 'content-length': 101 });
    response.flushHeaders();
  });
  const error = await failure(transportTo(server.url, { maxResponseBytes: 100 }));
  expect(error).toBeInstanceOf(UpstreamInvalidResponseError);
  expect(error.expected).toBe('at most 100 bytes');
  await ended(server.sockets[0]!);
});

test('an endless reply without Content-Length is refused when it exceeds the limit, and its socket ends', async () => {
  let written = 0;
  const server = await httpServer((_incoming, response) => {
    const pour = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024))) written += 1;
    };
    response.on('drain', pour);
    pour();
  });
  const error = await failure(transportTo(server.url, { maxResponseBytes: 1000 }));
  expect(error).toBeInstanceOf(UpstreamInvalidResponseError);
  expect(error.path).toBe('body');
  await ended(server.sockets[0]!);
});

test('a reply of exactly the largest size is accepted', async () => {
  const server = await httpServer((_incoming, response) => {
    response.write('a'.repeat(60));
    response.end('b'.repeat(40));
  });
  const { body } = await transportTo(server.url, { maxResponseBytes: 100 })(request({}));
  expect(body).toHaveLength(100);
});

test.each<[what: string, respond: (response: ServerResponse) => void]>([
  ['a hang before the headers', () => {}],
  ['a hang after the headers', (response) => response.writeHead(200, { 'content-length': 10 }).flushHeaders()],
  [
    'a body that never ends',
    (response) => {
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    },
  ],
])('the deadline covers %s', async (_what, respond) => {
  const server = await httpServer((_incoming, response) => respond(response));
  const error = await failure(transportTo(server.url, { timeoutMs: 150 }));
  expect(error).toBeInstanceOf(UpstreamTimeoutError);
  expect({ sent: error.sent, code: error.code }).toEqual({ sent: true, code: 'UPSTREAM_TIMEOUT' });
  await ended(server.sockets[0]!);
});

test('the deadline covers the wait for a free connection: such a call was not sent', async () => {
  const server = await httpServer(() => {});
  const { transport, close } = createUndiciTransport({
    baseUrl: server.url,
    maxConnections: 1,
    maxResponseBytes: 100,
    timeoutMs: 20_000,
    keepAlive: true,
  });
  afterwards(close);
  const first = new AbortController();
  const busy = withDeadline(transport, 20_000)(request({}), { signal: first.signal }).catch((error: unknown) => error);
  await Promise.race([waitForSocket(server), busy]);
  const error = await failure(withDeadline(transport, 100));
  expect(error).toBeInstanceOf(UpstreamTimeoutError);
  expect(error.sent).toBe(false);
  first.abort();
  expect(await busy).toBeInstanceOf(CancelledError);
});

test('a body that ends early makes the service unavailable', async () => {
  const server = await socketServer((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"code":1'));
  });
  const error = await failure(transportTo(server.url));
  expect(error).toBeInstanceOf(UpstreamUnavailableError);
  expect(error.sent).toBe(true);
});

test('a chunked body that ends early makes the service unavailable', async () => {
  const server = await socketServer((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\na\r\n{"code":1}\r\n'));
  });
  const error = await failure(transportTo(server.url));
  expect(error).toBeInstanceOf(UpstreamUnavailableError);
  expect(error.sent).toBe(true);
});

test('a connection that is reset after the request makes the service unavailable, and counts as sent', async () => {
  const server = await socketServer((socket) => void socket.once('data', () => socket.resetAndDestroy()));
  const error = await failure(transportTo(server.url));
  expect(error).toBeInstanceOf(UpstreamUnavailableError);
  expect(error.sent).toBe(true);
});

test('a reply that is not HTTP is an invalid response', async () => {
  const server = await socketServer((socket) => void socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.7\r\n')));
  const error = await failure(transportTo(server.url));
  expect(error).toBeInstanceOf(UpstreamInvalidResponseError);
  expect(error.message).not.toContain('SSH');
});

test('a refused connection makes the service unavailable, and nothing was sent', async () => {
  const error = await failure(transportTo(await deadUrl()));
  expect(error).toBeInstanceOf(UpstreamUnavailableError);
  expect({ sent: error.sent, code: error.code }).toEqual({ sent: false, code: 'UPSTREAM_UNAVAILABLE' });
});

test('a header that HTTP cannot carry makes the service unavailable, and nothing was sent', async () => {
  const server = await httpServer((_incoming, response) => response.end());
  const error = await failure(transportTo(server.url), { headers: { 'X-Bad': 'a\r\nb' } });
  expect(error).toBeInstanceOf(UpstreamUnavailableError);
  expect(error.sent).toBe(false);
  expect(server.sockets).toHaveLength(0);
});

test('a cancelled call ends, and its socket too', async () => {
  const caller = new AbortController();
  const server = await httpServer(() => caller.abort());
  const error = await failure(transportTo(server.url), {}, { signal: caller.signal });
  expect(error).toBeInstanceOf(CancelledError);
  await ended(server.sockets[0]!);
});

test('a call that is cancelled during the body ends, and its socket too', async () => {
  const caller = new AbortController();
  const server = await httpServer((_incoming, response) => {
    response.write('{', () => caller.abort());
  });
  expect(await failure(transportTo(server.url), {}, { signal: caller.signal })).toBeInstanceOf(CancelledError);
  await ended(server.sockets[0]!);
});

test('a call that is cancelled before it begins causes no attempt', async () => {
  let attempts = 0;
  const server = await httpServer((_incoming, response) => response.end());
  const error = await failure(transportTo(server.url), {}, { signal: AbortSignal.abort(), onAttempt: () => (attempts += 1) });
  expect(error).toBeInstanceOf(CancelledError);
  expect({ attempts, connections: server.sockets.length }).toEqual({ attempts: 0, connections: 0 });
});

test('a call after a failed one succeeds', async () => {
  let turn = 0;
  const server = await httpServer((_incoming, response) => {
    turn += 1;
    if (turn === 1) response.writeHead(200, { 'content-length': 9_000_000 }).flushHeaders();
    else response.end('{"code":1,"data":[]}');
  });
  const send = transportTo(server.url);
  expect(await failure(send)).toBeInstanceOf(UpstreamInvalidResponseError);
  const call = createCall(send, () => 'b'.repeat(32));
  expect(await call(listTickets, 1001 as ActivityId, undefined)).toEqual([]);
});

test.each([
  [true, 'keep-alive', 2],
  [false, 'close', 3],
])(
  'with `keepAlive` %p the header connection is %s, and three calls take at most %i connections',
  async (keepAlive, connection, sockets) => {
    const seen: unknown[] = [];
    const server = await httpServer((incoming, response) => {
      seen.push(incoming.headers.connection);
      incoming.resume();
      response.end('{}');
    });
    const { transport, close } = createUndiciTransport({
      baseUrl: server.url,
      maxConnections: 4,
      maxResponseBytes: 100,
      timeoutMs: 20_000,
      keepAlive,
    });
    afterwards(close);
    for (let round = 0; round < 3; round += 1) await transport(request({ body: Buffer.from('x') }), bounds());
    expect(seen).toEqual([connection, connection, connection]);
    expect(server.sockets.length).toBeLessThanOrEqual(sockets);
    if (!keepAlive) expect(server.sockets).toHaveLength(3);
  },
);

test('every attempt is reported, and none leaves a timer or listener', async () => {
  let attempts = 0;
  const server = await httpServer((_incoming, response) => response.end('{}'));
  const caller = new AbortController();
  const send = transportTo(server.url);
  for (let round = 0; round < 3; round += 1) await send(request({}), { signal: caller.signal, onAttempt: () => (attempts += 1) });
  expect(attempts).toBe(3);
  expect(getEventListeners(caller.signal, 'abort')).toEqual([]);
});

async function waitForSocket(server: HttpServer): Promise<void> {
  while (server.sockets.length === 0) await new Promise((resolve) => setImmediate(resolve));
  if (server.sockets[0]!.bytesRead === 0) await once(server.sockets[0]!, 'data');
}
