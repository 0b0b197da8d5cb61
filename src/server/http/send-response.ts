/* Writes responses: those of handlers with node:http, and others to a socket, where node:http has no response object. */

import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { requestIdFrom } from './request.js';
import { EncodedText, type HttpResponse } from './response.js';

/** Interval of comments in a stream of events, so that proxies do not close an idle connection. */
const pingMs = 12_000;
/** Time that a client has to read the remainder of a response whose connection must end. */
const lingerMs = 2_000;
/** Time that a client has to read buffered events before it is disconnected. */
const eventsMs = 60_000;
/** Time that a client has to read a whole response: 16 MB at half a megabit a second. */
const wholeMs = 300_000;

/** Sends the response to a request. @param isLast closes the connection after this response */
export function sendResponse(response: ServerResponse, requestId: string, result: HttpResponse, isLast: boolean): void {
  if (isStream(result.body)) void sendStream(response, requestId, result, result.body).catch(() => response.destroy());
  else sendWhole(response, requestId, result, result.body, isLast);
}

function sendWhole(
  response: ServerResponse,
  requestId: string,
  result: HttpResponse,
  content: string | Buffer | EncodedText,
  isLast: boolean,
): void {
  if (response.destroyed) return;
  const chunk = content instanceof EncodedText ? content.chunk : content;
  const headers = headersOf(requestId, result);
  if (result.status !== 204)
    headers.push('content-length', String(typeof content === 'string' ? Buffer.byteLength(content) : content.length));
  if (isLast) headers.push('connection', 'close');
  response.writeHead(result.status, headers);
  const { req: message } = response;
  if (message.method === 'HEAD') response.end();
  else if (typeof chunk === 'string') response.end(chunk, content instanceof EncodedText ? 'latin1' : 'utf8');
  else response.end(chunk);
  if (response.writableLength > 0) destroyUnlessRead(response, wholeMs);
  if (!message.complete) discardBody(message);
}

async function sendStream(response: ServerResponse, requestId: string, result: HttpResponse, events: AsyncIterable<string>): Promise<void> {
  response.writeHead(result.status, headersOf(requestId, result));
  response.flushHeaders();
  const ping = setInterval(() => response.write(':\n\n'), pingMs);
  const stopPing = () => clearInterval(ping);
  response.once('close', stopPing);
  const onEnd = () => {
    if (!response.destroyed) destroyUnlessRead(response, lingerMs);
  };
  result.endSignal?.addEventListener('abort', onEnd, { once: true });
  try {
    for await (const event of events) {
      if (!response.write(event)) await drained(response);
      if (response.destroyed) break;
    }
  } finally {
    // A client that does not read delays 'close' beyond the end of the stream. A ping written after the end is an error.
    stopPing();
    result.endSignal?.removeEventListener('abort', onEnd);
  }
  response.end();
  // The response of a client that has disconnected emits no further 'close', which would cancel the timer.
  if (!response.destroyed && response.writableLength > 0) destroyUnlessRead(response, eventsMs);
}

function isStream(body: HttpResponse['body']): body is AsyncIterable<string> {
  return typeof body === 'object' && Symbol.asyncIterator in body;
}

/** Returns names and values alternately, as node:http takes them. Headers of the result replace the defaults. */
function headersOf(requestId: string, { headers }: HttpResponse): string[] {
  const all = ['x-request-id', requestId, 'x-content-type-options', 'nosniff'];
  if (headers['cache-control'] === undefined) all.push('cache-control', 'no-store');
  if (headers['vary'] === undefined) all.push('vary', 'accept, authorization, x-api-key, origin');
  for (const name in headers) all.push(name, headers[name]!);
  return all;
}

/**
 * Closes the connection of a response that its client has not read in time. Otherwise a client that reads nothing occupies a connection and
 * the memory of the response forever. @returns a function that cancels this
 */
function destroyUnlessRead(response: ServerResponse, withinMs: number): () => void {
  // A response that waits behind another one has no socket yet: its own `destroy` would wait for that.
  const timer = setTimeout(() => response.req.socket.destroy(), withinMs);
  timer.unref();
  const cancel = () => clearTimeout(timer);
  response.once('close', cancel);
  return cancel;
}

/** Resolves when the client has read the buffered bytes, or has disconnected. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) return resolve();
    const cancel = destroyUnlessRead(response, eventsMs);
    const done = () => {
      cancel();
      response.off('drain', done).off('close', done).off('close', cancel);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}

const maxDiscardedChunks = 10_000;

/**
 * Discards the remainder of a body that no handler reads, for up to a second and a number of chunks. If the connection were closed immediately, the
 * kernel would reset it, and the client could lose the response.
 */
function discardBody(message: IncomingMessage): void {
  let chunks = 0;
  message.on('data', () => {
    chunks += 1;
    if (chunks > maxDiscardedChunks) message.destroy();
  });
  const timer = setTimeout(() => message.destroy(), 1000);
  message.once('close', () => clearTimeout(timer));
}

/** Writes a whole response to a socket without a ServerResponse, for instance after an upgrade, and closes the connection. */
export function respondAndClose(socket: Duplex, status: number, text = ''): void {
  if (socket.writableEnded) return;
  if (!socket.writable) return void socket.destroy();
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `x-request-id: ${requestIdFrom(undefined)}`,
    'connection: close',
    ...(text === '' ? [] : ['content-type: text/plain; charset=utf-8']),
    `content-length: ${Buffer.byteLength(text)}`,
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`);
  destroySoon(socket);
}

/**
 * Destroys the socket when the client has closed it, or after two seconds. Bytes that arrive in between are discarded: if a
 * socket is closed with unread bytes, the kernel resets the connection, and the client can lose the response.
 */
export function destroySoon(socket: Duplex): void {
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}
