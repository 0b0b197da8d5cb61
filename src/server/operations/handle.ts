/*
 * The life of a GraphQL request over HTTP, in the order of its steps:
 *
 *     method → authenticate → media type → content type, body → (stored response) → parameters → find the document → prepare
 *       → run (run.ts: limits, execution, audit, metrics) → respond
 *
 * Over a WebSocket (subscriptions/web-socket.ts), a request is prepared and run alike.
 */

import type { UsageCounts } from '../../graph/context.js';
import { applicationJson, eventStream, graphqlResponse, isJson, negotiate } from '../http/media-type.js';
import type { HttpHandler, HttpRequest } from '../http/request.js';
import { HttpError, methodNotAllowed, unauthenticated, type HttpResponse } from '../http/response.js';
import type { ResultMediaType } from '../result.js';
import type { Runtime } from '../runtime.js';
import { parametersOfBody, parametersOfSearch } from './parameters.js';
import { executeOperation, secondsSince, type OperationRequest } from './run.js';

/** Starts the subscription of a request, and responds with its events. */
export type StreamSubscription = (http: HttpRequest, request: OperationRequest) => HttpResponse;

/**
 * Returns the handler of `/graphql` or of its alias `/graphql/stream`. It authenticates the caller before it reads the body.
 * @param offered the media types of responses, in the order of preference
 */
export function createGraphqlHandler(
  runtime: Runtime,
  streamSubscription: StreamSubscription,
  offered: readonly [ResultMediaType, ...ResultMediaType[]],
): HttpHandler {
  const { authenticate, refusals, sharedResults, documents, formatError, asResponse, settings, metrics, traces, nameForLog, now } = runtime;

  return async function handle(http) {
    const { id, method, headers, logFields } = http;
    const accepted = negotiate(headers.accept, offered);
    try {
      if (method !== 'GET' && method !== 'POST') throw methodNotAllowed('GET, POST');
      const caller = await authenticate(http.headerLists, http.remoteAddress);
      if (caller === null) {
        refusals.record(http.remoteAddress, id);
        throw unauthenticated(missingCredential);
      }
      logFields.caller = caller.name;
      if (accepted === null) throw new HttpError(406, acceptedTypes);
      const text = await readText(http);
      const started = performance.now();

      // A stored response needs no limit, no rate limit and no audit: it has passed the limits, makes no call, and content is not audited.
      const stored = sharedResults.findStoredResponse(caller, method, text);
      if (stored !== null) {
        const { operationName, result, usage } = stored;
        metrics.countOperation('query', 'ok', secondsSince(started), usage);
        traces?.startOperation(headers).end('query', nameForLog(operationName), result, usage);
        logFields.operationName = operationName;
        return asResponse(result, accepted, maxAgeSecondsOf(usage, method, now));
      }

      const parameters = (method === 'GET' ? parametersOfSearch : parametersOfBody)(text, settings.maxBodyValues);
      const prepared = documents.operationOf(parameters, caller);
      const request: OperationRequest = { id, caller, headers, prepared, variables: parameters.variables, started };
      if (prepared.type === 'subscription' && accepted === eventStream) return streamSubscription(http, request);
      if (method === 'GET' && prepared.type === 'mutation') throw methodNotAllowed('POST', queriesOnly);

      const { result, body, usage } = await executeOperation(request, http.cancellation, runtime, { method, text });
      logFields.operationName = prepared.name;
      logFields.viewer = result.extensions?.['viewer'];
      const mayReuse = !result.errors && prepared.type === 'query' && prepared.contentOnly;
      return asResponse(result, accepted, mayReuse ? maxAgeSecondsOf(usage, method, now) : undefined, body);
    } catch (error) {
      // Also for a client that accepts event streams only.
      const mediaType = accepted === graphqlResponse ? graphqlResponse : applicationJson;
      if (error instanceof HttpError) return error.toResponse(mediaType);
      return asResponse({ errors: [formatError(error, id)] }, mediaType);
    }
  };
}

/** Reads the text of the parameters: the body, or the query string. @throws HttpError */
function readText(request: HttpRequest): string | Promise<string> {
  const contentType = request.headers['content-type'];
  if (request.method === 'GET') {
    // A GET has no body, but a page of another origin could send a content type that avoids the CORS preflight (GHSA-9q82-xgwf-vj6h).
    if (contentType !== undefined && !isJson(contentType)) throw unsupportedMediaType();
    return request.search;
  }
  if (!isJson(contentType)) throw unsupportedMediaType();
  return request.text();
}

/**
 * Returns for how long the caller's cache may reuse a response of content only, without errors: as long as the cached content that it was
 * made from is fresh. undefined if it contains a stale value, or nothing of the service.
 */
function maxAgeSecondsOf({ stale, freshUntil }: UsageCounts, method: string, now: () => number): number | undefined {
  if (method !== 'GET' || stale.length > 0) return undefined;
  const seconds = Math.floor((freshUntil - now()) / 1000);
  return seconds > 0 && seconds < Infinity ? seconds : undefined;
}

const acceptedTypes =
  'The response is application/json or application/graphql-response+json or text/event-stream. Send an Accept header that includes it.';

const unsupportedMediaType = () =>
  new HttpError(415, 'The body must be JSON in UTF-8. Send it with the header content-type: application/json.');

const missingCredential =
  'A valid credential is required: Authorization: Bearer KEY, or x-api-key: KEY; behind a gateway, Router-Authorization as well.';

const queriesOnly = 'GET requests may contain queries only. Send mutations by POST.';
