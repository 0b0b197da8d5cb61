import type { GraphQLFormattedError } from 'graphql';
import type { Cors } from './cors.js';
import type { Handler, HttpResponse, HttpRequest } from './http.js';
import { json } from './media-type.js';
import { notFound, Refusal } from './refusal.js';

/** The handler of each path; whatever goes wrong in it becomes an answer. */
export function createRouter(
  routes: Readonly<Record<string, Handler>>,
  formatError: (error: unknown, requestId: string) => GraphQLFormattedError,
  cors?: Cors,
): Handler {
  const handlers = new Map(Object.entries(routes));
  const answerTo = async (request: HttpRequest): Promise<HttpResponse> => {
    try {
      const handler = handlers.get(request.path);
      if (handler === undefined) throw notFound([...handlers.keys()]);
      return cors?.preflight(request) ?? (await handler(request));
    } catch (error) {
      if (error instanceof Refusal) return error.answer();
      const body = JSON.stringify({ errors: [formatError(error, request.id)] });
      return { status: 500, headers: { 'content-type': json }, body };
    }
  };
  if (cors === undefined) return answerTo;
  return async (request) => {
    const answer = await answerTo(request);
    const headers = cors.headersFor(request);
    return headers === undefined ? answer : { ...answer, headers: { ...answer.headers, ...headers } };
  };
}
