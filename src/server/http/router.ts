/* Handlers by path, and what every path has in common: errors become responses, and pages of allowed origins may read them. */

import type { GraphQLFormattedError } from 'graphql';
import { json } from './media-type.js';
import { type AllowedOrigins, preflight, withOrigin } from './origins.js';
import { readOnly, type HttpHandler } from './request.js';
import { HttpError, type HttpResponse } from './response.js';

/** Handlers by path: `/graphql`, or `/hooks/{activityId}` for every path with one more segment than `/hooks`. */
export type Routes = Readonly<Record<string, HttpHandler>>;

/** Returns a function that finds the path and the handler for the path of a request. */
export function createFindRoute(routes: Routes): (path: string) => readonly [path: string, handle: HttpHandler] | undefined {
  const byPath = new Map(Object.entries(routes).map((route) => [route[0], route]));
  return (path) => byPath.get(path) ?? byPath.get(path.replace(/[^/]+$/, '{activityId}'));
}

/**
 * Returns a handler that selects another one by path and turns every error into a response. It never throws.
 * @param origins those whose pages may read responses. Omitted: none
 */
export function createRouter(
  routes: Routes,
  formatError: (error: unknown, requestId: string) => GraphQLFormattedError,
  origins?: AllowedOrigins,
): HttpHandler {
  const findRoute = createFindRoute(routes);
  return async (request) => {
    const { origin } = request.headers;
    const isAllowed = origin !== undefined && origins !== undefined && origins.has(origin);
    let response: HttpResponse;
    try {
      const route = findRoute(request.path);
      if (route === undefined) throw new HttpError(404, `This path does not exist. Paths: ${Object.keys(routes).join(', ')}.`);
      const preflighted = preflight(request);
      if (preflighted !== null && origin !== undefined && !isAllowed) origins?.warnOfRefused(origin);
      response = (isAllowed ? preflighted : null) ?? (await route[1](request));
    } catch (error) {
      response = error instanceof HttpError ? error.toResponse() : internalError(formatError(error, request.id));
    }
    return isAllowed ? withOrigin(origin, response) : response;
  };
}

const internalError = (error: GraphQLFormattedError): HttpResponse => ({
  status: 500,
  headers: { 'content-type': json },
  body: JSON.stringify({ errors: [error] }),
});

/**
 * Returns the routes of liveness, 200 while the process can respond at all, and of readiness, 200 if the program accepts requests, 503 while it
 * starts or drains.
 */
export const healthRoutes = (state: { readonly ready: boolean }): Routes => ({
  '/healthz': readOnly(() => plain(200, 'ok')),
  '/readyz': readOnly(() => (state.ready ? plain(200, 'ready') : plain(503, 'not ready'))),
});

const plain = (status: number, text: string) => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `${text}\n`,
});
