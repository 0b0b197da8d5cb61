import { once } from 'node:events';
import { connect } from 'node:net';
import { startListener } from '../../../src/server/http/listener.js';
import { until } from '../../support/until.js';

test('requests that wait behind a stream of their connection are closed with it', async () => {
  let asked = 0;
  let closed = 0;
  let allClosed: () => void;
  const everyClose = new Promise<void>((resolve) => (allClosed = resolve));
  const requests = 20;
  const listener = await startListener({
    host: '127.0.0.1',
    port: 0,
    maxBodyBytes: 1000,
    handle: (request) => {
      asked += 1;
      request.onClose(() => {
        closed += 1;
        if (closed === requests) allClosed();
      });
      return new Promise(() => {});
    },
  });
  const socket = connect(listener.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(requests));
  await until(() => asked === requests, 10_000);
  socket.resetAndDestroy();
  await everyClose;
  expect(closed).toBe(requests);
  await listener.close(60_000);
});

test('a listener that is added after the client has disconnected is called', async () => {
  let asked = false;
  let calls = 0;
  const listener = await startListener({
    host: '127.0.0.1',
    port: 0,
    maxBodyBytes: 1000,
    handle: async (request) => {
      const disconnected = new Promise<void>((resolve) => request.onClose(resolve));
      asked = true;
      await disconnected;
      // As after a body that was decompressed, or a token that was verified, while the client disconnected.
      request.onClose(() => (calls += 1));
      return { status: 200, headers: {}, body: '' };
    },
  });
  const socket = connect(listener.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await until(() => asked, 10_000);
  socket.resetAndDestroy();
  await new Promise((resolve) => setTimeout(resolve, 50));
  await listener.close(0);
  expect(calls).toBe(1);
});
