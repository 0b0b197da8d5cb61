import { header, type HttpRequest, type HttpResponse } from './handler.js';

/** Cross-origin resource sharing. Pages of the allowed origins can read responses. Cookies are never allowed: credentials are headers. */
export interface Cors {
  /** Returns the response to a preflight request, or null if the request is not one or its origin is not allowed. */
  preflight(request: HttpRequest): HttpResponse | null;
  /** Returns the headers of a response for the request's origin, or undefined if the origin is not allowed. */
  headersFor(request: HttpRequest): Readonly<Record<string, string>> | undefined;
}

/** Creates the CORS rules for the allowed origins. @param origins may grow later: the server's own origin is known when it listens */
export function createCors(origins: ReadonlySet<string>): Cors {
  const allowed = (request: HttpRequest): string | undefined => {
    const origin = header(request, 'origin');
    return origin !== undefined && origins.has(origin) ? origin : undefined;
  };
  return {
    preflight(request) {
      const origin = allowed(request);
      if (request.method !== 'OPTIONS' || origin === undefined || header(request, 'access-control-request-method') === undefined)
        return null;
      const requestedHeaders = header(request, 'access-control-request-headers');
      const headers = {
        'access-control-allow-methods': 'GET, POST',
        'access-control-max-age': '600',
        ...(requestedHeaders !== undefined && { 'access-control-allow-headers': requestedHeaders }),
        ...(header(request, 'access-control-request-private-network') === 'true' && { 'access-control-allow-private-network': 'true' }),
      };
      return { status: 204, headers, body: '' };
    },
    headersFor(request) {
      const origin = allowed(request);
      return origin === undefined
        ? undefined
        : { 'access-control-allow-origin': origin, 'access-control-expose-headers': 'x-request-id, retry-after' };
    },
  };
}
