/* The open connections of a port: their number, and how they are closed. */

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { respondAndClose } from './raw-response.js';

/** Time in which a connection beyond the limit can send its request, so that the 503 is the response to that request. */
const firstRequestMs = 1_000;
/** Connections beyond the limit that may wait for their 503 at the same time. Further ones are closed without a response. */
const maxExcess = 1_000;

export const tooManyConnections = 'Too many connections are open (MAX_CONNECTIONS). Close idle ones, or try again later.\n';

/**
 * The open connections of one listener, at most `maximum` of them.
 *
 * Counting: node:http emits 'connection' for each socket, and again when the listener hands a socket back after a declined
 * upgrade (see upgrade.ts). A set counts such a socket once, from its first event until it is closed, whether it carries HTTP
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
  /**
   * Incomplete responses of each socket, in the order of their requests. An array, because a long-lived Set keeps removed entries alive.
   */
  readonly #unfinished = new WeakMap<object, ServerResponse[]>();

  constructor(private readonly maximum: number) {}

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

  /** Registers a response. {@link removeResponse} must be called when it is complete or its connection is closed. */
  addResponse(socket: Socket, response: ServerResponse): void {
    response.on('error', destroyResponse);
    closeWithSocket(socket, response);
    const unfinished = this.#unfinished.get(socket);
    if (unfinished) unfinished.push(response);
    else this.#unfinished.set(socket, [response]);
  }

  removeResponse(socket: object, response: ServerResponse): void {
    const unfinished = this.#unfinished.get(socket) ?? [];
    const index = unfinished.indexOf(response);
    if (index !== -1) unfinished.splice(index, 1);
  }

  /** Whether a response is partly written. Bytes written to the socket now would corrupt it. */
  isResponding(socket: object): boolean {
    // A response without a socket waits behind an earlier one.
    return (this.#unfinished.get(socket) ?? []).some((response) => response.headersSent && response.socket !== null);
  }

  /** Whether a complete request of the connection has no complete response. */
  isServing(socket: object): boolean {
    return this.#earlierResponse(socket) !== undefined;
  }

  /** Calls back when the responses to all complete requests of the connection are complete; synchronously if there are none. */
  afterEarlierResponses(socket: object, callback: () => void): void {
    const earlier = this.#earlierResponse(socket);
    if (earlier === undefined) callback();
    // One turn later, because node:http then has attached the connection's next response to the socket.
    else earlier.once('close', () => setImmediate(() => this.afterEarlierResponses(socket, callback)));
  }

  destroyAll(): void {
    for (const socket of [...this.#open, ...this.#excess]) socket.destroy();
  }

  /** Ignores the response to an incomplete request: it is the last one, and may wait for the rest of its body forever. */
  #earlierResponse(socket: object): ServerResponse | undefined {
    return this.#unfinished.get(socket)?.find(({ req }) => req.complete);
  }

  #refuse(socket: Socket): void {
    if (this.#excess.size > maxExcess) return void socket.destroy();
    const timer = setTimeout(() => respondAndClose(socket, 503, tooManyConnections), firstRequestMs);
    timer.unref();
    socket.once('close', () => clearTimeout(timer));
  }
}

function destroyResponse(this: ServerResponse): void {
  this.destroy();
}

/**
 * Destroys a pipelined response, and emits its 'close', when its connection is closed. node:http does so only for the connection's
 * current response; the resources of the responses that wait behind it would never be released.
 */
function closeWithSocket(socket: Socket, response: ServerResponse): void {
  if (response.socket !== null) return;
  const close = () => {
    if (response.closed) return;
    response.destroy();
    response.emit('close');
  };
  socket.setMaxListeners(0);
  socket.once('close', close);
  response.once('close', () => socket.off('close', close));
}
