import { QueryTooComplexError } from '../../model/errors.js';
import type { HttpResponse } from './http.js';
import { json, type MediaType } from './media-type.js';

/** A request that is turned away before GraphQL sees it. The messages are constants: they quote nothing that was sent. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly status: number,
    message: string,
    readonly extensions: Readonly<Record<string, unknown>> = { code: 'BAD_USER_INPUT' },
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }

  answer(mediaType: MediaType = json): HttpResponse {
    const body = JSON.stringify({ errors: [{ message: this.message, extensions: this.extensions }] });
    return { status: this.status, headers: { 'content-type': mediaType, ...this.headers }, body };
  }
}

export const badRequest = (message: string) => new Refusal(400, message);

export const unauthenticated = () =>
  new Refusal(
    401,
    'This needs a valid credential: Authorization: Bearer KEY, or x-api-key: KEY; behind a router, its Router-Authorization as well.',
    { code: 'UNAUTHENTICATED' },
    { 'www-authenticate': 'Bearer' },
  );

export const notFound = (paths: readonly string[]) =>
  new Refusal(404, `There is nothing at this address. What is served: ${paths.join(', ')}.`);

export const methodNotAllowed = (allow: string) => new Refusal(405, `This address takes ${allow} only.`, undefined, { allow });

export const notAcceptable = (offered: string) => new Refusal(406, `The answer is ${offered}; accept that.`);

export const unsupportedMediaType = () => new Refusal(415, 'The body must be application/json in UTF-8.');

export const unsupportedEncoding = () =>
  new Refusal(415, 'A body may be compressed by gzip, deflate or br only.', undefined, { 'accept-encoding': 'gzip, deflate, br' });

/** `actual` is what is known of the length: at least so much. */
export function bodyTooLarge(maximum: number, actual: number): Refusal {
  const error = new QueryTooComplexError('MAX_BODY_BYTES', maximum, actual);
  return new Refusal(413, error.message, { code: error.code, ...error.details() });
}
