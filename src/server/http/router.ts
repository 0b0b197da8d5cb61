import type { GraphQLFormattedError } from 'graphql';
import type { Cors } from './cors.js';
import type { HttpHandler, HttpRequest, HttpResponse } from './handler.js';
import { HttpError, notFound } from './http-error.js';
import { json } from './media-type.js';

/** A handler and the path for which it stands: `/graphql`, or `/hooks/{id}` for every path with one more segment than `/hooks`. */
export interface Route {
  readonly path: string;
  readonly handle: HttpHandler;
}

/** Handlers by path. */
export type Routes = Readonly<Record<string, HttpHandler>>;

/** Returns a function that finds the route of the path of a request. */
export function createFindRoute(routes: Routes): (path: string) => Route | undefined {
  const all = Object.entries(routes).map(([path, handle]) => ({ path, handle }));
  const byPath = new Map(all.map((route) => [route.path, route]));
  const withName = all.flatMap((route) => {
    const [, prefix] = /^(.*\/)\{\w+\}$/.exec(route.path) ?? [];
    return prefix === undefined ? [] : [{ prefix, route }];
  });
  /** Returns the route of a path that no route names literally. */
  const byName = (path: string): Route | undefined => {
    const found = withName.find(({ prefix }) => path.startsWith(prefix) && path.length > prefix.length);
    return found && !path.includes('/', found.prefix.length) ? found.route : undefined;
  };
  return (path) => byPath.get(path) ?? byName(path);
}

/** Returns a handler that selects another one by path and turns every error into a response. It never throws. */
export function createRouter(
  routes: Routes,
  formatError: (error: unknown, requestId: string) => GraphQLFormattedError,
  cors?: Cors,
): HttpHandler {
  const findRoute = createFindRoute(routes);
  const route = async (request: HttpRequest): Promise<HttpResponse> => {
    try {
      const found = findRoute(request.path);
      if (found === undefined) throw notFound(Object.keys(routes));
      return cors?.preflight(request) ?? (await found.handle(request));
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
 * Returns all headers. A loop, because `{ ...one, ...other }` creates hidden classes each time.
 */
function joined(one: HttpResponse['headers'], other: HttpResponse['headers']): HttpResponse['headers'] {
  const headers: Record<string, string> = {};
  for (const name in one) headers[name] = one[name]!;
  for (const name in other) headers[name] = other[name]!;
  return headers;
}
