/*
 * An HTTP request as handlers receive it: without a socket, and with a body that is read on demand. Behind it, how what callers send is read:
 * the bytes of a body, decompressed; text, which is UTF-8; and JSON, within a number of values.
 */

import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { Cancellation } from '../../primitives/cancellation.js';
import { GrowingBytes } from '../../primitives/growing-bytes.js';
import { countValues } from '../../primitives/json-text.js';
import { badRequest, contentTooLarge, HttpError, methodNotAllowed, type HttpResponse } from './response.js';

/**
 * Responds to one HTTP request. That of `/healthz`, for example, returns the status 200 and the text `ok`.
 * @throws HttpError to refuse it
 */
export type HttpHandler = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;

/** Handlers by path: `/graphql`, or `/hooks/check-in/{activityId}` for every path with one more segment. */
export type Routes = Readonly<Record<string, HttpHandler>>;

/** Wraps a handler: refuses methods other than GET and HEAD with 405. */
export function readOnly(handle: HttpHandler): HttpHandler {
  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed('GET, HEAD');
    return handle(request);
  };
}

/** A request of node:http. Methods instead of closures, because there is one for each request. */
export class HttpRequest {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** The query string without the question mark. */
  readonly search: string;
  /** The members of its line in the access log. Handlers fill it in: `path` is that of the route, because the caller chooses others. */
  readonly logFields: { path?: string; caller?: string; operationName?: string | null; viewer?: unknown } = {};
  #cancellation: Cancellation | null = null;
  #isClosed = false;

  constructor(
    private readonly message: IncomingMessage,
    private readonly maxBodyBytes: number,
  ) {
    const { url = '/' } = message;
    const queryAt = url.indexOf('?');
    this.id = requestIdFrom(message.headers['x-request-id']);
    this.method = message.method ?? 'GET';
    this.path = queryAt === -1 ? url : url.slice(0, queryAt);
    this.search = queryAt === -1 ? '' : url.slice(queryAt + 1);
  }

  get headers(): IncomingHttpHeaders {
    return this.message.headers;
  }

  get headerLists(): HeaderLists {
    return headerListsOf(this.message);
  }

  get remoteAddress(): string {
    return this.message.socket.remoteAddress ?? 'unknown';
  }

  /** The connection: the same object for all of its requests. */
  get connection(): object {
    return this.message.socket;
  }

  /**
   * Reads the body as decompressed text, without byte order marks and blanks at its beginning.
   * @throws HttpError if it exceeds the limit, has an unknown encoding or is not UTF-8
   */
  async text(): Promise<string> {
    return utf8Text(await this.bytes());
  }

  /** Reads the body as decompressed bytes. @throws HttpError if it exceeds the limit or has an unknown encoding */
  bytes(): Promise<Buffer> {
    return readBody(this.message, this.maxBodyBytes);
  }

  /**
   * Is left when the response is sent or the client has disconnected: it aborts unless others have joined it. It is created when it is first
   * asked for.
   */
  get cancellation(): Cancellation {
    if (this.#cancellation) return this.#cancellation;
    this.#cancellation = new Cancellation();
    this.#cancellation.join();
    if (this.#isClosed) this.#cancellation.leave();
    return this.#cancellation;
  }

  /** Called when the response is sent or the client has disconnected. */
  closed(): void {
    this.#isClosed = true;
    this.#cancellation?.leave();
  }
}

/**
 * Returns the id that the client sent if it is safe in a header and a log line, otherwise a new one. Mere digits may be a mobile number, and
 * with a final X the number of an identity card.
 */
const requestIdFrom = (sent: string | readonly string[] | undefined): string =>
  typeof sent === 'string' && /^(?![\d-]+X?$)[\w-]{8,64}$/i.test(sent) ? sent : randomUUID();

/** Every value of a header, by lower-case name. A credential header that occurs twice is not accepted. */
export type HeaderLists = Readonly<Record<string, readonly string[] | undefined>>;

/**
 * Returns every value of each header: `headers` omits or joins repeated ones. `headersDistinct` throws an error for a header that is named
 * `constructor`, for example, in Node 20 before 20.20.2, 22 before 22.22.2, and 24 before 24.14.1.
 */
export function headerListsOf({ rawHeaders }: IncomingMessage): HeaderLists {
  const lists = Object.create(null) as Record<string, string[]>;
  for (let at = 0; at < rawHeaders.length; at += 2) (lists[rawHeaders[at]!.toLowerCase()] ??= []).push(rawHeaders[at + 1]!);
  return lists;
}

/* What callers send. */

const inflaters = { gzip: promisify(gunzip), 'x-gzip': promisify(gunzip), deflate: promisify(inflate), br: promisify(brotliDecompress) };

/**
 * Reads the whole body, decompressed. The limit applies to the bytes as sent and to the decompressed bytes.
 * @throws HttpError 400 for an incomplete or corrupt body, 413 beyond the limit, 415 for an unknown content encoding
 */
async function readBody(message: IncomingMessage, maximum: number): Promise<Buffer> {
  const encoding = message.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && !Object.hasOwn(inflaters, encoding))
    throw new HttpError(415, 'The body may be compressed with gzip, deflate or br only.', undefined, {
      'accept-encoding': 'gzip, deflate, br',
    });
  const bytes = await readBytes(message, maximum);
  if (encoding === 'identity') return bytes;
  return inflaters[encoding as keyof typeof inflaters](bytes, { maxOutputLength: maximum }).catch((error: unknown) => {
    const tooLarge = typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw tooLarge
      ? contentTooLarge('MAX_BODY_BYTES', maximum, maximum + 1)
      : badRequest('The compressed body is corrupt. Send it again, or without compression.');
  });
}

function readBytes(message: IncomingMessage, maximum: number): Promise<Buffer> {
  const announced = Number(message.headers['content-length'] ?? 0);
  if (announced > maximum) return Promise.reject(contentTooLarge('MAX_BODY_BYTES', maximum, announced));
  // A message that was destroyed before emits neither 'end' nor 'error'.
  if (message.destroyed) return Promise.reject(incomplete());
  return new Promise((resolve, reject) => {
    const body = new GrowingBytes(maximum);
    message.on('data', (part: Buffer) => {
      if (body.add(part)) return;
      message.removeAllListeners('data');
      reject(contentTooLarge('MAX_BODY_BYTES', maximum, body.length + part.length));
    });
    message.on('end', () => resolve(body.bytes));
    message.on('error', () => reject(incomplete()));
  });
}

const incomplete = () => badRequest('The body is incomplete.');

/**
 * Returns bytes as text, without byte order marks and blanks at its beginning. Node would replace each byte that is not UTF-8: a name in
 * Latin-1 or GBK would be stored with U+FFFD.
 * @throws HttpError 400 if they are not UTF-8
 */
export function utf8Text(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw notUtf8('body');
  // To JavaScript, a byte order mark is a blank.
  return bytes.toString('utf8').trimStart();
}

/** Reads text that is percent-encoded: a query string, or a form. @throws HttpError 400 if the encoded bytes are not UTF-8 */
export function utf8Parameters(text: string, where: 'query string' | 'body'): URLSearchParams {
  if (/%[89a-f]/i.test(text)) {
    try {
      decodeURIComponent(text.replaceAll(/%(?![\da-f]{2})/gi, '%25'));
    } catch {
      throw notUtf8(where);
    }
  }
  return new URLSearchParams(text);
}

export const notUtf8 = (where: 'query string' | 'body') => badRequest(`The ${where} is not UTF-8. Encode its text in UTF-8.`);

/**
 * Parses JSON of a caller: a body, a parameter, a message of a WebSocket, a push. Its values are counted first, because bytes alone do not
 * bound memory: objects take twenty times their text `{},`. The message of JSON.parse is not used, because it quotes the text.
 * @param maximum MAX_BODY_VALUES
 * @param invalid the message for a text that is not JSON
 * @throws HttpError 413 for too many values, 400 for a text that is not JSON
 */
export function parseCallerJson(text: string, maximum: number, invalid: string, parse: (text: string) => unknown = JSON.parse): unknown {
  // A value takes two characters at least, so the count of a short text is not needed.
  const values = text.length > 2 * maximum ? countValues(Buffer.from(text)) : 0;
  if (values > maximum) throw contentTooLarge('MAX_BODY_VALUES', maximum, values);
  try {
    return parse(text);
  } catch {
    throw badRequest(invalid);
  }
}
