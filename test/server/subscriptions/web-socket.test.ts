import { setTimeout as pause } from 'node:timers/promises';
import { openSocket, textFrom } from '../../support/sockets.js';
import { startToyServer } from '../toy-server.js';

const handshake =
  'GET /graphql HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-protocol: graphql-transport-ws\r\n\r\n';
/** A ping of the protocol, 60 kB long: the reply is as long. */
const payload = Buffer.from(JSON.stringify({ type: 'ping', payload: { pad: 'x'.repeat(60_000) } }));
const ping = Buffer.concat([Buffer.from([0x81, 0xfe, payload.length >> 8, payload.length & 255, 0, 0, 0, 0]), payload]);

test('a WebSocket that sends pings and reads no reply is disconnected before the replies fill the memory', async () => {
  const server = await startToyServer();
  const socket = await openSocket(server.url);
  socket.write(handshake);
  await textFrom(socket, /\r\n\r\n/);
  socket.pause();
  for (let sent = 0; sent < 1000 && !socket.destroyed; sent += 1) {
    socket.write(ping);
    await pause(2);
  }
  expect(socket.destroyed).toBe(true);
  socket.destroy();
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});
