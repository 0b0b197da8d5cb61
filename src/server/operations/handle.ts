/*
 * The life of a GraphQL request over HTTP, in the order of its steps:
 *
 *     method → authenticate → media type → content type, body → (stored response) → parameters → find the document → prepare
 *       → run (run.ts: limits, execution, audit, metrics) → respond
 *
 * Over a WebSocket (subscriptions/web-socket.ts), a request is prepared and run alike.
 */

import type { UsageCounts } from '../../graph/context.js';
import type { ResponseCode } from '../../records/errors.js';
import type { ServerDependencies } from '../dependencies.js';
import { applicationJson, eventStream, graphqlResponse, isJson, negotiate } from '../http/media-type.js';
import type { HttpHandler, HttpRequest } from '../http/request.js';
import { HttpError, methodNotAllowed, unauthenticated, type HttpResponse } from '../http/response.js';
import { parametersOfBody, parametersOfSearch } from './documents.js';
import { executeOperation, jsonOf, secondsSince, type OperationRequest, type Result } from './run.js';

/** Starts the subscription of a request, and responds with its events. */
export type StreamSubscription = (http: HttpRequest, request: OperationRequest) => HttpResponse;

/**
 * Returns the handler of `/graphql` or of its alias `/graphql/stream`. It authenticates the caller before it reads the body.
 * @param offered the media types of responses, in the order of preference
 */
export function createGraphqlHandler(
  dependencies: ServerDependencies,
  streamSubscription: StreamSubscription,
  offered: readonly [ResultMediaType, ...ResultMediaType[]],
): HttpHandler {
  const { authenticate, refusals, sharedResults, documents, formatError, settings, metrics, traces, nameForLog, now } = dependencies;
  const buildResponse = createResponseBuilder(dependencies.trustedDocumentsMode === 'require' ? 400 : 200);

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
        traces?.startOperation(headers).end('query', nameForLog(operationName), usage, 'ok');
        logFields.operationName = operationName;
        return buildResponse(result, accepted, maxAgeSecondsOf(usage, method, now));
      }

      const parameters = (method === 'GET' ? parametersOfSearch : parametersOfBody)(text, settings.maxBodyValues);
      const prepared = documents.operationOf(parameters, caller);
      const request: OperationRequest = { id, caller, headers, prepared, variables: parameters.variables, started };
      if (prepared.type === 'subscription' && accepted === eventStream) return streamSubscription(http, request);
      if (method === 'GET' && prepared.type === 'mutation') throw methodNotAllowed('POST', queriesOnly);

      const { result, body, usage } = await executeOperation(request, http.cancellation, dependencies, { method, text });
      logFields.operationName = prepared.name;
      logFields.viewer = result.extensions?.['viewer'];
      const mayReuse = !result.errors && prepared.type === 'query' && prepared.contentOnly;
      return buildResponse(result, accepted, mayReuse ? maxAgeSecondsOf(usage, method, now) : undefined, body);
    } catch (error) {
      // A client that accepts event streams only gets JSON too.
      const mediaType = accepted === graphqlResponse ? graphqlResponse : applicationJson;
      if (error instanceof HttpError) return error.toResponse(mediaType);
      return buildResponse({ errors: [formatError(error, id)] }, mediaType);
    }
  };
}

/** Reads the text of the parameters: the body, or the query string. @throws HttpError */
function readText(request: HttpRequest): string | Promise<string> {
  const contentType = request.headers['content-type'];
  if (request.method === 'GET') {
    // A GET has no body, but a page of another origin could send a content type that avoids the CORS preflight (GHSA-9q82-xgwf-vj6h).
    if (contentType !== undefined && !isJson(contentType)) throw unsupportedMediaType('A GET has no body. Remove its header content-type.');
    return request.search;
  }
  if (!isJson(contentType)) throw unsupportedMediaType(jsonOnly);
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

const unsupportedMediaType = (message: string) => new HttpError(415, message);
const jsonOnly = 'The body must be JSON in UTF-8. Send it with the header content-type: application/json.';

const missingCredential =
  'A valid credential is required: Authorization: Bearer KEY, or x-api-key: KEY; behind a gateway, Router-Authorization as well.';

const queriesOnly = 'GET requests may contain queries only. Send mutations by POST.';

/* The response of a result: by GraphQL over HTTP (status, headers, body), or as server-sent events. */

/** The media types of a response with one result. In an event stream, it is one event. */
type ResultMediaType = typeof applicationJson | typeof graphqlResponse | typeof eventStream;

/**
 * Returns the function that makes the HTTP response of an operation's result. `maxAgeSeconds` is the time for which the caller's own cache
 * may reuse it; undefined if it may not. `body` is `jsonOf` the result, if that is known.
 * @param unknownDocumentStatus the status under application/graphql-response+json for a document that is named by an unknown id or hash
 */
export const createResponseBuilder =
  (unknownDocumentStatus: 200 | 400) =>
  (result: Result, mediaType: ResultMediaType, maxAgeSeconds?: number, body = jsonOf(result)): HttpResponse => {
    const status = responseStatus(result, unknownDocumentStatus);
    const headers: Record<string, string> = { 'content-type': mediaType };
    // A request beyond the rate limit has this error only.
    if (status === 429) headers['retry-after'] = String(Math.ceil(Number(result.errors?.[0]?.extensions?.['retryAfterMs']) / 1000));
    if (maxAgeSeconds !== undefined) headers['cache-control'] = `private, max-age=${maxAgeSeconds}`;
    if (mediaType !== eventStream) return { status: mediaType === graphqlResponse ? status : 200, headers, body };
    return { status: 200, headers: Object.assign(headers, streamHeaders), body: nextEvent(body, completeEvent) };
  };

/** Returns the status under application/graphql-response+json. A response with `data` is a success even if fields failed. */
function responseStatus({ data, errors }: Result, unknownDocumentStatus: number): number {
  if (errors === undefined || (data !== undefined && data !== null)) return 200;
  const has = (code: ResponseCode) => errors.some(({ extensions }) => extensions?.['code'] === code);
  if (has('INTERNAL_SERVER_ERROR')) return 500;
  if (data === null) return 200;
  if (has('RATE_LIMITED')) return 429;
  return has('PERSISTED_QUERY_NOT_FOUND') ? unknownDocumentStatus : 400;
}

/** Returns a result with text around it, in bytes: as a string, a large result would fill the heap until its client has read it. */
export const bytesAround = (before: string, result: Buffer, after: string): Buffer =>
  Buffer.concat([Buffer.from(before), result, Buffer.from(after)]);

export const streamHeaders = { 'content-type': eventStream, 'x-accel-buffering': 'no' };
/** @param after the events that follow */
export const nextEvent = (result: Buffer, after = ''): Buffer => bytesAround('event: next\ndata: ', result, `\n\n${after}`);
export const completeEvent = 'event: complete\ndata:\n\n';
