import { header, type HttpResponse, type HttpRequest } from './http.js';

/** Lets pages of these origins, and no others, read the graph's answers. Credentials travel in headers, so cookies are never allowed. */
export interface Cors {
  /** The answer to a preflight. null: it is none, or its origin is not allowed. */
  preflight(request: HttpRequest): HttpResponse | null;
  /** What every other answer carries for the request's origin. */
  headersFor(request: HttpRequest): Readonly<Record<string, string>> | undefined;
}

/** The set may still grow afterwards: the server learns its own origin when it listens. */
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
      const wanted = header(request, 'access-control-request-headers');
      const headers = {
        'access-control-allow-methods': 'GET, POST',
        'access-control-max-age': '600',
        ...(wanted !== undefined && { 'access-control-allow-headers': wanted }),
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
