/* The interface of HTTP handlers: a request, and the response that they return. */

import type { EncodedText } from './encoded-text.js';

/** Every value of a header, by lower-case name. A credential header that occurs twice is not accepted. */
export type HeaderLists = Readonly<Record<string, readonly string[] | undefined>>;

/** An HTTP request as handlers receive it: without a socket, and with a body that is read on demand. */
export interface HttpRequest {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** The query string without the question mark. */
  readonly search: string;
  /** The host to which the request is addressed: of the Host header, or of a target that is a whole address. */
  readonly host: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The headers that may contain a credential or a secret. */
  credentialHeaders(): HeaderLists;
  readonly remoteAddress: string;
  /** The connection: the same object for all of its requests. */
  readonly connection: object;
  /**
   * Reads the body as decompressed text, without byte order marks and blanks at its beginning.
   * @throws HttpError if it exceeds the limit, has an unknown encoding or is not UTF-8
   */
  text(): Promise<string>;
  /** Reads the body as decompressed bytes. @throws HttpError if it exceeds the limit or has an unknown encoding */
  bytes(): Promise<Buffer>;
  /** Calls the listener when the response is sent or the client has disconnected; immediately if that has happened. */
  onClose(listener: () => void): void;
  /** Fields of the access log's line. Handlers fill them in. */
  readonly logFields: { caller?: string; operationName?: string | null };
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** An async iterable is sent as a stream: each item is written when it arrives. */
  readonly body: string | Buffer | EncodedText | AsyncIterable<string>;
  /** Aborts when a stream must end. A client that has not read the remainder two seconds later is disconnected. */
  readonly endSignal?: AbortSignal;
}

/** Responds to one HTTP request. That of `/healthz`, for example, returns the status 200 and the text `ok`. @throws HttpError to refuse it */
export type HttpHandler = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;

/** Returns the header's value, or undefined if it is missing or a list. */
export function header(request: HttpRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
