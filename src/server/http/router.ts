import type { GraphQLFormattedError } from 'graphql';
import type { Cors } from './cors.js';
import type { Handler, HttpResponse, HttpRequest } from './handler.js';
import { json } from './media-type.js';
import { notFound, HttpError } from './http-error.js';

/** Returns a handler that selects another one by path and turns every error into a response. It never throws. */
export function createRouter(
  routes: Readonly<Record<string, Handler>>,
  formatError: (error: unknown, requestId: string) => GraphQLFormattedError,
  cors?: Cors,
): Handler {
  const handlers = new Map(Object.entries(routes));
  const route = async (request: HttpRequest): Promise<HttpResponse> => {
    try {
      const handler = handlers.get(request.path);
      if (handler === undefined) throw notFound([...handlers.keys()]);
      return cors?.preflight(request) ?? (await handler(request));
    } catch (error) {
      if (error instanceof HttpError) return error.toResponse();
      const body = JSON.stringify({ errors: [formatError(error, request.id)] });
      return { status: 500, headers: { 'content-type': json }, body };
    }
  };
  if (cors === undefined) return route;
  return async (request) => {
    const response = await route(request);
    const headers = cors.headersFor(request);
    return headers === undefined ? response : { ...response, headers: { ...response.headers, ...headers } };
  };
}
