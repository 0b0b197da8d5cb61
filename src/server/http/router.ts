import type { GraphQLFormattedError } from 'graphql';
import type { Cors } from './cors.js';
import type { HttpHandler, HttpRequest, HttpResponse } from './handler.js';
import { HttpError, notFound } from './http-error.js';
import { json } from './media-type.js';

/**
 * Returns a handler that selects another one by path and turns every error into a response. It never throws.
 * A path that ends with a name in braces, such as `/hooks/{id}`, stands for every path with one more segment there.
 */
export function createRouter(
  routes: Readonly<Record<string, HttpHandler>>,
  formatError: (error: unknown, requestId: string) => GraphQLFormattedError,
  cors?: Cors,
): HttpHandler {
  const handlers = new Map(Object.entries(routes));
  const withName = Object.entries(routes).flatMap(([path, handler]) => {
    const [, prefix] = /^(.*\/)\{\w+\}$/.exec(path) ?? [];
    return prefix === undefined ? [] : [{ prefix, handler }];
  });
  /** Returns the handler of a path that no route names literally. */
  const byName = (path: string): HttpHandler | undefined => {
    const found = withName.find(({ prefix }) => path.startsWith(prefix) && path.length > prefix.length);
    return found && !path.includes('/', found.prefix.length) ? found.handler : undefined;
  };
  const route = async (request: HttpRequest): Promise<HttpResponse> => {
    try {
      const handler = handlers.get(request.path) ?? byName(request.path);
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
    if (headers === undefined) return response;
    const { status, body, endSignal } = response;
    const withCors: HttpResponse = { status, headers: joined(response.headers, headers), body };
    return endSignal === undefined ? withCors : Object.assign(withCors, { endSignal });
  };
}

/**
 * Returns all headers. A loop, because `{ ...one, ...other }` creates hidden classes each time (docs/decisions/0016-objects-have-a-fixed-shape.md).
 */
function joined(one: HttpResponse['headers'], other: HttpResponse['headers']): HttpResponse['headers'] {
  const headers: Record<string, string> = {};
  for (const name in one) headers[name] = one[name]!;
  for (const name in other) headers[name] = other[name]!;
  return headers;
}
