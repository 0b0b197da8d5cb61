/* The open connections of a port: their number, and how they are closed. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { respondAndClose } from './send-response.js';

/** Time in which a connection beyond the limit can send its request, so that the 503 is the response to that request. */
const firstRequestMs = 1_000;
/** Connections beyond the limit that may wait for their 503 at the same time. Further ones are closed without a response. */
const maxExcess = 1_000;

/**
 * Requests of one connection that are served at the same time. A client could otherwise send any number ahead. A request counts once more for
 * each 4 KiB of its body, so a long body is alone in memory; one of unknown length counts as a long one.
 */
const maxServed = 16;
const bytesOfOne = 4096;

/** The requests of one connection whose responses are not complete. */
interface Pipeline {
  /** In the order of the requests. An array, because a long-lived Set keeps removed entries alive. */
  readonly responses: ServerResponse[];
  /** What is served now, in the unit of {@link maxServed}. */
  served: number;
  /** The requests that wait: those that had arrived when the connection was paused. null if it is not paused. */
  waiting: { readonly message: IncomingMessage; readonly serve: () => void }[] | null;
  /** Whether node:http has stopped to read the connection: at an upgrade, or an error. What was read then would be lost. */
  isDetached: boolean;
}

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
  readonly #pipelines = new WeakMap<object, Pipeline>();

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
    const pipeline = this.#pipelines.get(socket);
    if (pipeline) pipeline.responses.push(response);
    else this.#pipelines.set(socket, { responses: [response], served: 0, waiting: null, isDetached: false });
  }

  /**
   * Serves a registered request: now, or in its turn if too many others of the connection are served. Nothing is read from the connection
   * meanwhile.
   */
  serve(message: IncomingMessage, serve: () => void): void {
    const { socket } = message;
    const pipeline = this.#pipelines.get(socket)!;
    if (pipeline.waiting === null && canServe(pipeline, message)) {
      pipeline.served += sizeOf(message);
      return serve();
    }
    if (pipeline.waiting === null) {
      pipeline.waiting = [];
      socket.pause();
      socket.on('resume', stopReading);
    }
    pipeline.waiting.push({ message, serve });
  }

  removeResponse(socket: Socket, response: ServerResponse): void {
    const pipeline = this.#pipelines.get(socket);
    const index = pipeline?.responses.indexOf(response) ?? -1;
    if (pipeline === undefined || index === -1) return;
    pipeline.responses.splice(index, 1);
    pipeline.served -= sizeOf(response.req);
    if (pipeline.waiting !== null && !socket.destroyed) serveWaiting(socket, pipeline, pipeline.waiting);
  }

  /** Whether a response is partly written. Bytes written to the socket now would corrupt it. */
  isResponding(socket: object): boolean {
    // A response without a socket waits behind an earlier one.
    return (this.#pipelines.get(socket)?.responses ?? []).some((response) => response.headersSent && response.socket !== null);
  }

  /** Whether a complete request of the connection has no complete response. */
  isServing(socket: object): boolean {
    return this.#earlierResponse(socket) !== undefined;
  }

  /**
   * Calls back when the responses to all complete requests of the connection are complete; synchronously if there are none. Nothing is read from
   * the connection meanwhile.
   */
  afterEarlierResponses(socket: Socket, callback: () => void): void {
    const earlier = this.#earlierResponse(socket);
    const pipeline = this.#pipelines.get(socket);
    if (pipeline) pipeline.isDetached = earlier !== undefined;
    if (earlier === undefined) {
      callback();
      if (socket.isPaused()) socket.resume();
    }
    // One turn later, because node:http then has attached the connection's next response to the socket.
    else earlier.once('close', () => setImmediate(() => this.afterEarlierResponses(socket, callback)));
  }

  destroyAll(): void {
    for (const socket of [...this.#open, ...this.#excess]) socket.destroy();
  }

  /** Ignores the response to an incomplete request: it is the last one, and may wait for the rest of its body forever. */
  #earlierResponse(socket: object): ServerResponse | undefined {
    return this.#pipelines.get(socket)?.responses.find(({ req }) => req.complete);
  }

  #refuse(socket: Socket): void {
    if (this.#excess.size > maxExcess) return void socket.destroy();
    const timer = setTimeout(() => respondAndClose(socket, 503, tooManyConnections), firstRequestMs);
    timer.unref();
    socket.once('close', () => clearTimeout(timer));
  }
}

/**
 * Serves the requests that wait, as many as may be served. The connection is read again when none waits, and another one may be served or a body
 * is incomplete.
 */
function serveWaiting(socket: Socket, pipeline: Pipeline, waiting: NonNullable<Pipeline['waiting']>): void {
  while (waiting.length > 0 && canServe(pipeline, waiting[0]!.message)) {
    const { message, serve } = waiting.shift()!;
    pipeline.served += sizeOf(message);
    serve();
  }
  // The newest request may be served before its body has been read.
  const isWhole = pipeline.responses.at(-1)?.req.complete ?? true;
  if (waiting.length > 0 || (pipeline.served >= maxServed && isWhole)) return;
  pipeline.waiting = null;
  socket.off('resume', stopReading);
  // Without a pause before, a socket that node:http has resumed would not be read again.
  socket.pause();
  if (!pipeline.isDetached) socket.resume();
}

/** Stops reading a paused socket that node:http has resumed, as it does for each body: node:http reads until it gets the event 'pause'. */
function stopReading(this: Socket): void {
  this.emit('pause');
}

const canServe = ({ served }: Pipeline, message: IncomingMessage): boolean => served === 0 || served + sizeOf(message) <= maxServed;

/** Returns what a request counts, in the unit of {@link maxServed}. */
function sizeOf({ headers }: IncomingMessage): number {
  const length = headers['content-length'];
  if (length !== undefined) return 1 + Math.floor(Number(length) / bytesOfOne);
  return headers['transfer-encoding'] === undefined ? 1 : maxServed;
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
