/* The open connections of a port: how many there are, and in which order their requests are served. */

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { respondAndClose } from './response.js';

/** Time in which a connection beyond the limit can send its request, so that the 503 is the response to that request. */
const firstRequestMs = 1_000;
/** Connections beyond the limit that may wait for their 503 at the same time. Further ones are closed without a response. */
const maxExcess = 1_000;

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
 *
 * Order: requests that a client sends ahead are served one after the other, as RFC 9112 (9.3.2) requires of requests that may write. While
 * one of them waits, nothing more is read from the connection: a client could otherwise fill the memory with them.
 */
export class Connections {
  readonly #open = new Set<Socket>();
  readonly #excess = new Set<Socket>();
  /** The responses of each connection, in the order of the requests. The first is being made. */
  readonly #responses = new WeakMap<Socket, ServerResponse[]>();

  /** @param respond called for a request when those before it have ended */
  constructor(
    private readonly maximum: number,
    private readonly respond: (response: ServerResponse) => void,
  ) {}

  /** Counts a socket. A socket that is already counted is ignored. */
  add(socket: Socket): void {
    if (this.#open.has(socket) || this.#excess.has(socket)) return;
    // A client that has reset the connection already receives nothing, and could not be named.
    if (socket.remoteAddress === undefined) socket.destroy();
    socket.on('error', () => socket.destroy());
    const sockets = this.#open.size < this.maximum ? this.#open : this.#excess;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (sockets === this.#excess) this.#refuse(socket);
  }

  /** Whether the socket is beyond the limit. */
  isExcess(socket: Socket): boolean {
    return this.#excess.has(socket);
  }

  /** Responds to a request now, or when those before it have ended. {@link ended} must be called when its response is complete. */
  began(response: ServerResponse): void {
    const { socket } = response.req;
    const responses = this.#responses.get(socket) ?? [];
    this.#responses.set(socket, responses);
    responses.push(response);
    if (responses.length === 1) return this.respond(response);
    if (responses.length > 2) return;
    socket.pause();
    socket.on('resume', pauseAgain);
  }

  /** Responds to the next request of the connection. */
  ended(socket: Socket): void {
    const responses = this.#responses.get(socket);
    responses?.shift();
    if (!responses?.[0] || socket.destroyed) return;
    if (responses.length === 1) {
      socket.off('resume', pauseAgain);
      socket.resume();
    }
    this.respond(responses[0]);
  }

  /** Whether a request of the connection is in progress that has arrived as a whole, or whose response has begun. */
  isResponding(socket: Socket): boolean {
    const response = this.#responses.get(socket)?.[0];
    return response !== undefined && (response.headersSent || response.req.complete);
  }

  destroyAll(): void {
    for (const socket of [...this.#open, ...this.#excess]) socket.destroy();
  }

  #refuse(socket: Socket): void {
    if (this.#excess.size > maxExcess) return void socket.destroy();
    const timer = setTimeout(() => respondAndClose(socket, 503, tooManyConnections), firstRequestMs);
    timer.unref();
    socket.once('close', () => clearTimeout(timer));
  }
}

/** node:http resumes a connection for each body. */
function pauseAgain(this: Socket): void {
  this.pause();
}
