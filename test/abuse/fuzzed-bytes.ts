/* Valid requests and WebSocket traffic, and a fuzzer that changes their bytes. */

import { gzipSync } from 'node:zlib';
import type { Random } from './seeded-random.js';

const http = (head: string, body: string | Buffer = '') =>
  Buffer.concat([Buffer.from(`${head.replaceAll('\n', '\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)]);
const post = (path: string, body: string | Buffer, more = '') =>
  http(`POST ${path} HTTP/1.1\nhost: localhost\ncontent-type: application/json\ncontent-length: ${Buffer.byteLength(body)}${more}`, body);

const query = JSON.stringify({ query: 'query A($id: ID) { activity(id: $id) { id tickets { name } } }', variables: { id: '1001' } });
const subscription = JSON.stringify({ query: 'subscription { ticketStock(every: 1) { name remainingStock } }' });
const upgrade =
  '\nconnection: Upgrade\nupgrade: websocket\nsec-websocket-version: 13\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\nsec-websocket-protocol: graphql-transport-ws';
const h2c = '\nconnection: Upgrade, HTTP2-Settings\nupgrade: h2c\nhttp2-settings: AAMAAABkAARAAAAAAAIAAAAA';

/** A masked frame, as clients send them. */
export function frame(payload: string, opcode = 1, last = true): Buffer {
  const bytes = Buffer.from(payload);
  const size = bytes.length < 126 ? [0x80 | bytes.length] : [0xfe, bytes.length >> 8, bytes.length & 255];
  return Buffer.concat([Buffer.from([(last ? 0x80 : 0) | opcode, ...size, 0, 0, 0, 0]), bytes]);
}

export const handshake = http(`GET /graphql HTTP/1.1\nhost: localhost${upgrade}`);

export const requests: readonly Buffer[] = [
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

export const frames: readonly Buffer[] = [
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

/** The bytes with up to four changes. */
export function mutated(bytes: Buffer, { integer, pick }: Random): Buffer {
  let changed = Buffer.from(bytes);
  for (let left = integer(5); left > 0; left -= 1) {
    const [from, to] = [integer(changed.length + 1), integer(changed.length + 1)].toSorted((a, b) => a - b) as [number, number];
    const [before, between, after] = [changed.subarray(0, from), changed.subarray(from, to), changed.subarray(to)];
    changed = Buffer.concat(
      pick<() => Buffer[]>([
        () => [before, after],
        () => [before, between, between, after],
        () => [before, pick(tokens), between, after],
        () => [before, Buffer.from(Array.from({ length: 1 + integer(8) }, () => integer(256))), between, after],
        () => [before, Buffer.from(between.map((byte) => byte ^ (integer(4) === 0 ? 1 << integer(8) : 0))), after],
        () => [before],
        () => [changed, pick(requests)],
      ])(),
    );
  }
  return changed;
}
