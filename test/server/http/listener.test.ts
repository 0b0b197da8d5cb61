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
