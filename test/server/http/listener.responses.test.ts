/* Responses and streams as they leave on a connection. */

import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { sendResponse } from '../../../src/server/http/listener.js';
import { codePoint } from '../../support/code-point.js';
import { gate } from '../../support/gate.js';
import { httpServer } from '../../support/http-server.js';
import { openSocket, textFrom } from '../../support/sockets.js';

const request = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
test('a connection outlives a stream that ends by itself', async () => {
  async function* events() {
    yield 'one';
  }
  const server = await httpServer((_message, response) =>
    sendResponse(response, 'id', { status: 200, headers: {}, body: events() }, false),
  );
  const socket = await openSocket(server.url);
  for (let time = 0; time < 3; time += 1) {
    socket.write(request);
    expect(await textFrom(socket, /0\r\n\r\n$/)).toContain('one');
  }
  socket.destroy();
});

describe('clients that read nothing', () => {
  test.each<[string, string, (response: ServerResponse) => string | AsyncIterable<string>]>([
    ['of a whole response', '300000', () => 'x'.repeat(30_000_000)],
    [
      'of events',
      '60000',
      async function* () {
        for (;;) yield 'x'.repeat(1_000_000);
      },
    ],
    [
      'of the rest of events that have ended',
      '60000',
      // Small events until the client takes no more: the stream ends without waiting for it.
      async function* (response) {
        while (response.writableLength === 0) {
          yield 'x'.repeat(10_000);
          await new Promise((resolve) => setImmediate(resolve));
        }
      },
    ],
  ])('a client that reads nothing %s is disconnected after %s ms', async (_what, ms, body) => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
    let closed = false;
    const begun = gate();
    const server = await httpServer((_message, response) => {
      response.once('close', () => (closed = true));
      sendResponse(response, 'id', { status: 200, headers: {}, body: body(response) }, false);
      begun.open();
    });
    const socket = await openSocket(server.url);
    socket.pause();
    socket.write(request);
    const turns = async (count: number) => {
      for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    };
    await begun.opened;
    await turns(2000);
    await jest.advanceTimersByTimeAsync(Number(ms) - 1000);
    await turns(10);
    expect(closed).toBe(false);
    await jest.advanceTimersByTimeAsync(1000);
    await turns(10);
    expect(closed).toBe(true);
    socket.destroy();
  });
});

const text = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 50 }),
  fc.string({ unit: 'grapheme', maxLength: 50 }),
  fc.constantFrom('王小明', 'é', 'x', '😀').chain((unit) => fc.integer({ min: 0, max: 5000 }).map((count) => unit.repeat(count))),
);

test('a text arrives as its UTF-8 bytes, whatever its length and characters, encoded before or not', async () => {
  let body: string | Buffer = '';
  const server = await httpServer((_message, response) => sendResponse(response, 'request-id', { status: 200, headers: {}, body }, false));
  await fc.assert(
    fc.asyncProperty(text, fc.boolean(), async (sent, encoded) => {
      body = encoded ? Buffer.from(sent) : sent;
      const response = await fetch(server.url);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.equals(Buffer.from(sent))).toBe(true);
      expect(response.headers.get('content-length')).toBe(String(bytes.length));
    }),
    { numRuns: 200 },
  );
});
