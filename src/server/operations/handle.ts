/*
 * The life of a GraphQL request over HTTP, in the order of its steps: `handle` reads the request and prepares its operation, which
 * `executeOperation` executes by the methods of an `OperationRun`.
 *
 *     method → authenticate → media type → content type, body → (stored response) → parameters → find the document → prepare
 *       → variables → admit: limits, calls → (share) → execute → complete → respond
 *
 * Over a WebSocket, queries and mutations are executed alike. The start of a subscription and each of its events are runs too
 * (subscriptions.ts): they are admitted, executed and completed, or refused.
 */

import type { GraphContext, UsageCounts } from '../../graph/context.js';
import type { OperationCost } from '../../graph/cost/operation-cost.js';
import { execute, type ExecutedResult } from '../../graph/execution/execute.js';
import type { ExecutionRequest } from '../../graph/execution/plan.js';
import { responseTooLarge } from '../../graph/execution/response-text.js';
import { Cancellation } from '../../primitives/cancellation.js';
import type { EncodedText } from '../../primitives/encoded-text.js';
import type { Caller } from '../../records/caller.js';
import { applicationJson, eventStream, graphqlResponse, isJson, negotiate } from '../http/media-type.js';
import type { HttpHandler, HttpRequest } from '../http/request.js';
import { HttpError, methodNotAllowed, unauthenticated, type HttpResponse } from '../http/response.js';
import { asEventStream, jsonOf, outcomeOf, type JsonMediaType, type JsonResponse, type Result } from '../result.js';
import type { Runtime } from '../runtime.js';
import type { OperationSpan } from '../telemetry/traces.js';
import { parametersOfBody, parametersOfSearch, type RequestParameters } from './parameters.js';
import type { RefusedOperation, PreparedOperation } from './prepare.js';
import type { CallReservation } from './rate-limit.js';
import { badInput, errorsOf } from './request-errors.js';
import type { ShareableQuery } from './shared-results.js';
import type { VariableValues } from './variables.js';

/** Starts the subscription of a request, and responds with its events. */
export type StreamSubscription = (
  request: HttpRequest,
  caller: Caller,
  parameters: RequestParameters,
  prepared: PreparedOperation,
) => Promise<HttpResponse>;

type Offered = JsonMediaType | typeof eventStream;

/** A request that has passed the steps of HTTP. */
interface ReceivedRequest {
  readonly request: HttpRequest;
  readonly caller: Caller;
  /** The body, or the query string of a GET. */
  readonly text: string;
  /** The media type of the response. */
  readonly mediaType: JsonMediaType;
  /** When it was read, by performance.now(). */
  readonly started: number;
}

/**
 * Returns the handler of `/graphql` or of its alias `/graphql/stream`. It authenticates the caller before it reads the body.
 * @param offered the media types of responses, in the order of preference
 */
export function createGraphqlHandler(
  runtime: Runtime,
  streamSubscription: StreamSubscription,
  offered: readonly [Offered, ...Offered[]],
): HttpHandler {
  const { authenticate, refusals, documents, formatError, asResponse, settings } = runtime;

  return async function handle(request) {
    const accepted = negotiate(request.headers.accept, offered);
    // A refusal by a step of HTTP is JSON, also for a client that accepts event streams only.
    const mediaType = accepted === graphqlResponse ? graphqlResponse : applicationJson;
    try {
      if (request.method !== 'GET' && request.method !== 'POST') throw methodNotAllowed('GET, POST');
      const caller = await authenticate(request.headerLists, request.remoteAddress);
      if (caller === null) {
        refusals.record(request.remoteAddress, request.id);
        throw unauthenticated(missingCredential);
      }
      request.logFields.caller = caller.name;
      if (accepted === null) throw new HttpError(406, acceptedTypes);
      const text = await readText(request);
      const received: ReceivedRequest = { request, caller, text, mediaType, started: performance.now() };
      let response = respondStored(received, runtime);
      if (response === null) {
        const parameters = (request.method === 'GET' ? parametersOfSearch : parametersOfBody)(text, settings.maxBodyValues);
        const prepared = documents.operationOf(parameters, caller);
        if (prepared.type === 'subscription' && accepted === eventStream)
          return await streamSubscription(request, caller, parameters, prepared);
        if (request.method === 'GET' && prepared.type === 'mutation') throw methodNotAllowed('POST', queriesOnly);
        response = await respondExecuted(received, parameters, prepared, runtime);
      }
      return accepted === eventStream ? asEventStream(response) : response;
    } catch (error) {
      if (error instanceof HttpError) return error.toResponse(mediaType);
      return asResponse({ errors: [formatError(error, request.id)] }, mediaType);
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
 * Responds with the stored response of an equal request; null if there is none. It needs no limit, no rate limit and no audit: it has
 * passed the limits, makes no call, and content is not audited.
 */
function respondStored(
  { request, caller, text, mediaType, started }: ReceivedRequest,
  { sharedResults, metrics, traces, nameForLog, asResponse, now }: Runtime,
): JsonResponse | null {
  const stored = sharedResults.findStoredResponse(caller, request.method, text);
  if (stored === null) return null;
  const { operationName, usage, result } = stored;
  metrics.countOperation('query', 'ok', secondsSince(started), usage);
  traces?.startOperation(request.headers).end('query', nameForLog(operationName), result, usage);
  request.logFields.operationName = operationName;
  return asResponse(result, mediaType, maxAgeSecondsOf(usage, request.method, now));
}

/** Executes the operation of a request, and responds with its result. */
async function respondExecuted(
  { request, caller, text, mediaType, started }: ReceivedRequest,
  parameters: RequestParameters,
  prepared: PreparedOperation | RefusedOperation,
  runtime: Runtime,
): Promise<JsonResponse> {
  const { id: requestId, method, headers, logFields } = request;
  const cancellation = new Cancellation();
  request.onClose(() => cancellation.abort('cancelled'));
  const shareable = { method, requestText: text };
  const { result, body, usage } = await executeOperation(
    { requestId, caller, headers, parameters, prepared, started, cancellation, shareable },
    runtime,
  );
  logFields.operationName = prepared.name;
  logFields.viewer = result.extensions?.['viewer'];
  const mayReuse = !result.errors && prepared.type === 'query' && prepared.contentOnly;
  return runtime.asResponse(result, mediaType, mayReuse ? maxAgeSecondsOf(usage, method, runtime.now) : undefined, body);
}

/** An operation that is executed once: that of a request, or of a message of a WebSocket. */
interface OperationRequest {
  readonly requestId: string;
  readonly caller: Caller;
  readonly headers: HttpRequest['headers'];
  readonly parameters: RequestParameters;
  readonly prepared: PreparedOperation | RefusedOperation;
  /** When it was read, by performance.now(). */
  readonly started: number;
  /** Aborts when the client has left. */
  readonly cancellation: Cancellation;
  /** What shows that another query is equal; null if the result is not shared. */
  readonly shareable: Pick<ShareableQuery, 'method' | 'requestText'> | null;
}

interface ExecutedOperation {
  readonly result: Result;
  /** The JSON text of the result. */
  readonly body: string | EncodedText;
  readonly usage: UsageCounts;
}

/** Executes an operation. Its reads are cancelled when the client has left, or `REQUEST_TIMEOUT_MS` has passed. Writes continue. */
export async function executeOperation(
  { requestId, caller, headers, parameters, prepared, started, cancellation, shareable }: OperationRequest,
  runtime: Runtime,
): Promise<ExecutedOperation> {
  const { sharedResults, formatError, settings } = runtime;
  const context = runtime.createContext({ caller, signal: cancellation });
  const timer = setTimeout(() => cancellation.abort('timeout'), settings.requestTimeoutMs);
  const span = runtime.traces?.startOperation(headers);
  const run = new OperationRun(runtime, { requestId, context, prepared, span, started });
  try {
    let result: Result;
    try {
      if (prepared.type === 'unknown') throw prepared.error;
      if (prepared.type === 'subscription') throw badInput(pathsOfSubscriptions);
      const admitted = await run.admit(prepared, prepared.coerceVariables(parameters.variables), reservedByOperation);
      const executed =
        prepared.type === 'mutation' || shareable === null
          ? await run.execute(admitted)
          : await sharedResults.resultOf(
              { method: shareable.method, requestText: shareable.requestText, prepared, context, cancellation },
              () => run.execute(admitted),
            );
      result = await run.complete(executed);
    } catch (error) {
      result = await run.refuse(error);
    }
    let body = jsonOf(result);
    // The response of a mutation is always sent: its caller must learn what was registered.
    const bytes = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
    if (bytes > settings.maxResponseBytes && prepared.type !== 'mutation') {
      result = { errors: [formatError(responseTooLarge(settings.maxResponseBytes, bytes), requestId)] };
      body = jsonOf(result);
    }
    run.result = result;
    return { result, body, usage: context.usage };
  } finally {
    // Reads that a response too large has left behind.
    cancellation.abort('cancelled');
    run.end(context.usage.attempts);
    cancellation.end();
    clearTimeout(timer);
  }
}

/** The start of a run: its request or event, and how the graph sees it. */
interface BegunRun {
  readonly requestId: string;
  readonly context: GraphContext;
  readonly prepared: PreparedOperation | RefusedOperation;
  /** undefined if no spans are recorded. */
  readonly span: OperationSpan | undefined;
  /** When its request was read, by performance.now(). */
  readonly started: number;
  /** The event of a subscription, on which the operation is executed. */
  readonly event?: { readonly value: unknown; readonly subscriberLeft: AbortSignal };
}

/** A run, and what is known of it. It begins when it is created, and must be ended. */
export class OperationRun {
  /** undefined until it has a result, and if it throws. */
  result: Result | undefined;
  /** The calls that it takes from its caller's bucket; undefined if RATE_LIMIT is not set. */
  readonly #reservation: CallReservation | undefined;
  readonly #auditKey: number;

  constructor(
    private readonly runtime: Runtime,
    private readonly begun: BegunRun,
  ) {
    const { caller, storeWait } = begun.context;
    // An event waits until the limit permits it, so the waits for the store have no sum.
    this.#reservation = runtime.buckets?.reservation(caller.name, begun.event ? undefined : storeWait);
    this.#auditKey = runtime.audit.begin(this);
  }

  get requestId(): string {
    return this.begun.requestId;
  }

  get context(): GraphContext {
    return this.begun.context;
  }

  get prepared(): PreparedOperation | RefusedOperation {
    return this.begun.prepared;
  }

  /**
   * Plans the operation for its variables, checks its limits, and takes its calls from the caller's bucket. An event waits until it has as
   * many.
   * @throws QueryTooComplexError or RateLimitedError; an error if the subscriber of an event has left
   */
  async admit(prepared: PreparedOperation, variables: VariableValues, callsToReserve: CallsToReserve): Promise<ExecutionRequest> {
    const { context, event } = this.begun;
    event?.subscriberLeft.throwIfAborted();
    const { plan, cost } = prepared.planWithinLimits(variables, context.activities.ids);
    const calls = callsToReserve(cost, context);
    if (event) await this.#reservation?.reserveWhenPermitted(calls, event.subscriberLeft);
    else await this.#reservation?.reserve(calls);
    return { operation: prepared.operation, plan, variables, context, rootValue: event?.value };
  }

  /** Executes the operation. Spans of attempts that it starts become children of the operation's span. */
  execute(request: ExecutionRequest): Promise<ExecutedResult> {
    const { span } = this.begun;
    const { execution } = this.runtime;
    return span ? span.within(() => execute(request, execution)) : execute(request, execution);
  }

  /** Returns the result of an execution: its data and formatted errors, with the extensions of the response. */
  async complete({ data, errors }: ExecutedResult): Promise<Result> {
    const result: { -readonly [Name in keyof Result]: Result[Name] } = {};
    if (errors) result.errors = await this.runtime.formatErrors(errors, this.requestId);
    if (data !== undefined) result.data = data;
    const extensions = this.context.responseExtensions();
    if (extensions) result.extensions = extensions;
    return result;
  }

  /** Returns the result of a step that has thrown. */
  refuse(error: unknown): Promise<Result> {
    return this.complete({ errors: errorsOf(error) });
  }

  /** Records the end. @param calls what the rate limit counts */
  end(calls: number): void {
    const { metrics, audit, nameForLog } = this.runtime;
    const { span, started, event, prepared } = this.begun;
    const { usage } = this.context;
    audit.end(this.#auditKey);
    this.#reservation?.settle(calls);
    const seconds = secondsSince(started);
    if (event) metrics.countEvent(outcomeOf(this.result), seconds, usage);
    else metrics.countOperation(prepared.type, outcomeOf(this.result), seconds, usage);
    span?.end(prepared.type, nameForLog(prepared.name), this.result, usage);
  }
}

const secondsSince = (started: number): number => (performance.now() - started) / 1000;

/** Returns the calls that a run reserves of those that it plans. */
type CallsToReserve = (cost: OperationCost, context: GraphContext) => number;

/** An operation reserves what it plans, or nothing if all its planned reads are in the cache. */
const reservedByOperation: CallsToReserve = ({ upstreamCalls, contentReads }, { activities }) => {
  const cached = contentReads !== null && contentReads.every((read) => activities.needsNoCall(read));
  return cached ? 0 : upstreamCalls;
};

/** The start of a subscription takes one call. Later polls are free, because all subscribers share them. */
export const reservedByStart = () => 1;

/** An event reserves what it plans beyond the call of the start. */
export const reservedByEvent: CallsToReserve = ({ upstreamCalls }) => Math.max(0, upstreamCalls - reservedByStart());

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

const pathsOfSubscriptions =
  'Subscriptions are served over WebSocket at /graphql, and as server-sent events with Accept: text/event-stream.';
