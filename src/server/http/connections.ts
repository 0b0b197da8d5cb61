import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { hangUp } from './hang-up.js';

/** Time that a socket beyond the limit has to send its request, so that the 503 is the response to it. */
const firstRequestMs = 1_000;
/** Sockets beyond the limit that may wait for their 503 at a time; further ones are closed without it. */
const maxExcess = 1_000;

export const overloaded = 'Too many connections are open (MAX_CONNECTIONS). Close idle ones, or try again later.\n';

/** The sockets of a listener. Each has an error listener for its whole life: an 'error' event without one would end the program. */
export class Connections {
  readonly #open = new Set<Socket>();
  readonly #excess = new Set<Socket>();
  /** Responses that are not yet complete, in the order of their requests. */
  readonly #unfinished = new WeakMap<object, Set<ServerResponse>>();

  constructor(private readonly maximum: number) {}

  /** Counts a socket once, however often the server is given it. */
  add(socket: Socket): void {
    if (this.#open.has(socket) || this.#excess.has(socket)) return;
    socket.on('error', () => socket.destroy());
    const kind = this.#open.size < this.maximum ? this.#open : this.#excess;
    kind.add(socket);
    socket.once('close', () => kind.delete(socket));
    if (kind === this.#excess) this.#refuse(socket);
  }

  isExcess(socket: Socket): boolean {
    return this.#excess.has(socket);
  }

  /** Keeps the response until it is complete or its connection is closed. */
  begun(socket: object, response: ServerResponse): void {
    const unfinished = this.#unfinished.get(socket) ?? new Set();
    this.#unfinished.set(socket, unfinished.add(response));
    response.once('close', () => unfinished.delete(response));
  }

  /** Whether part of a response is written, so that nothing else may be written now. */
  isWriting(socket: object): boolean {
    return [...(this.#unfinished.get(socket) ?? [])].some(({ headersSent }) => headersSent);
  }

  /** Calls back when every earlier request of the connection has its response: at once, where it has. */
  whenAnswered(socket: object, callback: () => void): void {
    const [earlier] = this.#unfinished.get(socket) ?? [];
    if (earlier === undefined) callback();
    // One turn later: the server has put the next response of the connection in its place by then.
    else earlier.once('close', () => setImmediate(() => this.whenAnswered(socket, callback)));
  }

  destroyAll(): void {
    for (const socket of [...this.#open, ...this.#excess]) socket.destroy();
  }

  #refuse(socket: Socket): void {
    if (this.#excess.size > maxExcess) return void socket.destroy();
    const late = setTimeout(() => hangUp(socket, 503, overloaded), firstRequestMs);
    late.unref();
    socket.once('close', () => clearTimeout(late));
  }
}
