import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { readText } from './body.js';
import type { Handler, HttpAnswer, HttpRequest } from './http.js';
import { requestIdFrom } from './request-id.js';

export interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly maxBodyBytes: number;
  /** Never throws. */
  readonly handle: Handler;
  /** Told of every answer when it is on its way. */
  readonly onAnswered?: (request: HttpRequest, status: number, ms: number) => void;
  readonly onUpgrade?: OnUpgrade;
}

/** Takes over a connection that asks to speak another protocol. */
export type OnUpgrade = (message: IncomingMessage, socket: Duplex, head: Buffer) => void;

export interface Listener {
  /** Such as http://127.0.0.1:4000. */
  readonly origin: string;
  readonly port: number;
  /** Takes no new connection and waits for the requests under way; what is left after the grace is cut off. */
  close(graceMs: number): Promise<void>;
}

/** Serves the handler by node:http. The idle time is above that of routers (15 s), so that they never meet a closed connection. */
export async function listen({ host, port, maxBodyBytes, handle, onAnswered, onUpgrade }: ListenerOptions): Promise<Listener> {
  let closing = false;
  let underWay = 0;
  const server = createServer({ keepAliveTimeout: 20_000, headersTimeout: 25_000, requestTimeout: 30_000, connectionsCheckingInterval: 5000 });
  server.maxHeadersCount = 100;

  const serve = async (message: IncomingMessage, response: ServerResponse) => {
    const started = performance.now();
    underWay += 1;
    response.once('close', () => {
      underWay -= 1;
      if (closing && underWay === 0) server.closeAllConnections();
    });
    const request = requestOf(message, response, maxBodyBytes);
    const answer = await handle(request);
    if (isStream(answer.body)) void sendStream(response, request.id, answer, answer.body).catch(() => response.destroy());
    else send(message, response, request.id, answer, answer.body, closing);
    onAnswered?.(request, answer.status, performance.now() - started);
  };
  const serveOrHangUp = (message: IncomingMessage, response: ServerResponse) => void serve(message, response).catch(() => response.destroy());
  server.on('request', serveOrHangUp);
  server.on('checkContinue', serveOrHangUp);
  server.on('clientError', refuseGarbage);
  if (onUpgrade) server.on('upgrade', onUpgrade);

  await listening(server, host, port);
  const { port: actual } = server.address() as AddressInfo;
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    port: actual,
    close: (graceMs) =>
      new Promise((resolve) => {
        closing = true;
        const cut = setTimeout(() => server.closeAllConnections(), graceMs);
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

/** Names and values in turn, which node:http writes as they are. An answer's own come instead of the usual ones. */
function headersOf(requestId: string, { headers }: HttpAnswer): string[] {
  const all = ['x-request-id', requestId, 'x-content-type-options', 'nosniff'];
  if (headers['cache-control'] === undefined) all.push('cache-control', 'no-store');
  if (headers['vary'] === undefined) all.push('vary', 'accept, authorization, x-api-key, origin');
  for (const name in headers) all.push(name, headers[name]!);
  return all;
}

function send(message: IncomingMessage, response: ServerResponse, requestId: string, answer: HttpAnswer, written: string | Buffer, last: boolean): void {
  const body = typeof written === 'string' ? Buffer.from(written) : written;
  const headers = headersOf(requestId, answer);
  if (answer.status !== 204) headers.push('content-length', String(body.length));
  if (last) headers.push('connection', 'close');
  response.writeHead(answer.status, headers);
  response.end(message.method === 'HEAD' ? undefined : body);
  if (!message.complete) dropRest(message);
}

function isStream(body: HttpAnswer['body']): body is AsyncIterable<string> {
  return typeof body === 'object' && Symbol.asyncIterator in body;
}

/** Something is sent at least this often, so that nobody on the way takes the stream for dead. */
const pingMs = 12_000;

async function sendStream(response: ServerResponse, requestId: string, answer: HttpAnswer, events: AsyncIterable<string>): Promise<void> {
  response.writeHead(answer.status, headersOf(requestId, answer));
  response.flushHeaders();
  const ping = setInterval(() => response.write(':\n\n'), pingMs);
  response.once('close', () => clearInterval(ping));
  for await (const event of events) if (!response.write(event)) await drained(response);
  response.end();
}

/** Resolves when the reader has caught up, or is gone. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('drain', resolve);
    response.once('close', resolve);
  });
}

/** Swallows what is still to come of a body that nobody reads, for a second: to hang up at once could cost the sender its answer. */
function dropRest(message: IncomingMessage): void {
  message.resume();
  const cut = setTimeout(() => message.destroy(), 1000);
  message.once('close', () => clearTimeout(cut));
}

/** Answers what is not HTTP at all, or took too long to become it. */
function refuseGarbage(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nx-request-id: ${requestIdFrom(undefined)}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
