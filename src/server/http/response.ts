/*
 * The response of a handler, the errors that refuse a request before GraphQL processes it, and how both are sent: with node:http, or to a
 * socket, where node:http has no response object.
 */

import { randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EncodedText } from '../../primitives/encoded-text.js';
import { isAsyncIterable } from '../../primitives/values.js';
import { QueryTooComplexError } from '../../records/errors.js';
import { applicationJson, type MediaType } from './media-type.js';

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** An async iterable is sent as a stream: each item is written when it arrives. */
  readonly body: string | Buffer | EncodedText | AsyncIterable<string | Buffer>;
}

/** An error that refuses a request before GraphQL processes it. Messages are constants and contain nothing that the client sent. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  constructor(
    readonly status: number,
    message: string,
    readonly extensions: Readonly<Record<string, unknown>> = { code: 'BAD_USER_INPUT' },
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }

  get errors() {
    return [{ message: this.message, extensions: this.extensions }];
  }

  toResponse(mediaType: MediaType = applicationJson): HttpResponse {
    const body = JSON.stringify({ errors: this.errors });
    return { status: this.status, headers: Object.assign({ 'content-type': mediaType }, this.headers), body };
  }
}

export const badRequest = (message: string) => new HttpError(400, message);

export const unauthenticated = (message: string) =>
  new HttpError(401, message, { code: 'UNAUTHENTICATED' }, { 'www-authenticate': 'Bearer' });

/** Returns the error for a method that a path does not accept. @param allow the value of the header, such as `GET, POST` */
export const methodNotAllowed = (allow: string, message = `This path accepts ${allow.replace(', ', ' and ')} only.`) =>
  new HttpError(405, message, undefined, { allow });

/** Returns the error for a body that exceeds a limit. @param actual what is known so far, a lower bound */
export function contentTooLarge(limit: 'MAX_BODY_BYTES' | 'MAX_BODY_VALUES', maximum: number, actual: number): HttpError {
  const error = new QueryTooComplexError(limit, maximum, actual);
  return new HttpError(413, error.message, Object.assign({ code: error.code }, error.details()));
}

/** Interval of comments in a stream of events, so that proxies do not close an idle connection. */
const pingMs = 12_000;
/** A client that has not read the buffered events after so many intervals is disconnected. */
const maxUnreadPings = 5;
/** Time in which a client closes a connection whose last response is sent. */
const lingerMs = 2_000;
/** Time that a client has to read a whole response: 16 MB at half a megabit a second. */
const wholeMs = 300_000;

/** Sends the response to a request. @param isLast closes the connection after this response */
export function sendResponse(response: ServerResponse, requestId: string, result: HttpResponse, isLast: boolean): void {
  if (response.destroyed) return;
  const { body } = result;
  const headers = headersOf(requestId, result, isLast);
  if (isAsyncIterable(body)) return void sendStream(response, result.status, headers, body).catch(() => response.destroy());
  if (result.status !== 204) headers.push('content-length', String(typeof body === 'string' ? Buffer.byteLength(body) : body.length));
  response.writeHead(result.status, headers);
  const chunk = body instanceof EncodedText ? body.chunk : body;
  if (typeof chunk === 'string') response.end(chunk, body === chunk ? 'utf8' : 'latin1');
  else response.end(chunk);
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

/** Calls back after a time, unless a stream, such as a socket, is closed before. */
export function unlessClosed(stream: EventEmitter, ms: number, callback: () => void): void {
  const timer = setTimeout(callback, ms);
  timer.unref();
  stream.once('close', () => clearTimeout(timer));
}

/** Writes a whole response to a socket without a ServerResponse, for instance after an upgrade, and closes the connection. */
export function respondAndClose(socket: Duplex, status: number, text = ''): void {
  if (socket.writableEnded) return;
  if (!socket.writable) return void socket.destroy();
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `x-request-id: ${randomUUID()}`,
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
  unlessClosed(socket, lingerMs, () => socket.destroy());
}
