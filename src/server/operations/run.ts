/*
 * The life of a GraphQL request over HTTP, in the order of its steps: `handle` reads the request, and `run` responds with the result of its
 * operation.
 *
 *     authenticate → find the document → prepare → measure → admit → execute → respond
 *
 * Starts of subscriptions and their events take the same steps (subscriptions.ts).
 */

import type { GraphQLError } from 'graphql';
import type { GraphContext } from '../../graph/context.js';
import { responseTooLarge } from '../../graph/execution/response-size.js';
import type { Caller } from '../../records/caller.js';
import { outcomeOf } from '../ended-operation.js';
import { eventStream, graphqlResponse, isJson, json, negotiate } from '../http/media-type.js';
import type { HttpHandler, HttpRequest } from '../http/request.js';
import { HttpError, methodNotAllowed, unauthenticated, type HttpResponse } from '../http/response.js';
import { badInput, errorsOf } from '../messages/request-errors.js';
import { RunningOperation, secondsSince } from '../running-operation.js';
import type { Runtime } from '../runtime.js';
import { parametersOfBody, parametersOfSearch, type RequestParameters } from './parameters.js';
import type { PreparedOperation } from './prepare.js';
import { callsToReserve } from './rate-limit.js';
import { asEventStream, asResponse, bytesBeyond, type JsonMediaType, type OperationResult } from './response.js';
import { HeldCancellation } from './shared-results.js';

/** Starts the subscription of a request, and responds with its events. */
export type StreamSubscription = (request: HttpRequest, caller: Caller, parameters: RequestParameters) => Promise<HttpResponse>;

type Offered = JsonMediaType | typeof eventStream;
/** Writes a result. One that only its exact size shows to be too large is replaced by an error. */
type Respond = (result: OperationResult) => { readonly response: HttpResponse; readonly result: OperationResult };

/** Returns the handler of `/graphql`, and that of `/graphql/stream`. They authenticate the caller before they read the body. */
export function createGraphqlHandlers(
  runtime: Runtime,
  streamSubscription: StreamSubscription,
): { readonly graphql: HttpHandler; readonly stream: HttpHandler } {
  return {
    graphql: createHandler(runtime, streamSubscription, ['GET', 'POST'], [json, graphqlResponse, eventStream]),
    stream: createHandler(runtime, streamSubscription, ['POST'], [eventStream]),
  };
}

function createHandler(
  runtime: Runtime,
  streamSubscription: StreamSubscription,
  methods: readonly string[],
  offered: readonly [Offered, ...Offered[]],
): HttpHandler {
  const { authenticate, refusals, formatError, unknownDocumentStatus } = runtime;
  const { maxBodyValues, maxResponseBytes } = runtime.settings;
  const offer = offered.map((type) => type.slice(0, type.indexOf(';'))).join(' or ');

  return async function handle(request) {
    const accepted = negotiate(request.headers.accept, offered);
    // What is refused before it runs is JSON under any media type.
    const mediaType = accepted === graphqlResponse ? graphqlResponse : json;
    const respond: Respond = (given) => {
      let result = given;
      let response = asResponse(result, mediaType, unknownDocumentStatus);
      // The response of a mutation is always sent: its caller must learn what was registered.
      const bytes = result.operationType === 'mutation' ? 0 : bytesBeyond(maxResponseBytes, response.body);
      if (bytes > 0) {
        const errors = [formatError(responseTooLarge(maxResponseBytes, bytes), request.id)];
        result = { errors, operationType: result.operationType, operationName: result.operationName, wrongMethod: false };
        response = asResponse(result, mediaType, unknownDocumentStatus);
      }
      return { response: accepted === eventStream ? asEventStream(response) : response, result };
    };
    try {
      if (!methods.includes(request.method)) throw methodNotAllowed(methods.join(', '));
      const authenticated = authenticate(request.credentialHeaders(), request.remoteAddress);
      const caller = authenticated instanceof Promise ? await authenticated : authenticated;
      if (caller === null) {
        refusals.record(request.remoteAddress, request.id);
        throw unauthenticated(missingCredential);
      }
      request.logFields.caller = caller.name;
      if (accepted === null) throw new HttpError(406, `The response is ${offer}. Send an Accept header that includes it.`);
      const requestText = await readRequestText(request);
      const stored = respondStored(request, caller, requestText, respond, runtime);
      if (stored !== null) return stored;
      const parameters = (request.method === 'GET' ? parametersOfSearch : parametersOfBody)(requestText, maxBodyValues);
      if (accepted === eventStream && (await selectsSubscription(parameters, caller, runtime)))
        return await streamSubscription(request, caller, parameters);
      return await run(request, caller, requestText, parameters, respond, runtime);
    } catch (error) {
      if (error instanceof HttpError) return error.toResponse(mediaType);
      return asResponse({ errors: [formatError(error, request.id)], wrongMethod: false }, mediaType, unknownDocumentStatus);
    }
  };
}

/** Reads the text of the parameters: the body, or the query string. @throws HttpError */
async function readRequestText(request: HttpRequest): Promise<string> {
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
 * Responds with the stored response of an equal request; null if there is none. It needs no limit, no rate limit and no audit: it has passed the
 * limits, makes no call, and content is not audited.
 */
function respondStored(
  { method, headers, logFields }: HttpRequest,
  caller: Caller,
  requestText: string,
  respond: Respond,
  { shared, metrics, traces, nameForLog }: Runtime,
): HttpResponse | null {
  const started = performance.now();
  const stored = shared.findStoredResponse(caller, method, requestText);
  if (stored === null) return null;
  const { operationName = null, usage } = stored;
  const { response, result } = respond(stored);
  metrics.countOperation('query', outcomeOf(result), secondsSince(started), usage);
  traces?.startOperation(headers).end(result, nameForLog(operationName), usage);
  logFields.operationName = operationName;
  return response;
}

/** Whether a request selects a subscription. False for a document that is refused: its errors are those of an operation. */
async function selectsSubscription(parameters: RequestParameters, caller: Caller, { documents, prepare }: Runtime): Promise<boolean> {
  try {
    const { operation } = await prepare(documents.find(parameters, caller), parameters.operationName);
    return operation.operation === 'subscription';
  } catch {
    return false;
  }
}

/**
 * Runs the operation of a request, and responds with its result. Its reads are cancelled when the client has disconnected and no other request
 * waits for the result, or when `REQUEST_TIMEOUT_MS` has passed. Writes continue.
 */
async function run(
  request: HttpRequest,
  caller: Caller,
  requestText: string,
  parameters: RequestParameters,
  respond: Respond,
  runtime: Runtime,
): Promise<HttpResponse> {
  const { documents, prepare, shared, executeAsText, responseErrors, now } = runtime;
  const { id: requestId, method, headers, logFields } = request;
  const { operationName } = parameters;
  logFields.operationName = operationName ?? firstName(parameters.query);

  const cancellation = new HeldCancellation();
  const context = runtime.createContext({ caller, signal: cancellation });
  const timer = setTimeout(() => cancellation.abort('timeout'), runtime.settings.requestTimeoutMs);
  let ended = false;
  request.onClose(() => ended || cancellation.clientDisconnected());

  const running = new RunningOperation(runtime, { requestId, context, operationName }, runtime.traces?.startOperation(headers));
  let prepared: PreparedOperation | undefined;
  let wrongMethod = false;
  let result: OperationResult | undefined;
  const formatted = (errors: readonly GraphQLError[]) => responseErrors(errors, requestId);
  const resultOf = (data: OperationResult['data'], errors?: OperationResult['errors']) =>
    operationResult(data, errors, { method, context, prepared, wrongMethod, now });
  try {
    try {
      const found = await prepare(documents.find(parameters, caller), operationName);
      const { operation, contentOnly, planned } = found;
      wrongMethod = method === 'GET' && operation.operation !== 'query';
      if (wrongMethod) throw badInput('GET requests may contain queries only. Send mutations by POST.');
      prepared = found;
      if (operation.operation === 'subscription') throw badInput(pathsOfSubscriptions);
      const variables = found.coerceVariables(parameters.variables ?? {});
      const { plan, cost } = planned.forVariables(variables, context.activities.ids);
      await running.reservation?.reserve(callsToReserve(cost, context));
      documents.reportIfNotTrusted(caller, prepared);

      const execution = { operation, plan, variables, context };
      const execute = async () => {
        const { data, errors } = await running.within(() => executeAsText(execution));
        return resultOf(data, errors && (await formatted(errors)));
      };
      result =
        operation.operation === 'mutation'
          ? await execute()
          : await shared.run({ method, requestText, context, cancellation }, contentOnly, { execute, share: resultOf });
    } catch (error) {
      result = resultOf(undefined, await formatted(errorsOf(error)));
    }
    logFields.operationName = result.operationName ?? logFields.operationName ?? null;
    logFields.viewer = result.extensions?.['viewer'];
    // Before the end of the operation, because the result may refer to memory that is released then.
    const responded = respond(result);
    result = responded.result;
    return responded.response;
  } finally {
    running.end(result, context.usage.attempts);
    ended = true;
    cancellation.end();
    clearTimeout(timer);
  }
}

/** An operation as far as its request has come. */
interface RequestedOperation {
  readonly method: string;
  readonly context: GraphContext;
  readonly prepared: PreparedOperation | undefined;
  readonly wrongMethod: boolean;
  readonly now: () => number;
}

/** Makes the result of an operation: its data and errors, extensions and the time for caches. */
function operationResult(
  data: OperationResult['data'],
  errors: OperationResult['errors'],
  { method, context, prepared, wrongMethod, now }: RequestedOperation,
): OperationResult {
  const result: { -readonly [Name in keyof OperationResult]: OperationResult[Name] } = { wrongMethod };
  if (errors) result.errors = errors;
  if (data !== undefined) result.data = data;
  const extensions = context.responseExtensions();
  if (extensions) result.extensions = extensions;
  if (!prepared) return result;
  result.operationType = prepared.operation.operation;
  result.operationName = prepared.operation.name?.value ?? null;
  // As long as the cached content that it was made from is fresh. Not at all if it contains anything else, or a stale value.
  const { usage } = context;
  if (method !== 'GET' || errors || !prepared.contentOnly || usage.stale.length > 0) return result;
  const maxAgeSeconds = Math.floor((usage.freshUntil - now()) / 1000);
  if (maxAgeSeconds > 0) result.maxAgeSeconds = maxAgeSeconds;
  return result;
}

const firstName = (query: string | undefined): string | null => /^\s*(?:query|mutation)\s+([_A-Za-z]\w*)/.exec(query ?? '')?.[1] ?? null;

const unsupportedMediaType = () =>
  new HttpError(415, 'The body must be JSON in UTF-8. Send it with the header content-type: application/json.');

const missingCredential =
  'A valid credential is required: Authorization: Bearer KEY, or x-api-key: KEY; behind a gateway, Router-Authorization as well.';

const pathsOfSubscriptions =
  'Subscriptions are served over WebSocket at /graphql, and as server-sent events with Accept: text/event-stream.';
