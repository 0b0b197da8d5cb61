/* The response of a handler, and the errors that refuse a request before GraphQL processes it. */

import { QueryTooComplexError } from '../../records/errors.js';
import { json, type MediaType } from './media-type.js';

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** An async iterable is sent as a stream: each item is written when it arrives. */
  readonly body: string | Buffer | EncodedText | AsyncIterable<string>;
  /** Aborts when a stream must end. A client that has not read the remainder two seconds later is disconnected. */
  readonly endSignal?: AbortSignal | undefined;
}

/** Up to this length, one chunk costs less than two, although it is copied. */
const maxCopiedCharacters = 4096;

/**
 * A text that is encoded in UTF-8 once and sent many times, in the form that node:http sends with the least work. A short text is
 * a string whose characters are the bytes (Latin-1): node:http sends a string together with the headers, in one chunk. A long
 * text is a Buffer, which is not copied.
 */
export class EncodedText {
  private constructor(readonly chunk: string | Buffer) {}

  static of(text: string): EncodedText {
    if (text.length > maxCopiedCharacters) return new EncodedText(Buffer.from(text));
    // Text without characters beyond ASCII is the same in both encodings.
    return new EncodedText(Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString('latin1'));
  }

  /** @param bytes the UTF-8 bytes of the text */
  static ofBytes(bytes: Buffer): EncodedText {
    return new EncodedText(bytes.length > maxCopiedCharacters ? bytes : bytes.toString('latin1'));
  }

  /** The number of bytes. */
  get length(): number {
    return this.chunk.length;
  }

  toString(): string {
    return typeof this.chunk === 'string' ? Buffer.from(this.chunk, 'latin1').toString() : this.chunk.toString();
  }
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

  toResponse(mediaType: MediaType = json): HttpResponse {
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
