import { QueryTooComplexError } from '../../records/errors.js';
import type { HttpResponse } from './handler.js';
import { json, type MediaType } from './media-type.js';

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

  toResponse(mediaType: MediaType = json): HttpResponse {
    const body = JSON.stringify({ errors: [{ message: this.message, extensions: this.extensions }] });
    return { status: this.status, headers: { 'content-type': mediaType, ...this.headers }, body };
  }
}

export const badRequest = (message: string) => new HttpError(400, message);

export const unauthenticated = () =>
  new HttpError(
    401,
    'A valid credential is required: Authorization: Bearer KEY, or x-api-key: KEY; behind a gateway, Router-Authorization as well.',
    { code: 'UNAUTHENTICATED' },
    { 'www-authenticate': 'Bearer' },
  );

export const notFound = (paths: readonly string[]) => new HttpError(404, `This path does not exist. Paths: ${paths.join(', ')}.`);

/** Returns the error for a method that a path does not accept. @param allow the value of the header, such as `GET, POST` */
export const methodNotAllowed = (allow: string) =>
  new HttpError(405, `This path accepts ${allow.replace(', ', ' and ')} only.`, undefined, { allow });

export const notAcceptable = (offered: string) => new HttpError(406, `The response is ${offered}. Send an Accept header that includes it.`);

export const unsupportedMediaType = () =>
  new HttpError(415, 'The body must be JSON in UTF-8. Send it with the header content-type: application/json.');

export const unsupportedEncoding = () =>
  new HttpError(415, 'The body may be compressed with gzip, deflate or br only.', undefined, { 'accept-encoding': 'gzip, deflate, br' });

/** Returns the error for a body that exceeds MAX_BODY_BYTES. @param actual the number of bytes known so far, a lower bound of the body's length */
export const bodyTooLarge = (maximum: number, actual: number) => contentTooLarge('MAX_BODY_BYTES', maximum, actual);

/** Returns the error for JSON that exceeds MAX_BODY_VALUES. */
export const tooManyValues = (maximum: number, actual: number) => contentTooLarge('MAX_BODY_VALUES', maximum, actual);

function contentTooLarge(limit: string, maximum: number, actual: number): HttpError {
  const error = new QueryTooComplexError(limit, maximum, actual);
  return new HttpError(413, error.message, { code: error.code, ...error.details() });
}
