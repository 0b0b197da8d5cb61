/* The handler of /graphql: GraphQL over HTTP, as JSON or as server-sent events. */

import type { CreateGraphContext } from '../../graph/context.js';
import { responseTooLarge } from '../../graph/execution/response-size.js';
import type { Caller } from '../../model/caller.js';
import type { AuthenticateRequest } from '../authentication/authentication.js';
import { header, type HttpHandler, type HttpRequest, type HttpResponse } from '../http/handler.js';
import { HttpError, methodNotAllowed, notAcceptable, unauthenticated, unsupportedMediaType } from '../http/http-error.js';
import { eventStream, graphqlResponse, isJson, json, negotiate } from '../http/media-type.js';
import type { FormatError } from '../messages/response-errors.js';
import type { WrappedRunner } from '../work.js';
import type { SelectsSubscription } from './documents/selects-subscription.js';
import { asEventStream, asResponse, bytesBeyond, type JsonMediaType, type JsonResponse } from './graphql-response.js';
import { HeldCancellation } from './held-cancellation.js';
import type { FindStoredResponse, Operation, OperationResult } from './operation.js';
import { parametersOfBody, parametersOfSearch, type RequestParameters } from './parameters.js';

/** Starts the subscription of a request, and responds with its events. */
export type StreamSubscription = (request: HttpRequest, caller: Caller, parameters: RequestParameters) => Promise<HttpResponse>;

export interface GraphqlHandlerOptions {
  readonly authenticate: AuthenticateRequest;
  readonly createContext: CreateGraphContext;
  readonly run: WrappedRunner<Operation, OperationResult>;
  readonly findStoredResponse: FindStoredResponse;
  readonly selectsSubscription: SelectsSubscription;
  readonly streamSubscription: StreamSubscription;
  readonly formatError: FormatError;
  readonly requestTimeoutMs: number;
  readonly maxBodyValues: number;
  readonly maxResponseBytes: number;
  /** The status under application/graphql-response+json for a document that is named by an unknown id or hash. */
  readonly unknownDocumentStatus: 200 | 400;
}

type Offered = JsonMediaType | typeof eventStream;

/** Returns the handler of `/graphql`, and that of `/graphql/stream`. They authenticate the caller before they read the body. */
export function createGraphqlHandlers(options: GraphqlHandlerOptions): { readonly graphql: HttpHandler; readonly stream: HttpHandler } {
  return {
    graphql: createHandler(options, ['GET', 'POST'], [json, graphqlResponse, eventStream]),
    stream: createHandler(options, ['POST'], [eventStream]),
  };
}

function createHandler(options: GraphqlHandlerOptions, methods: readonly string[], offered: readonly [Offered, ...Offered[]]): HttpHandler {
  const { authenticate, findStoredResponse, selectsSubscription, streamSubscription } = options;
  const { formatError, maxBodyValues, maxResponseBytes, unknownDocumentStatus } = options;
  const offer = offered.map((type) => type.slice(0, type.indexOf(';'))).join(' or ');

  const responseOf = (result: OperationResult, mediaType: JsonMediaType) => asResponse(result, mediaType, unknownDocumentStatus);
  const failed = (error: unknown, mediaType: JsonMediaType, requestId: string) =>
    responseOf({ errors: [formatError(error, requestId)], wrongMethod: false }, mediaType);
  const limitedResponse = (result: OperationResult, mediaType: JsonMediaType, requestId: string): JsonResponse => {
    const response = responseOf(result, mediaType);
    // The response of a mutation is always sent: its caller must learn what was registered.
    const bytes = result.operationType === 'mutation' ? 0 : bytesBeyond(maxResponseBytes, response.body);
    return bytes === 0 ? response : failed(responseTooLarge(maxResponseBytes, bytes), mediaType, requestId);
  };

  return async (request) => {
    const accepted = negotiate(header(request, 'accept'), offered);
    // What is refused before it runs is JSON under any media type.
    const mediaType = accepted === graphqlResponse ? graphqlResponse : json;
    try {
      if (!methods.includes(request.method)) throw methodNotAllowed(methods.join(', '));
      const authenticated = authenticate(request.credentialHeaders(), request.remoteAddress, request.id);
      const caller = authenticated instanceof Promise ? await authenticated : authenticated;
      if (caller === null) throw unauthenticated();
      request.logFields.caller = caller.name;
      if (accepted === null) throw notAcceptable(offer);
      const requestText = await readRequestText(request);
      const respond = (result: OperationResult) => {
        const response = limitedResponse(result, mediaType, request.id);
        return accepted === eventStream ? asEventStream(response) : response;
      };
      const stored = findStoredResponse(caller, request.method, requestText);
      if (stored !== null) {
        request.logFields.operationName = stored.operationName ?? null;
        return respond(stored);
      }
      const parameters = (request.method === 'GET' ? parametersOfSearch : parametersOfBody)(requestText, maxBodyValues);
      if (accepted === eventStream && selectsSubscription(parameters, caller)) return await streamSubscription(request, caller, parameters);
      return await runOperation(request, caller, { requestText, parameters }, respond, options);
    } catch (error) {
      if (error instanceof HttpError) return error.toResponse(mediaType);
      return failed(error, mediaType, request.id);
    }
  };
}

/**
 * Runs the operation of a request, and responds with its result. Its reads are cancelled when the client has disconnected and no other request
 * waits for the result, or when `REQUEST_TIMEOUT_MS` has passed. Writes continue.
 * @param respond is called before the operation ends, because the result may refer to memory that is released then
 */
async function runOperation(
  request: HttpRequest,
  caller: Caller,
  requested: Pick<Operation, 'requestText' | 'parameters'>,
  respond: (result: OperationResult) => HttpResponse,
  { createContext, run, requestTimeoutMs }: GraphqlHandlerOptions,
): Promise<HttpResponse> {
  const { id: requestId, method, headers, logFields } = request;
  const { requestText, parameters } = requested;
  logFields.operationName = parameters.operationName ?? firstName(parameters.query);
  const cancellation = new HeldCancellation();
  const context = createContext({ caller, signal: cancellation });
  const timer = setTimeout(() => cancellation.abort('timeout'), requestTimeoutMs);
  let ended = false;
  request.onClose(() => ended || cancellation.clientDisconnected());
  try {
    const result = await run({ role: 'operation', requestId, method, headers, requestText, parameters, context, cancellation });
    logFields.operationName = result.operationName ?? logFields.operationName ?? null;
    return respond(result);
  } finally {
    ended = true;
    cancellation.end();
    clearTimeout(timer);
  }
}

/** Reads the text of the parameters: the body, or the query string. @throws HttpError */
async function readRequestText(request: HttpRequest): Promise<string> {
  const contentType = header(request, 'content-type');
  if (request.method === 'GET') {
    // A GET has no body, but a page of another origin could send a content type that avoids the CORS preflight (GHSA-9q82-xgwf-vj6h).
    if (contentType !== undefined && !isJson(contentType)) throw unsupportedMediaType();
    return request.search;
  }
  if (!isJson(contentType)) throw unsupportedMediaType();
  return request.text();
}

const firstName = (query: string | undefined): string | null => /^\s*(?:query|mutation)\s+([_A-Za-z]\w*)/.exec(query ?? '')?.[1] ?? null;
