/* One exchange over HTTP: which failure each defect of a connection becomes, and whether anything was sent. */

import { once } from 'node:events';
import net from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import {
  CancelledError,
  UpstreamInvalidResponseError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
  WritePermitLostError,
} from '../../../src/records/errors.js';
import { openConnectionPool, type CallOptions, type WireRequest } from '../../../src/service/transport/exchange.js';
import { afterwards } from '../../support/afterwards.js';
import { fakeService, type Script } from '../../support/fake-service.js';
import { ended, httpServer, type HttpServer } from '../../support/http-server.js';
import { failureOf, laneOver, request } from './request.js';

/** A lane without retries to an address. Tests of the deadline make it short. */
function transportTo(url: string, { timeoutMs = 20_000, maxResponseBytes = 1_000_000, maxConnections = 4, keepAlive = true } = {}) {
  const { exchange, close } = openConnectionPool({
    baseUrl: url,
    maxConnections,
    maxResponseBytes,
    timeoutMs,
    keepAlive,
  });
  afterwards(close);
  return laneOver(exchange, { timeoutMs, retries: 0 }).send;
}

const failure = (send: ReturnType<typeof transportTo>, overrides: Partial<WireRequest> = {}, options: CallOptions = {}) =>
  failureOf(send(request(overrides), options));

test.each(['/tenant/one', '/tenant/one/', '/', ''])('the path prefix "%s" of the base address stays in the URL', async (prefix) => {
  let url: string | undefined;
  const server = await httpServer((incoming, response) => {
    url = incoming.url;
    response.end();
  });
  await transportTo(server.url + prefix)(request({ target: '/api/x?a=1' }));
  expect(url).toBe(`${prefix.replace(/\/$/, '')}/api/x?a=1`);
});

test.each([
  [10_000, 1_500],
  [999, 500],
])('with a deadline of %i ms, each address of a host has %i ms to accept a connection', async (timeoutMs, expected) => {
  const server = await httpServer((_incoming, response) => response.end());
  const connect = jest.spyOn(net, 'connect');
  await transportTo(server.url, { timeoutMs })(request());
  expect(connect.mock.lastCall?.[0]).toMatchObject({ autoSelectFamilyAttemptTimeout: expected });
});

const json = '{"code":1}';
test.each([
  ['', json],
  ['none', json],
  ['identity', json],
  ['utf-8', json],
  ['gzip', gzipSync(json)],
  ['GZip', gzipSync(json)],
  ['x-gzip', Buffer.from([...gzipSync(json), 10])],
  ['gzip', json],
  ['deflate', deflateSync(json)],
  ['deflate', deflateRawSync(json)],
  ['br', brotliCompressSync(json)],
  ['none, br', brotliCompressSync(json)],
])('a reply with the content-encoding "%s" is read, although none was requested', async (encoding, body) => {
  const server = await httpServer((_incoming, response) => response.setHeader('content-encoding', encoding).end(body));
  expect(String((await transportTo(server.url)(request({}))).body)).toBe(json);
});

test.each(['zstd', 'compress', 'br, zstd', 'deflate, gzip'])(
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

test.each([
  ['cut', 'gzip', gzipSync(json).subarray(0, 20)],
  ['not what its header states', 'br', Buffer.from(json)],
])('a compressed reply that is %s is refused', async (_what, encoding, body) => {
  const server = await httpServer((_incoming, response) => response.setHeader('content-encoding', encoding).end(body));
  expect((await failure(transportTo(server.url))).flaw).toBe('COMPRESSED');
});

test.each<[encoding: string, compress: (text: Buffer) => Buffer]>([
  ['identity', (text) => text],
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
  for (length of [1_001, 2_000_000]) expect(await failure(send)).toMatchObject({ flaw: 'TOO_LARGE', expected: 'at most 1000 bytes' });
});

test('the deadline covers the wait for a free connection: such a call was not sent', async () => {
  const server = await httpServer(() => {});
  const { exchange, close } = openConnectionPool({
    baseUrl: server.url,
    maxConnections: 1,
    maxResponseBytes: 100,
    timeoutMs: 20_000,
    keepAlive: true,
  });
  afterwards(close);
  const first = new AbortController();
  const busy = failureOf(laneOver(exchange).send(request({}), { signal: first.signal }));
  await Promise.race([waitForSocket(server), busy]);
  const error = await failureOf(laneOver(exchange, { timeoutMs: 100 }).send(request({})));
  expect(error).toBeInstanceOf(UpstreamTimeoutError);
  expect(error.sent).toBe(false);
  first.abort();
  expect(await busy).toBeInstanceOf(CancelledError);
});

test('a header that HTTP cannot carry makes the service unavailable, and nothing was sent', async () => {
  const server = await httpServer((_incoming, response) => response.end());
  const error = await failure(transportTo(server.url), { contentType: 'a\r\nb' });
  expect(error).toBeInstanceOf(UpstreamUnavailableError);
  expect(error.sent).toBe(false);
  expect(server.sockets).toHaveLength(0);
});

test('a call that is cancelled during the body ends, and its socket too', async () => {
  const caller = new AbortController();
  const server = await httpServer((_incoming, response) => {
    response.write('{', () => caller.abort());
  });
  expect(await failure(transportTo(server.url), {}, { signal: caller.signal })).toBeInstanceOf(CancelledError);
  await ended(server.sockets[0]!);
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
    const send = transportTo(server.url, { keepAlive });
    for (let round = 0; round < 3; round += 1) await send(request({ body: Buffer.from('x') }));
    expect(seen).toEqual([connection, connection, connection]);
    expect(server.sockets.length).toBeLessThanOrEqual(sockets);
    if (!keepAlive) expect(server.sockets).toHaveLength(3);
  },
);

const caller = new AbortController();
test.each([
  ['a permit that ends while the connection is being opened', { confirm: async () => {}, isValid: () => false }, WritePermitLostError],
  ['a call that ends while its permit is confirmed', { confirm: async () => caller.abort(), isValid: () => true }, CancelledError],
])('%s prevents the first byte', async (_what, permit, ErrorClass) => {
  let hits = 0;
  const server = await httpServer((_incoming, response) => response.end(String((hits += 1))));
  expect(await failure(transportTo(server.url), {}, { permit, signal: caller.signal })).toBeInstanceOf(ErrorClass);
  expect(hits).toBe(0);
});

async function waitForSocket(server: HttpServer): Promise<void> {
  while (server.sockets.length === 0) await new Promise((resolve) => setImmediate(resolve));
  if (server.sockets[0]!.bytesRead === 0) await once(server.sockets[0]!, 'data');
}

/* Interim responses (1xx) that no request asked for, over real sockets. */

const path = '/api/ticket/data';

async function repliesFrom(script: Script, keepAlive: boolean, calls = 1) {
  const service = await fakeService({ [path]: script });
  const send = transportTo(service.url, { maxConnections: 1, timeoutMs: 5_000, keepAlive });
  try {
    const bodies = [];
    for (let call = 0; call < calls; call += 1) bodies.push(String((await send(request({ body: Buffer.from('x') }))).body));
    return { bodies, hits: service.hits.length };
  } finally {
    await service.close();
  }
}
const final = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

test.each([true, false])(
  'interim responses before each response are ignored (keepAlive %p), wherever their bytes are split',
  async (keepAlive) => {
    const interims = fc.constantFrom('100 Continue', '100', '100 \r\nX-A: b', '102 Processing', '103 Early Hints\r\nLink: </a>');
    await fc.assert(
      fc.asyncProperty(fc.array(interims, { maxLength: 3 }), fc.array(fc.nat(200), { maxLength: 4 }), async (statuses, cuts) => {
        const body = 'HTTP/1.1 100 Continue\r\n\r\nis part of the body';
        const text = statuses.map((status) => `HTTP/1.1 ${status}\r\n\r\n`).join('') + final(body);
        const inText = [...cuts, text.length - body.length].filter((cut) => cut < text.length);
        const at = [0, ...inText.toSorted((a, b) => a - b), text.length];
        const { bodies, hits } = await repliesFrom(
          ({ socket }) => {
            void (async () => {
              for (const [index, start] of at.slice(0, -1).entries()) {
                socket.write(text.slice(start, at[index + 1]));
                await new Promise((resolve) => setImmediate(resolve));
              }
            })();
          },
          keepAlive,
          2,
        );
        expect({ bodies, hits }).toEqual({ bodies: [body, body], hits: 2 });
      }),
      { numRuns: 60 },
    );
  },
);
