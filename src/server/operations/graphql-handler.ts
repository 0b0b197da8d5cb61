/* The handler of /graphql: GraphQL over HTTP. */

import type { CreateGraphContext } from '../../graph/context.js';
import { responseTooLarge } from '../../graph/execution/response-size.js';
import type { Caller } from '../../model/caller.js';
import type { AuthenticateRequest } from '../authentication/authentication.js';
import { header, type HttpHandler, type HttpRequest, type HttpResponse } from '../http/handler.js';
import { HttpError, methodNotAllowed, notAcceptable, unauthenticated, unsupportedMediaType } from '../http/http-error.js';
import { isJson, json, negotiate, type MediaType } from '../http/media-type.js';
import type { FormatError } from '../messages/response-errors.js';
import type { WrappedRunner } from '../work.js';
import { asResponse, bytesBeyond } from './graphql-response.js';
import { HeldCancellation } from './held-cancellation.js';
import type { FindStoredResponse, Operation, OperationResult } from './operation.js';
import { parametersOfBody, parametersOfSearch } from './parameters.js';

export interface GraphqlHandlerOptions {
  readonly authenticate: AuthenticateRequest;
  readonly createContext: CreateGraphContext;
  readonly run: WrappedRunner<Operation, OperationResult>;
  readonly findStoredResponse: FindStoredResponse;
  readonly formatError: FormatError;
  readonly requestTimeoutMs: number;
  readonly maxResponseBytes: number;
  /** The status under application/graphql-response+json for a document that is named by an unknown id or hash. */
  readonly unknownDocumentStatus: 200 | 400;
}

/** Returns the handler. It authenticates the caller before it reads the body. */
export function createGraphqlHandler(options: GraphqlHandlerOptions): HttpHandler {
  const { authenticate, findStoredResponse, formatError, maxResponseBytes, unknownDocumentStatus } = options;

  const responseOf = (result: OperationResult, mediaType: MediaType) => asResponse(result, mediaType, unknownDocumentStatus);
  const failed = (error: unknown, mediaType: MediaType, requestId: string) =>
    responseOf({ errors: [formatError(error, requestId)], wrongMethod: false }, mediaType);
  const limitedResponse = (result: OperationResult, mediaType: MediaType, requestId: string): HttpResponse => {
    const response = responseOf(result, mediaType);
    // The response of a mutation is always sent: its caller must learn what was registered.
    const bytes = result.operationType === 'mutation' ? 0 : bytesBeyond(maxResponseBytes, response.body);
    return bytes === 0 ? response : failed(responseTooLarge(maxResponseBytes, bytes), mediaType, requestId);
  };

  return async (request) => {
    const mediaType = negotiate(header(request, 'accept'));
    try {
      if (request.method !== 'GET' && request.method !== 'POST') throw methodNotAllowed('GET, POST');
      const authenticated = authenticate(request.credentialHeaders(), request.remoteAddress, request.id);
      const caller = authenticated instanceof Promise ? await authenticated : authenticated;
      if (caller === null) throw unauthenticated();
      request.logFields.caller = caller.name;
      if (mediaType === null) throw notAcceptable('application/graphql-response+json or application/json');
      const requestText = await readRequestText(request);
      const respond = (result: OperationResult) => limitedResponse(result, mediaType, request.id);
      const stored = findStoredResponse(caller, request.method, requestText);
      if (stored === null) return await runOperation(request, caller, requestText, respond, options);
      request.logFields.operationName = stored.operationName ?? null;
      return respond(stored);
    } catch (error) {
      if (error instanceof HttpError) return error.toResponse(mediaType ?? undefined);
      return failed(error, mediaType ?? json, request.id);
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
  requestText: string,
  respond: (result: OperationResult) => HttpResponse,
  { createContext, run, requestTimeoutMs }: GraphqlHandlerOptions,
): Promise<HttpResponse> {
  const { id: requestId, method, headers, logFields } = request;
  const parameters = method === 'GET' ? parametersOfSearch(requestText) : parametersOfBody(requestText);
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
