/* Raw bytes at both ports. The seed is in the name of each test; FUZZ_SEED sends the same bytes again. */

import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { startChild, type ChildProgram } from '../support/child-program.js';
import { exchange, openSocket, socketsOf } from '../support/sockets.js';
import { until } from '../support/until.js';

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const perTarget = 300;
const clients = 24;

let program: ChildProgram;
let idleSockets: number;
beforeAll(async () => {
  program = await startChild({ LOG_LEVEL: 'debug' });
  // The sandbox keeps a connection over which it pushes check-ins: a socket at each end.
  idleSockets = socketsOf(program.process.pid!) + 2;
}, 120_000);

const http = (head: string, body: string | Buffer = '') =>
  Buffer.concat([Buffer.from(`${head.replaceAll('\n', '\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)]);
const post = (path: string, body: string | Buffer, more = '') =>
  http(`POST ${path} HTTP/1.1\nhost: localhost\ncontent-type: application/json\ncontent-length: ${Buffer.byteLength(body)}${more}`, body);

const query = JSON.stringify({ query: 'query A($id: ID) { activity(id: $id) { id tickets { name } } }', variables: { id: '1001' } });
const subscription = JSON.stringify({ query: 'subscription { ticketStock(every: 1) { name remainingStock } }' });
const upgrade =
  '\nconnection: Upgrade\nupgrade: websocket\nsec-websocket-version: 13\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\nsec-websocket-protocol: graphql-transport-ws';
const h2c = '\nconnection: Upgrade, HTTP2-Settings\nupgrade: h2c\nhttp2-settings: AAMAAABkAARAAAAAAAIAAAAA';
const handshake = http(`GET /graphql HTTP/1.1\nhost: localhost${upgrade}`);

const requests: readonly Buffer[] = [
  http('GET /healthz HTTP/1.1\nhost: localhost'),
  http('GET /metrics HTTP/1.1\nhost: localhost'),
  http(`GET /graphql?query=${encodeURIComponent('{ activity { id } }')} HTTP/1.1\nhost: localhost\naccept: */*`),
  post('/graphql', query),
  post('/graphql', query, '\nexpect: 100-continue'),
  post('/graphql', gzipSync(query), '\ncontent-encoding: gzip'),
  post('/graphql/stream', subscription, '\naccept: text/event-stream'),
  http(
    'POST /graphql HTTP/1.1\nhost: localhost\ncontent-type: application/json\ntransfer-encoding: chunked',
    `${query.length.toString(16)}\r\n${query}\r\n0\r\n\r\n`,
  ),
  http('OPTIONS /graphql HTTP/1.1\nhost: localhost\norigin: https://studio.apollographql.com\naccess-control-request-method: POST'),
  http(`GET /healthz HTTP/1.1\nhost: localhost${h2c}`),
  post('/graphql', query, h2c),
  handshake,
  http(`GET /nope HTTP/1.1\nhost: localhost${upgrade}`),
  http(`GET /graphql HTTP/1.1\nhost: localhost\norigin: https://evil.example${upgrade}`),
  http('CONNECT localhost:80 HTTP/1.1\nhost: localhost'),
  http('TRACE / HTTP/1.1\nhost: localhost'),
  http('GET http://localhost/healthz HTTP/1.1\nhost: localhost'),
  http('GET / HTTP/1.0\nconnection: keep-alive'),
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
];

/** A masked frame, as clients send them. */
function frame(payload: string, opcode = 1, last = true): Buffer {
  const bytes = Buffer.from(payload);
  const size = bytes.length < 126 ? [0x80 | bytes.length] : [0xfe, bytes.length >> 8, bytes.length & 255];
  return Buffer.concat([Buffer.from([(last ? 0x80 : 0) | opcode, ...size, 0, 0, 0, 0]), bytes]);
}

const frames: readonly Buffer[] = [
  frame('{"type":"connection_init"}'),
  frame(`{"id":"1","type":"subscribe","payload":${subscription}}`),
  frame(`{"id":"2","type":"subscribe","payload":${query}}`),
  frame('{"id":"1","type":"complete"}'),
  frame('{"type":"ping","payload":{"a":1}}'),
  frame('{"type":"pong"}'),
  frame('{"type":', 1, false),
  frame('"ping"}', 0),
  frame('x', 2),
  frame('x', 9),
  frame('x', 10),
  frame('\u0003\u00e8', 8),
];

const tokens = [
  '\r\n',
  '\n',
  '\r\n\r\n',
  '\0',
  ' ',
  ':',
  '\u00ff',
  '"',
  '}',
  '0\r\n\r\n',
  'Connection: Upgrade\r\nUpgrade: websocket\r\n',
  'Connection: close\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Content-Length: 5\r\n',
  'Content-Length: -1\r\n',
  'Upgrade: h2c\r\n',
  `X: ${'y'.repeat(20_000)}\r\n`,
  'HTTP/9.9',
  'ffffffffffffffff\r\n',
].map((text) => Buffer.from(text, 'latin1'));

/** The parts of changed bytes, from those before, between and after two places. */
type Change = (before: Buffer, between: Buffer, after: Buffer) => readonly Uint8Array[];
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom<Change[]>(
    (before, _between, after) => [before, after],
    (before, between, after) => [before, between, between, after],
    (before) => [before],
  ),
  fc.oneof(fc.constantFrom(...tokens), fc.uint8Array({ minLength: 1, maxLength: 8 })).map((bytes): Change => {
    return (before, between, after) => [before, bytes, between, after];
  }),
  fc.constantFrom(...requests).map((request): Change => {
    return (before, between, after) => [before, between, after, request];
  }),
  fc.array(fc.constantFrom(0, 0, 0, 1, 4, 32, 128), { minLength: 1, maxLength: 40 }).map((bits): Change => {
    return (before, between, after) => [before, between.map((byte, index) => byte ^ bits[index % bits.length]!), after];
  }),
);

/** A place in bytes, as a part of their number. */
const place = fc.double({ min: 0, max: 1, noNaN: true });
const places = fc.tuple(place, place).map(([one, other]) => (one < other ? [one, other] : [other, one]) as [number, number]);

/** The bytes with up to four changes. */
const mutated = (from: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> =>
  fc.tuple(from, fc.array(fc.tuple(places, change), { maxLength: 4 })).map(([bytes, changes]) =>
    changes.reduce((changed, [[first, second], apply]) => {
      const [start, end] = [Math.round(first * changed.length), Math.round(second * changed.length)];
      return Buffer.concat(apply(changed.subarray(0, start), changed.subarray(start, end), changed.subarray(end)));
    }, bytes),
  );

/** Connections: each sends bytes in up to three writes, with a moment to respond, and leaves in one of the ways. */
const attacks = (sent: fc.Arbitrary<Buffer>) =>
  fc
    .tuple(sent, places, fc.tuple(fc.nat(7), fc.nat(7), fc.nat(29)), fc.nat(3), fc.constantFrom('reset', 'close', 'end'))
    .map(([bytes, cuts, waitsMs, reads, leaveBy]) => async (url: string) => {
      const socket = await openSocket(url);
      if (reads > 0) socket.resume();
      const ends = [0, ...cuts.map((cut) => Math.round(cut * bytes.length)), bytes.length];
      for (const [index, waitMs] of waitsMs.entries()) {
        if (socket.writable) socket.write(bytes.subarray(ends[index], ends[index + 1]));
        await pause(waitMs);
      }
      if (leaveBy === 'reset') socket.resetAndDestroy();
      if (leaveBy === 'end') {
        socket.end();
        await pause(20);
      }
      socket.destroy();
    });

test.each([
  ["HTTP on the graph's port", () => program.url, mutated(fc.constantFrom(...requests))],
  [
    "a WebSocket on the graph's port",
    () => program.url,
    mutated(fc.array(fc.constantFrom(...frames), { minLength: 1, maxLength: 5 }).map((sent) => Buffer.concat(sent))).map((sent) =>
      Buffer.concat([handshake, sent]),
    ),
  ],
  ['HTTP on the admin port', () => program.adminUrl, mutated(fc.constantFrom(...requests))],
])(
  `raw bytes for %s leave the program alive and serving, without a defect, and no socket behind (seed ${seed})`,
  async (_what, url, bytes) => {
    const left = fc.sample(attacks(bytes), { seed, numRuns: perTarget });
    await Promise.all(
      Array.from({ length: clients }, async () => {
        for (let next = left.pop(); next !== undefined; next = left.pop()) await next(url());
      }),
    );
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`;
    for (const origin of [program.url, program.adminUrl]) expect(await exchange(origin, get('/healthz'))).toMatch(/^HTTP\/1\.1 200 /);
    expect(await exchange(program.url, get('/graphql?query={activity{tickets{id}}}'))).toContain('{"data":{"activity":{"tickets":[{"id":');
    expect(program.process.exitCode).toBeNull();
    // Connections that wait for their peers or for the sandbox are given up within half a minute.
    await until(() => socketsOf(program.process.pid!) <= idleSockets, 40_000);
    const lines = program
      .output()
      .split('\n')
      .filter((line) => line !== '');
    expect(lines.filter((line) => !line.startsWith('{') || /"level":[56]0/.test(line))).toEqual([]);
  },
  120_000,
);
