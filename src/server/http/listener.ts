/*
 * The HTTP listener: node:http with timeouts, a limit of connections, the order of requests that are sent ahead, and shutdown; and how a response
 * is sent.
 */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { isAsyncIterable } from '../../primitives/values.js';
import { Connections, tooManyConnections, unlessClosed } from './connections.js';
import { HttpRequest, type HttpHandler } from './request.js';
import type { HttpResponse } from './response.js';
import { isWebSocketRequest, serveWithoutUpgrade } from './upgrade.js';

export interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly maxBodyBytes: number;
  /** Omitted: `listenerTimeouts` apply. */
  readonly timeouts?: ListenerTimeouts;
  /** Connections beyond it get 503. Omitted: no limit. */
  readonly maxConnections?: number;
  /** Limit of the bytes that the clients of all connections leave unread. Omitted: none. */
  readonly maxUnreadBytes?: number;
  /** Handles requests. Must not throw. */
  readonly handle: HttpHandler;
  /** Called for each response when it has been handed to the socket; for a stream, when its head has been. */
  readonly onResponse?: (request: HttpRequest, status: number, ms: number) => void;
  /** Called with the status of each response for which there is no request: the bytes are none, or it is not handled. */
  readonly onRefusal?: (status: number) => void;
  /** Takes over WebSocket requests. Omitted: they are handled as ordinary requests. */
  readonly onWebSocket?: OnWebSocket;
  /** Called if a connection cannot be accepted, for instance because the process has no file descriptor left. The listener continues. */
  readonly onError?: (error: Error) => void;
}

/** Takes over the socket of a WebSocket request. @param head the bytes that follow the request's headers @returns the response that refuses it */
export type OnWebSocket = (message: IncomingMessage, socket: Socket, head: Buffer) => readonly [status: number, text?: string] | null;

/** Starts a listener. It accepts requests when the promise resolves. @throws Error if the port is taken */
export async function startListener(options: ListenerOptions): Promise<Listener> {
  const listener = new Listener(options);
  await listener.listen();
  return listener;
}

/**
 * The timeouts of node:http, in milliseconds. A connection without a request must stay open for longer than the proxy or gateway in front
 * keeps it, so that it sends no request on a connection that this server is closing: Apollo Router keeps it for 15 s.
 */
export const listenerTimeouts = {
  keepAliveTimeout: 20_000,
  headersTimeout: 25_000,
  requestTimeout: 30_000,
  /** Interval at which `headersTimeout` and `requestTimeout` are checked. */
  connectionsCheckingInterval: 5_000,
};
export type ListenerTimeouts = Readonly<typeof listenerTimeouts>;

class Listener {
  readonly #server: Server;
  readonly #connections: Connections;
  /** The responses of each connection, in the order of the requests. The first is being made. */
  readonly #responses = new WeakMap<Socket, ServerResponse[]>();
  readonly #unsent: (() => void)[] = [];
  #draining = false;
  #inProgress = 0;

  constructor(private readonly options: ListenerOptions) {
    this.#connections = new Connections(options.maxConnections ?? Infinity, (status) => options.onRefusal?.(status));
    const server = createServer(options.timeouts ?? listenerTimeouts);
    // No limit: a header that node:http drops could be the one that decides the length of a request, its origin or its type. All have 16 KB.
    server.maxHeadersCount = 0;
    server.on('connection', (socket: Socket) => this.#connections.add(socket));
    server.on('request', (_message, response) => this.#onRequest(response));
    server.on('clientError', (error, socket: Socket) => this.#onClientError(error, socket));
    // The listener is attached even without `onWebSocket`: node:http otherwise drops the requests that follow on the connection.
    server.on('upgrade', (message, socket: Socket, head) => this.#onUpgrade(message, socket, head));
    this.#server = server;
  }

  /** Origin such as http://127.0.0.1:4000. */
  get origin(): string {
    const { host } = this.options;
    const { port } = this.#server.address() as AddressInfo;
    return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  }

  async listen(): Promise<void> {
    const { host, port, onError, maxUnreadBytes = Infinity } = this.options;
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
    this.#server.on('error', (error) => onError?.(error));
    const timer = setInterval(() => this.#connections.limitUnread(maxUnreadBytes), unreadIntervalMs);
    timer.unref();
    this.#server.once('close', () => clearInterval(timer));
  }

  /** Announces the end of each connection with its next response. A request on one that ends unannounced can be lost. */
  drain(): void {
    this.#draining = true;
  }

  /** Refuses new connections and waits for requests in progress. Connections that are open after the grace period are destroyed. */
  close(graceMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.drain();
      const timer = setTimeout(() => this.#connections.destroyAll(), graceMs);
      this.#server.close(() => {
        clearTimeout(timer);
        resolve();
      });
      this.#closeIdle();
    });
  }

  #closeIdle(): void {
    if (!this.#server.listening && this.#inProgress === 0) this.#server.closeAllConnections();
  }

  /**
   * Serves a request now, or when those before it on its connection have ended: RFC 9112 (9.3.2) requires this of requests that may write.
   * While one waits, nothing more is read from the connection: a client could otherwise fill the memory with requests that it sends ahead.
   */
  #onRequest(response: ServerResponse): void {
    const { socket } = response.req;
    const responses = this.#responses.get(socket) ?? [];
    this.#responses.set(socket, responses);
    responses.push(response);
    if (responses.length === 1) void this.#serve(response);
    else if (responses.length === 2) socket.pause().on('resume', pauseAgain);
    // What has been read already may be thousands of short requests.
    else if (responses.length > maxUnfinished) socket.destroy();
  }

  /** Serves the next request of a connection, if the client has sent one ahead. */
  #serveNext(socket: Socket): void {
    const responses = this.#responses.get(socket)!;
    responses.shift();
    const [next] = responses;
    if (next === undefined || socket.destroyed) return;
    if (responses.length === 1) socket.off('resume', pauseAgain).resume();
    void this.#serve(next);
  }

  /** Whether a request of the connection is in progress that has arrived as a whole, or whose response has begun. */
  #isResponding(socket: Socket): boolean {
    const response = this.#responses.get(socket)?.[0];
    return response !== undefined && (response.headersSent || response.req.complete);
  }

  /**
   * Handles a request. Its response is sent at the end of the turn of the event loop, directly after those of the other requests that
   * arrived in it. The first write wakes the process that reads them, or the network card. The others find it awake. A
   * request that arrives alone loses a few microseconds.
   */
  async #serve(response: ServerResponse): Promise<void> {
    const started = performance.now();
    const { socket } = response.req;
    const request = new HttpRequest(response.req, this.options.maxBodyBytes);
    this.#inProgress += 1;
    response.on('error', destroyResponse);
    // One listener does everything that follows the end of a response, because each further listener costs as much as reading a header.
    response.once('close', () => {
      request.closed();
      this.#serveNext(socket);
      this.#inProgress -= 1;
      this.#closeIdle();
    });
    try {
      const result = this.#connections.isExcess(socket) ? serviceUnavailable : await this.options.handle(request);
      if (this.#unsent.push(() => this.#send(response, request, result, started)) === 1) setImmediate(this.#sendAll);
    } catch {
      response.destroy();
    }
  }

  readonly #sendAll = (): void => {
    for (const send of this.#unsent.splice(0)) send();
  };

  #send(response: ServerResponse, request: HttpRequest, result: HttpResponse, started: number): void {
    try {
      const isLast = this.#draining || this.#connections.isExcess(response.req.socket);
      sendResponse(response, request.id, result, isLast);
      this.options.onResponse?.(request, result.status, performance.now() - started);
    } catch {
      // node:http refuses a header with characters that HTTP does not allow.
      response.destroy();
    }
  }

  /**
   * Refuses bytes that are not a request. Behind a request in progress they end the connection: a response
   * to them would corrupt that of the request.
   */
  #onClientError(error: NodeJS.ErrnoException, socket: Socket): void {
    if (this.#isResponding(socket)) socket.destroy();
    else this.#connections.refuse(socket, clientErrorStatus(error));
  }

  /** An upgrade that a client sends ahead, behind a request in progress, ends the connection. */
  #onUpgrade(message: IncomingMessage, socket: Socket, head: Buffer): void {
    const { onWebSocket } = this.options;
    if (this.#isResponding(socket)) socket.destroy();
    else if (this.#connections.isExcess(socket)) this.#connections.refuse(socket, 503, tooManyConnections);
    else if (!onWebSocket || !isWebSocketRequest(message)) serveWithoutUpgrade(this.#server, message, socket, head);
    else {
      const refusal = onWebSocket(message, socket, head);
      if (refusal) this.#connections.refuse(socket, ...refusal);
    }
  }
}

function destroyResponse(this: ServerResponse): void {
  this.destroy();
}

/** node:http resumes a connection for each body. */
function pauseAgain(this: Socket): void {
  this.pause();
}

const serviceUnavailable = {
  status: 503,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '1' },
  body: tooManyConnections,
};

const unreadIntervalMs = 500;

/** Limit of the requests of a connection without a complete response. Clients seldom send any ahead. */
const maxUnfinished = 16;

/** Returns the status for bytes that are not an HTTP request, or not a complete one in time. */
function clientErrorStatus({ code }: NodeJS.ErrnoException): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}

/* Responses. */

/** Interval of comments in a stream of events, so that proxies do not close an idle connection. */
const pingMs = 12_000;
/** A client that has not read the buffered events after so many intervals is disconnected. */
const maxUnreadPings = 5;
/** Time that a client has to read a whole response: 16 MB at half a megabit a second. */
const wholeMs = 300_000;

/** Sends the response to a request. @param isLast closes the connection after this response */
export function sendResponse(response: ServerResponse, requestId: string, result: HttpResponse, isLast: boolean): void {
  if (response.destroyed) return;
  const { body } = result;
  const headers = headersOf(requestId, result, isLast);
  if (isAsyncIterable(body)) return void sendStream(response, result.status, headers, body).catch(() => response.destroy());
  if (result.status !== 204) headers.push('content-length', String(Buffer.byteLength(body)));
  response.writeHead(result.status, headers);
  response.end(body);
  // Otherwise a client that reads nothing occupies a connection and the memory of the response forever.
  if (response.writableLength > 0) unlessClosed(response, wholeMs, () => response.destroy());
}

async function sendStream(
  response: ServerResponse,
  status: number,
  headers: string[],
  events: AsyncIterable<string | Buffer>,
): Promise<void> {
  response.writeHead(status, headers);
  response.flushHeaders();
  let unreadPings = 0;
  response.on('drain', () => (unreadPings = 0));
  const ping = setInterval(() => {
    if (response.writableLength === 0) response.write(':\n\n');
    else if ((unreadPings += 1) === maxUnreadPings) response.destroy();
  }, pingMs);
  // Resolves when the client has read the last event.
  await pipeline(events, response).finally(() => clearInterval(ping));
}

/** Returns names and values alternately, as node:http takes them. Headers of the result replace the defaults. */
function headersOf(requestId: string, { headers }: HttpResponse, isLast: boolean): string[] {
  const all = ['x-request-id', requestId, 'x-content-type-options', 'nosniff'];
  if (headers['cache-control'] === undefined) all.push('cache-control', 'no-store');
  if (headers['vary'] === undefined) all.push('vary', 'accept, authorization, x-api-key, origin');
  for (const name in headers) all.push(name, headers[name]!);
  if (isLast) all.push('connection', 'close');
  return all;
}
