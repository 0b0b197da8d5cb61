/* Bodies of requests: limits of bytes, encodings, and those that never end. The limit of JSON values: server.limits.test.ts. */

import { request } from 'node:http';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import type { RunningServer } from '../../../src/server/server.js';
import { post, startToyServer } from '../toy-server.js';

const maxBodyBytes = 10_000;
let server: RunningServer;
beforeAll(async () => (server = await startToyServer({ maxBodyBytes })));

const operation = (length = 0) => Buffer.from(JSON.stringify({ query: '{ hello }', extensions: { filler: ' '.repeat(length) } }));
const send = (body: Buffer, encoding?: string) => post(server, body, encoding === undefined ? {} : { 'content-encoding': encoding });

test('a body of exactly the limit is read', async () => {
  const body = operation(maxBodyBytes - operation().length);
  expect({ bytes: body.length, status: (await send(body)).status }).toEqual({ bytes: maxBodyBytes, status: 200 });
});

test('a body of one byte more than the limit gets 413 QUERY_TOO_COMPLEX, which names the limit', async () => {
  const response = await send(operation(maxBodyBytes - operation().length + 1));
  expect({ status: response.status, extensions: response.body.errors?.[0]?.extensions }).toEqual({
    status: 413,
    extensions: { code: 'QUERY_TOO_COMPLEX', limit: 'MAX_BODY_BYTES', maximum: maxBodyBytes, actual: maxBodyBytes + 1 },
  });
});

test('a chunked body without end gets 413, and its connection is cut when the time of its request is over', async () => {
  const timeouts = { keepAliveTimeout: 1000, headersTimeout: 1000, requestTimeout: 1000, connectionsCheckingInterval: 100 };
  const { url } = await startToyServer({ maxBodyBytes }, { timeouts });
  const status = await new Promise<number | undefined>((resolve) => {
    let received: number | undefined;
    const raw = request(`${url}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json' } });
    const feed = setInterval(() => raw.write('x'.repeat(1000)), 1);
    raw.on('response', (response) => {
      received = response.statusCode;
      response.resume();
    });
    raw.on('error', () => undefined);
    raw.on('close', () => {
      clearInterval(feed);
      resolve(received);
    });
  });
  expect(status).toBe(413);
});

test.each([
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['GZIP', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['identity', (body: Buffer) => body],
])('a body in %s is read', async (encoding, compress) => {
  expect((await send(compress(operation()), encoding)).body.data).toEqual({ hello: 'world' });
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', (body: Buffer) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })],
])('the limit counts the bytes that %s inflates to', async (encoding, compress) => {
  const bomb = compress(Buffer.alloc(5_000_000, 32));
  const response = await send(bomb.length > maxBodyBytes ? compress(Buffer.alloc(1_000_000, 32)) : bomb, encoding);
  expect(response).toMatchObject({ status: 413, code: 'QUERY_TOO_COMPLEX' });
});

test.each(['zstd', 'compress', 'gzip, gzip', '__proto__', 'constructor'])('a body in %s gets 415', async (encoding) => {
  const response = await send(operation(), encoding);
  expect({ status: response.status, acceptEncoding: response.headers.get('accept-encoding') }).toEqual({
    status: 415,
    acceptEncoding: 'gzip, deflate, br',
  });
});

test('a broken compressed body gets 400', async () => {
  expect((await send(gzipSync(operation()).subarray(0, 20), 'gzip')).status).toBe(400);
});
