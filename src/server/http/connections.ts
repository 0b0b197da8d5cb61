/*
 * The open connections of a port, up to MAX_CONNECTIONS, and what their clients leave unread; and how a socket is closed with a response, where
 * node:http has no response object.
 */

import { randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Time in which a connection beyond the limit can send its request, so that the 503 is the response to that request. */
const firstRequestMs = 1_000;
/** Connections beyond the limit that may wait for their 503 at the same time. Further ones are closed without a response. */
const maxExcess = { least: 10, part: 0.1, most: 1_000 };

export const tooManyConnections = 'Too many connections are open (MAX_CONNECTIONS). Close idle ones, or try again later.\n';

/**
 * The open connections of one listener, at most `maximum` of them.
 *
 * Counting: node:http emits 'connection' for each socket, and again when the listener hands a socket back after a declined
 * upgrade (upgrade.ts). A set counts such a socket once, from its first event until it is closed, whether it carries HTTP
 * or a WebSocket. Sockets beyond the limit are in a second set and get 503.
 *
 * Errors: a socket that emits 'error' without a listener ends the whole process. node:http removes its own listener when it
 * emits 'upgrade', and until another reader is attached the socket would have none. `add` therefore attaches one that stays
 * until the socket is closed.
 *
 * Addresses: node:net reads the address of a socket when it is first asked for it, and stores it. After a reset the system does not
 * have it any more, so the audit of a refusal would lack it. `add` therefore asks for it.
 */
export class Connections {
  readonly #open = new Set<Socket>();
  readonly #excess = new Set<Socket>();
  readonly #maxExcess: number;
  /** The connections with unread bytes, and how many others they have sent. The last are those that have sent some since the last look. */
  readonly #unread = new Map<Socket, number>();

  /** @param onRefusal called with the status of each response that `refuse` writes */
  constructor(
    private readonly maximum: number,
    private readonly onRefusal: (status: number) => void,
  ) {
    this.#maxExcess = Math.min(maxExcess.most, Math.max(maxExcess.least, maximum * maxExcess.part));
  }

  /** Counts a socket. A socket that is already counted is ignored. One beyond the limit is never handed back. */
  add(socket: Socket): void {
    if (this.#open.has(socket)) return;
    // A client that has reset the connection already receives nothing, and could not be named.
    if (socket.remoteAddress === undefined) socket.destroy();
    socket.on('error', () => socket.destroy());
    const sockets = this.#open.size < this.maximum ? this.#open : this.#excess;
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      this.#unread.delete(socket);
    });
    if (sockets === this.#open) return;
    if (this.#excess.size > this.#maxExcess) socket.destroy();
    else unlessClosed(socket, firstRequestMs, () => this.refuse(socket, 503, tooManyConnections));
  }

  /** Writes a response to a socket that has no request, or none that is handled, and closes the connection. */
  refuse(socket: Socket, status: number, text?: string): void {
    if (respondAndClose(socket, status, text)) this.onRefusal(status);
  }

  /** Whether the socket is beyond the limit. */
  isExcess(socket: Socket): boolean {
    return this.#excess.has(socket);
  }

  /**
   * Looks at what clients have not read: responses, events and messages of WebSockets. If it is more than a limit, the connections that
   * have sent nothing for longest are destroyed: many clients that read nothing could otherwise fill the memory. To be called regularly.
   */
  limitUnread(maxBytes: number): void {
    let bytes = 0;
    for (const socket of this.#open) {
      const { writableLength } = socket;
      bytes += writableLength;
      const sent = socket.bytesWritten - writableLength;
      if (this.#unread.get(socket) !== sent || writableLength === 0) this.#unread.delete(socket);
      if (writableLength > 0) this.#unread.set(socket, sent);
    }
    for (const socket of this.#unread.keys()) {
      if (bytes <= maxBytes) return;
      bytes -= socket.writableLength;
      socket.destroy();
    }
  }

  destroyAll(): void {
    for (const socket of [...this.#open, ...this.#excess]) socket.destroy();
  }
}

/** Time in which a client closes a connection whose last response is sent. */
const lingerMs = 2_000;

/** Calls back after a time, unless a stream, such as a socket, is closed before. */
export function unlessClosed(stream: EventEmitter, ms: number, callback: () => void): void {
  const timer = setTimeout(callback, ms);
  timer.unref();
  stream.once('close', () => clearTimeout(timer));
}

/** Writes a whole response to a socket without a ServerResponse, and closes the connection. @returns whether it could be written */
function respondAndClose(socket: Duplex, status: number, text = ''): boolean {
  if (socket.writableEnded) return false;
  if (!socket.writable) {
    socket.destroy();
    return false;
  }
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `x-request-id: ${randomUUID()}`,
    'connection: close',
    ...(text === '' ? [] : ['content-type: text/plain; charset=utf-8']),
    `content-length: ${Buffer.byteLength(text)}`,
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`);
  destroySoon(socket);
  return true;
}

/**
 * Destroys the socket when the client has closed it, or after two seconds. Bytes that arrive in between are discarded: if a
 * socket is closed with unread bytes, the kernel resets the connection, and the client can lose the response.
 */
export function destroySoon(socket: Duplex): void {
  socket.resume();
  unlessClosed(socket, lingerMs, () => socket.destroy());
}
