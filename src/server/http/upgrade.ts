/*
 * HTTP/1.1 upgrades. A client can offer another protocol with `Connection: Upgrade` and `Upgrade: h2c`, for example; Java's
 * HTTP client does so by default. A server that does not support the protocol ignores the offer and responds over HTTP/1.1
 * (RFC 9110, 7.8). node:http cannot ignore a single offer: if the server listens to 'upgrade', each request with an offer is
 * detached from the server and handed over as a raw socket. This server supports WebSockets only, so it hands the other
 * sockets back:
 *
 *   1. It writes the request's head again from the parsed headers, without the headers of the offer.
 *   2. It puts the head back in front of the unread bytes with `socket.unshift`.
 *   3. It emits 'connection', so that the server parses the socket as if it had just been accepted.
 *
 * The body and the headers that determine its length are unchanged. A proxy in front of the server and the server itself
 * therefore agree where the request ends; otherwise the end of a body could be smuggled in as a request of its own.
 */

import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** A request with a body is none: a proxy would read the following bytes as the body, this server as WebSocket frames. */
export function isWebSocketRequest({ method, headers }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && !hasBody;
}

/** Hands a request back to the server without its upgrade offer. @param head the bytes that follow the request's headers */
export function serveWithoutUpgrade(server: Server, message: IncomingMessage, socket: Socket, head: Buffer): void {
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

/** Returns the header's value without the offer, or null if the header consists of the offer only. */
function valueWithoutOffer(name: string, value: string): string | null {
  if (offerHeaders.has(name)) return null;
  if (name !== 'connection') return value;
  const options = value.split(',').filter((option) => !offerHeaders.has(option.trim().toLowerCase()));
  return options.length === 0 ? null : options.join(',');
}

const offerHeaders: ReadonlySet<string> = new Set(['upgrade', 'http2-settings']);
