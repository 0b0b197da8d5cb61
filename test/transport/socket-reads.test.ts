/* All connections read into one buffer: replies never mix, however their bytes arrive. */

import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { Pool } from 'undici';
import { MemoryPool } from '../../src/primitives/memory-pool.js';
import { Exchange } from '../../src/transport/exchange.js';
import { SocketReads } from '../../src/transport/socket-reads.js';
import { createUndiciTransport } from '../../src/transport/undici.js';
import { afterwards } from '../support/afterwards.js';
import { httpServer, socketServer } from '../support/http-server.js';
import { bounds, request } from './request.js';
import { testCertificate } from './test-certificate.js';

const memory = () => new MemoryPool({ granule: 4_096, maxLength: 524_288, maxFree: 8, maxFreeBytes: 1_048_576 });

/** A transport to a service that gets the connections whose request has arrived. The test writes their bytes. */
async function connections() {
  const waiting: Socket[] = [];
  const server = await socketServer((socket) => {
    socket.setNoDelay(true);
    socket.on('data', () => waiting.push(socket));
  });
  const options = {
    baseUrl: server.url,
    maxConnections: 8,
    maxResponseBytes: 1_000_000,
    timeoutMs: 20_000,
    keepAlive: true,
    reuseMemory: true,
  };
  const { transport, close, destroy } = createUndiciTransport(options);
  afterwards(close);
  const send = () => transport(request({}), bounds());
  const accept = async (count: number): Promise<Socket[]> => {
    while (waiting.length < count) await nextTurn();
    return waiting.splice(0);
  };
  return { server, send, accept, destroy };
}

/** Writes bytes and waits until the other side has had time to read them. */
async function writePart(socket: Socket, part: string | Buffer): Promise<void> {
  await new Promise<void>((done) => socket.write(part, () => done()));
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
}

test.each([
  ['within a header field', 'HTTP/1.1 200 OK\r\nx-caller: the first cal', "ler's header\r\ncontent-length: 5\r\n\r\nfirst"],
  ['before the last line end', "HTTP/1.1 200 OK\r\nx-caller: the first caller's header\r\ncontent-length: 5\r\n\r", '\nfirst'],
  [
    'after an informational response',
    'HTTP/1.1 103 Early Hints\r\nlink: </>\r\n\r\nHTTP/1.1 200 OK\r\nx-caller: the first cal',
    "ler's header\r\ncontent-length: 5\r\n\r\nfirst",
  ],
  [
    'after empty lines before it',
    '\r\n\r\n\r\nHTTP/1.1 200 OK\r\nx-caller: the first cal',
    "ler's header\r\ncontent-length: 5\r\n\r\nfirst",
  ],
  [
    'after an informational response behind a line end',
    '\nHTTP/1.1 103 Early Hints\r\nlink: </>\r\n\r\nHTTP/1.1 200 OK\r\nx-caller: the first cal',
    "ler's header\r\ncontent-length: 5\r\n\r\nfirst",
  ],
])('a head that is split %s is read whole, although another connection reads in between', async (_place, beginning, rest) => {
  const { send, accept } = await connections();
  const first = send();
  const [one] = await accept(1);
  await writePart(one!, beginning);
  const second = send();
  const [other] = await accept(1);
  await writePart(other!, `HTTP/1.1 200 OK\r\ncontent-length: 60000\r\n\r\n${'z'.repeat(60_000)}`);
  expect(String((await second).body)).toBe('z'.repeat(60_000));
  await writePart(one!, rest);
  const { headers, body } = await first;
  expect({ caller: headers['x-caller'], body: String(body) }).toEqual({ caller: "the first caller's header", body: 'first' });
});

/** The bytes of a reply whose head and body name it, in one of the ways in which HTTP states the end of a body. */
function replyBytes(nth: number, length: number, end: 'length' | 'chunks' | 'close', informational: boolean) {
  const body = Buffer.alloc(length, `reply ${nth}.`);
  const head = [
    ...(informational ? ['HTTP/1.1 103 Early Hints', `link: <${nth}>`, ''] : []),
    'HTTP/1.1 200 OK',
    `x-reply: ${nth}-${'x'.repeat(50)}`,
    { length: `content-length: ${length}`, chunks: 'transfer-encoding: chunked', close: 'connection: close' }[end],
    '',
    '',
  ].join('\r\n');
  const chunk = (bytes: Buffer) => Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
  const half = length >> 1;
  const chunks = [body.subarray(0, half), body.subarray(half)].filter(({ length: bytes }) => bytes > 0).map(chunk);
  const content = end === 'chunks' ? Buffer.concat([...chunks, Buffer.from('0\r\nx-trailer: end\r\n\r\n')]) : body;
  return { body, bytes: Buffer.concat([Buffer.from(head), content]) };
}

test('concurrent replies keep their heads and bodies, wherever their parts are split and in whichever order they arrive', async () => {
  const reply = fc.record({
    length: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 200_000 })),
    end: fc.constantFrom('length' as const, 'chunks' as const, 'close' as const),
    informational: fc.boolean(),
    // Most splits lie within the head, where a part is most likely to be mistaken.
    splits: fc.array(fc.oneof(fc.nat(200), fc.nat(200_000)), { maxLength: 5 }),
  });
  const { send, accept, server } = await connections();
  await fc.assert(
    fc.asyncProperty(fc.array(reply, { minLength: 2, maxLength: 4 }), fc.infiniteStream(fc.nat(3)), async (replies, order) => {
      const pending = replies.map(() => send());
      const sockets = await accept(replies.length);
      const expected = replies.map(({ length, end, informational }, nth) => replyBytes(nth, length, end, informational));
      const queues = replies.map(({ splits, end }, nth) => {
        const { bytes } = expected[nth]!;
        const at = [0, ...splits.filter((split) => split > 0 && split < bytes.length).toSorted((one, two) => one - two), bytes.length];
        const parts = at.slice(1).map((to, index) => bytes.subarray(at[index], to));
        return { socket: sockets[nth]!, parts, closes: end === 'close' };
      });
      while (queues.some(({ parts }) => parts.length > 0)) {
        const open = queues.filter(({ parts }) => parts.length > 0);
        const { socket, parts, closes } = open[order.next().value! % open.length]!;
        await writePart(socket, parts.shift()!);
        if (parts.length === 0 && closes) socket.end();
      }
      const received = await Promise.all(pending);
      // The requests may have reached the sockets in another order.
      const names = (replyHeaders: readonly unknown[]) => replyHeaders.map(String).toSorted();
      expect(names(received.map(({ headers }) => headers['x-reply']))).toEqual(names(replies.map((_, nth) => `${nth}-${'x'.repeat(50)}`)));
      for (const { headers, body, release } of received) {
        const nth = Number(String(headers['x-reply']).split('-')[0]);
        expect(body.equals(expected[nth]!.body)).toBe(true);
        release!();
      }
    }),
    { numRuns: 60 },
  );
  expect(server.sockets.length).toBeGreaterThan(0);
}, 60_000);

test('bytes that belong to no reply end their connection, and the next call succeeds on another one', async () => {
  const { send, accept, server } = await connections();
  const first = send();
  const [socket] = await accept(1);
  await writePart(socket!, 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
  await first;
  const closed = once(socket!, 'close');
  socket!.write('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nforged');
  await closed;
  const second = send();
  const [other] = await accept(1);
  await writePart(other!, 'HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\ntrue');
  expect(String((await second).body)).toBe('true');
  expect(server.sockets).toHaveLength(2);
});

/** Reads a reply through a pool of connections. Returns the body, and whether each part of it lay in the shared buffer. */
async function readThrough(url: string, tls: object, count: number): Promise<{ bodies: Buffer[]; isShared: boolean[] }> {
  const reads = new SocketReads();
  const pool = new Pool(url, { connect: { ...tls, onread: reads.onread } });
  afterwards(() => pool.close());
  const isShared: boolean[] = [];
  const bodies: Buffer[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const exchange = new Exchange('/api/ticket/data', 1_000_000, bounds(), reads, memory());
    const onData = jest.spyOn(exchange, 'onResponseData');
    pool.dispatch({ method: 'GET', path: '/', headers: {} }, exchange);
    bodies.push((await exchange.reply).body);
    isShared.push(...onData.mock.calls.map(([, part]) => part.buffer === (reads.onread.buffer as Uint8Array).buffer));
  }
  return { bodies, isShared };
}

test('no part of a body takes memory of its own, over TCP and over TLS', async () => {
  const body = 'ä'.repeat(200_000);
  const plain = await httpServer((_incoming, response) => response.end(body));
  const tls = createTlsServer(testCertificate, (_incoming, response) => response.end(body));
  await once(tls.listen(0, '127.0.0.1'), 'listening');
  afterwards(() => void tls.close());
  const tlsUrl = `https://127.0.0.1:${(tls.address() as AddressInfo).port}`;
  for (const { bodies, isShared } of [await readThrough(plain.url, {}, 3), await readThrough(tlsUrl, { rejectUnauthorized: false }, 3)]) {
    expect(bodies.map(String)).toEqual([body, body, body]);
    expect(isShared.length).toBeGreaterThan(3);
    expect(isShared).not.toContain(false);
  }
});
