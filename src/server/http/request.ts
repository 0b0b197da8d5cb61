/* An HTTP request as handlers receive it: without a socket, and with a body that is read on demand. */

import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Cancellation } from '../../primitives/cancellation.js';
import { readBody, utf8Text } from './body.js';
import { methodNotAllowed, type HttpResponse } from './response.js';

/**
 * Responds to one HTTP request. That of `/healthz`, for example, returns the status 200 and the text `ok`.
 * @throws HttpError to refuse it
 */
export type HttpHandler = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;

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

  /** Aborts when the response is sent or the client has disconnected. It is created when it is first asked for. */
  get cancellation(): Cancellation {
    this.#cancellation ??= new Cancellation();
    if (this.#isClosed) this.#cancellation.abort('cancelled');
    return this.#cancellation;
  }

  /** Called when the response is sent or the client has disconnected. */
  closed(): void {
    this.#isClosed = true;
    this.#cancellation?.abort('cancelled');
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
