import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { hangUp } from './hang-up.js';

/** Headers that a connection may carry; node:http drops further ones without a word. */
export const maxHeaders = 100;

/** Whether the request asks for a WebSocket and nothing else. Any other offer may be ignored (RFC 9110, 7.8). */
export function asksForWebSocket({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

/**
 * Lets the server read the request again, as one that offers no other protocol. node:http has let go of the connection by
 * the time it emits 'upgrade', so the head is written anew from the parsed headers and put back before the bytes that
 * follow it. These are untouched, and so are the headers that say where the body ends: the server finds the same end
 * as whoever passed the request on. A head of which headers may have been dropped cannot promise that, and is refused.
 */
export function readAsOrdinary(server: Server, message: IncomingMessage, socket: Socket, head: Buffer): void {
  if (message.rawHeaders.length >= 2 * maxHeaders) return hangUp(socket, 431);
  socket.setTimeout(0);
  socket.unshift(Buffer.concat([headWithoutOffer(message), head]));
  server.emit('connection', socket);
}

function headWithoutOffer({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name, value] = [rawHeaders[at]!, rawHeaders[at + 1]!];
    const rest = valueWithoutOffer(name.toLowerCase(), value);
    if (rest !== null) lines.push(`${name}: ${rest}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

/** @returns null for a header that belongs to the offer alone */
function valueWithoutOffer(name: string, value: string): string | null {
  if (offerHeaders.has(name)) return null;
  if (name !== 'connection') return value;
  const options = value.split(',').filter((option) => !offerHeaders.has(option.trim().toLowerCase()));
  return options.length === 0 ? null : options.join(',');
}

const offerHeaders: ReadonlySet<string> = new Set(['upgrade', 'http2-settings']);
