/* Responses that are written to a socket, where node:http has no response object. */

import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { requestIdFrom } from './request-id.js';

/** Time that the client has to read the response and to close the connection. */
const lingerMs = 2_000;

/** Writes a whole response to a socket without a ServerResponse, for instance after an upgrade, and closes the connection. */
export function respondAndClose(socket: Duplex, status: number, text = ''): void {
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

/**
 * Destroys the socket when the client has closed it, or after two seconds. Bytes that arrive in between are discarded: if a
 * socket is closed with unread bytes, the kernel resets the connection, and the client can lose the response.
 */
export function destroySoon(socket: Duplex): void {
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}
