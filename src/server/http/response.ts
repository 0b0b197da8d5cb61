/* The response of a handler, and the errors that refuse a request before GraphQL processes it. */

import { QueryTooComplexError } from '../../records/errors.js';
import { applicationJson, type MediaType } from './media-type.js';

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** An async iterable is sent as a stream: each item is written when it arrives. */
  readonly body: string | Buffer | AsyncIterable<string | Buffer>;
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
