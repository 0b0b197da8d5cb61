import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { requestIdFrom } from './request-id.js';

/** Time that the peer has to read the response and to close; then the socket is destroyed. */
const lingerMs = 2_000;

/** Writes a whole response to a socket that no ServerResponse belongs to, and ends the connection whatever the peer does. */
export function hangUp(socket: Duplex, status: number, text = ''): void {
  if (socket.writableEnded) return;
  if (!socket.writable) return void socket.destroy();
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `x-request-id: ${requestIdFrom(undefined)}`,
    'connection: close',
    ...(text === '' ? [] : ['content-type: text/plain; charset=utf-8']),
    `content-length: ${Buffer.byteLength(text)}`,
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`);
  destroySoon(socket);
}

/** Destroys the socket when its peer has closed, or two seconds later. Bytes that still arrive are dropped: a close with unread bytes would reset the connection and could cost the peer the response. */
export function destroySoon(socket: Duplex): void {
  socket.resume();
  const cut = setTimeout(() => socket.destroy(), lingerMs);
  cut.unref();
  socket.once('close', () => clearTimeout(cut));
}
