/*
 * The open connections of a port: how many there are, in which order their requests are served, and what becomes of a request that offers another
 * protocol.
 */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { respondAndClose } from './response.js';

/** Time in which a connection beyond the limit can send its request, so that the 503 is the response to that request. */
const firstRequestMs = 1_000;
/** Connections beyond the limit that may wait for their 503 at the same time. Further ones are closed without a response. */
const maxExcess = 1_000;

export const tooManyConnections = 'Too many connections are open (MAX_CONNECTIONS). Close idle ones, or try again later.\n';

/** A request of a connection, and what serves it. */
interface Turn {
  readonly response: ServerResponse;
  readonly serve: () => void;
}

/**
 * The open connections of one listener, at most `maximum` of them.
 *
 * Counting: node:http emits 'connection' for each socket, and again when the listener hands a socket back after a declined
 * upgrade (see `serveWithoutUpgrade`). A set counts such a socket once, from its first event until it is closed, whether it carries HTTP
 * or a WebSocket. Sockets beyond the limit are in a second set and get 503.
 *
 * Errors: a socket that emits 'error' without a listener ends the whole process. node:http removes its own listener when it
 * emits 'upgrade', and until another reader is attached the socket would have none. `add` therefore attaches one that stays
 * until the socket is closed.
 *
 * Addresses: node:net reads the address of a socket when it is first asked for it, and stores it. After a reset the system does not
 * have it any more, so the audit of a refusal would lack it. `add` therefore asks for it.
 *
 * Order: requests that a client sends ahead are served one after the other, as RFC 9112 (9.3.2) requires of requests that may write. While one of
 * them waits, nothing more is read from the connection: a client could otherwise fill the memory with them.
 */
export class Connections {
  readonly #open = new Set<Socket>();
  readonly #excess = new Set<Socket>();
  /** Those of each connection, in their order. The first is being served. */
  readonly #turns = new WeakMap<Socket, Turn[]>();

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

  /** Serves a request now, or when those before it have ended. {@link endTurn} must be called when its response is complete. */
  serve(socket: Socket, turn: Turn): void {
    const turns = this.#turns.get(socket) ?? [];
    this.#turns.set(socket, turns);
    turns.push(turn);
    if (turns.length === 1) return turn.serve();
    if (turns.length > 2) return;
    socket.pause();
    socket.on('resume', pauseAgain);
  }

  /** Serves the next request of the connection. */
  endTurn(socket: Socket): void {
    const turns = this.#turns.get(socket);
    turns?.shift();
    if (!turns?.[0] || socket.destroyed) return;
    if (turns.length === 1) {
      socket.off('resume', pauseAgain);
      socket.resume();
    }
    turns[0].serve();
  }

  /** Whether a request of the connection is being served that has arrived as a whole, or whose response has begun. */
  isResponding(socket: Socket): boolean {
    const response = this.#turns.get(socket)?.[0]?.response;
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

/** Limit of headers per request. node:http drops further ones without an error. */
export const maxHeaders = 100;

export function isWebSocketRequest({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

/**
 * Hands a request back to the server without its upgrade offer. @param head the bytes that follow the request's headers
 *
 * Responds with 431 if the request has the maximum number of headers: node:http may have dropped one that determines the
 * length of the body.
 */
export function serveWithoutUpgrade(server: Server, message: IncomingMessage, socket: Socket, head: Buffer): void {
  if (message.rawHeaders.length >= 2 * maxHeaders) return respondAndClose(socket, 431);
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

/** Returns the header's value without the offer, or null if the header consists of the offer only. */
function valueWithoutOffer(name: string, value: string): string | null {
  if (offerHeaders.has(name)) return null;
  if (name !== 'connection') return value;
  const options = value.split(',').filter((option) => !offerHeaders.has(option.trim().toLowerCase()));
  return options.length === 0 ? null : options.join(',');
}

const offerHeaders: ReadonlySet<string> = new Set(['upgrade', 'http2-settings']);
