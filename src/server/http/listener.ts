import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { readText } from './body.js';
import { Connections, overloaded } from './connections.js';
import { hangUp } from './hang-up.js';
import type { Handler, HttpResponse, HttpRequest } from './http.js';
import { requestIdFrom } from './request-id.js';
import { send } from './send.js';
import { asksForWebSocket, maxHeaders, readAsOrdinary } from './upgrade.js';

export interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly maxBodyBytes: number;
  /** Further sockets get 503. Left out: no limit. */
  readonly maxConnections?: number;
  /** Never throws. */
  readonly handle: Handler;
  /** Told of every answer when it is on its way. */
  readonly onResponse?: (request: HttpRequest, status: number, ms: number) => void;
  /** Left out: a request that asks for a WebSocket is an ordinary one. */
  readonly onWebSocket?: OnWebSocket;
  /** The listener could not accept a connection, for want of file descriptors for instance. It keeps listening. */
  readonly onError?: (error: Error) => void;
}

/** Takes over a connection that asks for a WebSocket. */
export type OnWebSocket = (message: IncomingMessage, socket: Socket, head: Buffer) => void;

export interface Listener {
  /** Such as http://127.0.0.1:4000. */
  readonly origin: string;
  readonly port: number;
  /** Takes no new connection and waits for the requests under way; what is left after the grace is cut off. */
  close(graceMs: number): Promise<void>;
}

/** Serves the handler by node:http. The idle time is above that of routers (15 s), so that they never meet a closed connection. */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const { host, port, maxBodyBytes, maxConnections = Infinity, handle, onResponse, onWebSocket, onError } = options;
  let closing = false;
  let underWay = 0;
  const connections = new Connections(maxConnections);
  const server = createServer({
    keepAliveTimeout: 20_000,
    headersTimeout: 25_000,
    requestTimeout: 30_000,
    connectionsCheckingInterval: 5000,
  });
  server.maxHeadersCount = maxHeaders;

  const serve = async (message: IncomingMessage, response: ServerResponse) => {
    const started = performance.now();
    const { socket } = message;
    underWay += 1;
    connections.begun(socket, response);
    response.on('error', () => response.destroy());
    closeWithSocket(socket, response);
    response.once('close', () => {
      underWay -= 1;
      if (closing && underWay === 0) server.closeAllConnections();
    });
    const request = requestOf(message, response, maxBodyBytes);
    const excess = connections.isExcess(socket);
    const answer = excess ? tooMany : await handle(request);
    send(message, response, request.id, answer, closing || excess);
    onResponse?.(request, answer.status, performance.now() - started);
  };
  const serveOrHangUp = (message: IncomingMessage, response: ServerResponse) =>
    void serve(message, response).catch(() => response.destroy());
  server.on('connection', (socket: Socket) => connections.add(socket));
  server.on('request', serveOrHangUp);
  server.on('checkContinue', serveOrHangUp);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || connections.isWriting(socket)) socket.destroy();
    else hangUp(socket, statusOf(error));
  });
  // Listened to in any case: without a listener node:http drops what follows such a request on its connection.
  server.on('upgrade', (message: IncomingMessage, socket: Socket, head: Buffer) =>
    connections.whenAnswered(socket, () => {
      if (socket.destroyed) return;
      if (!onWebSocket || !asksForWebSocket(message)) readAsOrdinary(server, message, socket, head);
      else if (connections.isExcess(socket)) hangUp(socket, 503, overloaded);
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
        const cut = setTimeout(() => connections.destroyAll(), graceMs);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        if (underWay === 0) server.closeAllConnections();
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

function requestOf(message: IncomingMessage, response: ServerResponse, maxBodyBytes: number): HttpRequest {
  const url = message.url ?? '/';
  const mark = url.indexOf('?');
  return {
    id: requestIdFrom(message.headers['x-request-id']),
    method: message.method ?? 'GET',
    path: mark === -1 ? url : url.slice(0, mark),
    search: mark === -1 ? '' : url.slice(mark + 1),
    headers: message.headers,
    headerLists: () => message.headersDistinct,
    remoteAddress: message.socket.remoteAddress ?? 'unknown',
    text() {
      if (message.headers.expect !== undefined) response.writeContinue();
      return readText(message, maxBodyBytes);
    },
    onClose: (listener) => void response.once('close', listener),
    notes: {},
  };
}

/** node:http does not close a response that waits behind another one of its connection, and what it holds would be held for good. */
function closeWithSocket(socket: Socket, response: ServerResponse): void {
  if (response.socket !== null) return;
  const close = () => response.closed || response.emit('close');
  socket.setMaxListeners(0);
  socket.once('close', close);
  response.once('close', () => socket.off('close', close));
}

const tooMany: HttpResponse = {
  status: 503,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '1' },
  body: overloaded,
};

/** For bytes that are no HTTP request, or took too long to become one. */
function statusOf({ code }: NodeJS.ErrnoException): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}
