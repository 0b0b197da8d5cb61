/* The HTTP listener: node:http with timeouts, a limit of connections, and shutdown. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Connections, tooManyConnections } from './connections.js';
import type { HttpHandler, HttpRequest, HttpResponse } from './handler.js';
import { NodeRequest } from './node-request.js';
import { respondAndClose } from './raw-response.js';
import { sendResponse } from './send-response.js';
import { isWebSocketRequest, maxHeaders, serveWithoutUpgrade } from './upgrade.js';

export interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly maxBodyBytes: number;
  /** Omitted: `listenerTimeouts` apply. */
  readonly timeouts?: ListenerTimeouts;
  /** Connections beyond it get 503. Omitted: no limit. */
  readonly maxConnections?: number;
  /** Handles requests. Must not throw. */
  readonly handle: HttpHandler;
  /** Called for each response when it has been handed to the socket. */
  readonly onResponse?: (request: HttpRequest, status: number, ms: number) => void;
  /** Takes over WebSocket requests. Omitted: they are handled as ordinary requests. */
  readonly onWebSocket?: OnWebSocket;
  /** Called if a connection cannot be accepted, for instance because the process has no file descriptor left. The listener continues. */
  readonly onError?: (error: Error) => void;
}

/** The timeouts of node:http, in milliseconds. */
export interface ListenerTimeouts {
  readonly keepAliveTimeout: number;
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  /** Interval at which `headersTimeout` and `requestTimeout` are checked. */
  readonly connectionsCheckingInterval: number;
}

/**
 * Connections stay open for 20 s without a request. Gateways close idle connections earlier (after 15 s), so a gateway never
 * sends a request on a connection that this server is closing.
 */
export const listenerTimeouts: ListenerTimeouts = {
  keepAliveTimeout: 20_000,
  headersTimeout: 25_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
};

/** Takes over the socket of a WebSocket request. @param head the bytes that follow the request's headers */
export type OnWebSocket = (message: IncomingMessage, socket: Socket, head: Buffer) => void;

export interface Listener {
  /** Origin such as http://127.0.0.1:4000. */
  readonly origin: string;
  readonly port: number;
  /** Refuses new connections and waits for requests in progress. Connections that are open after the grace period are destroyed. */
  close(graceMs: number): Promise<void>;
}

export async function startListener(options: ListenerOptions): Promise<Listener> {
  const {
    host,
    port,
    maxBodyBytes,
    maxConnections = Infinity,
    timeouts = listenerTimeouts,
    handle,
    onResponse,
    onWebSocket,
    onError,
  } = options;
  let closing = false;
  let inProgress = 0;
  const connections = new Connections(maxConnections);
  const server = createServer({ ...timeouts });
  server.maxHeadersCount = maxHeaders;

  const serve = async (message: IncomingMessage, response: ServerResponse) => {
    const started = performance.now();
    const { socket } = message;
    const request = new NodeRequest(message, response, maxBodyBytes);
    inProgress += 1;
    connections.addResponse(socket, response);
    response.on('error', destroyResponse);
    closeWithSocket(socket, response);
    // One listener does everything that follows the end of a response, because each further listener costs as much as reading a header.
    response.once('close', () => {
      inProgress -= 1;
      connections.removeResponse(socket, response);
      request.closed();
      if (closing && inProgress === 0) server.closeAllConnections();
    });
    const excess = connections.isExcess(socket);
    const result = excess ? serviceUnavailable : await handle(request);
    sendResponse(message, response, request.id, result, closing || excess);
    onResponse?.(request, result.status, performance.now() - started);
  };
  const serveOrDestroy = (message: IncomingMessage, response: ServerResponse) =>
    void serve(message, response).catch(() => response.destroy());
  server.on('connection', (socket: Socket) => connections.add(socket));
  server.on('request', serveOrDestroy);
  server.on('checkContinue', serveOrDestroy);
  const refuse = (socket: Socket, error: NodeJS.ErrnoException) => {
    if (connections.isResponding(socket)) socket.destroy();
    else respondAndClose(socket, clientErrorStatus(error));
  };
  const invalid = new WeakSet<Socket>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // A client that closes its side within a request has left. node:http does not serve earlier requests of such a client either.
    const hasLeft = error.code === 'HPE_INVALID_EOF_STATE' && connections.isServing(socket);
    if (hasLeft || error.code === 'ECONNRESET') return void socket.destroy();
    // The parser reports the same error for everything that follows.
    if (invalid.has(socket)) return;
    invalid.add(socket);
    connections.afterEarlierResponses(socket, () => refuse(socket, error));
  });
  // The listener is attached even without `onWebSocket`: node:http otherwise drops the requests that follow on the connection.
  server.on('upgrade', (message: IncomingMessage, socket: Socket, head: Buffer) =>
    connections.afterEarlierResponses(socket, () => {
      if (socket.destroyed) return;
      if (!onWebSocket || !isWebSocketRequest(message)) serveWithoutUpgrade(server, message, socket, head);
      else if (connections.isExcess(socket)) respondAndClose(socket, 503, tooManyConnections);
      else onWebSocket(message, socket, head);
    }),
  );

  await listening(server, host, port);
  server.on('error', (error) => onError?.(error));
  const { port: actual } = server.address() as AddressInfo;
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    port: actual,
    close: (graceMs) =>
      new Promise((resolve) => {
        closing = true;
        const timer = setTimeout(() => connections.destroyAll(), graceMs);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
        if (inProgress === 0) server.closeAllConnections();
      }),
  };
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
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

const serviceUnavailable: HttpResponse = {
  status: 503,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '1' },
  body: tooManyConnections,
};

/** Returns the status for bytes that are not an HTTP request, or not a complete one in time. */
function clientErrorStatus({ code }: NodeJS.ErrnoException): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}
