/*
 * Subscriptions over both transports, WebSocket (web-socket.ts) and server-sent events: their starts, and their events. Both take the steps
 * of operations/handle.ts, which executes a query or a mutation that comes over a WebSocket.
 */

import { setImmediate } from 'node:timers/promises';
import type { GraphQLFormattedError } from 'graphql';
import { subscribeToField } from '../../graph/execution/execute.js';
import { Cancellation } from '../../primitives/cancellation.js';
import type { EncodedText } from '../../primitives/encoded-text.js';
import { maxTimerMs } from '../../primitives/waiting.js';
import type { Caller } from '../../records/caller.js';
import type { ErrorCode } from '../../records/errors.js';
import type { HttpRequest } from '../http/request.js';
import { executeOperation, OperationRun, reservedByEvent, reservedByStart, type StreamSubscription } from '../operations/handle.js';
import type { RequestParameters } from '../operations/parameters.js';
import type { RefusedOperation, PreparedOperation } from '../operations/prepare.js';
import { badInput, errorsOf } from '../operations/request-errors.js';
import { bytesOf, type VariableValues } from '../operations/variables.js';
import { completeEvent, jsonOf, nextEvent, streamHeaders, type Result } from '../result.js';
import type { Runtime } from '../runtime.js';
import type { OperationSpan } from '../telemetry/traces.js';
import { HeldDocuments } from './held-documents.js';

/** A request that starts a subscription, over a WebSocket or by server-sent events, or over a WebSocket another operation. */
interface StreamedRequest {
  readonly requestId: string;
  readonly caller: Caller;
  /** The headers of the HTTP request, or of the one that opened the WebSocket. */
  readonly headers: HttpRequest['headers'];
  /** The connection: the same object for all of its subscriptions. */
  readonly connection: object;
  readonly parameters: RequestParameters;
  /** Its operation, if it is prepared already. */
  readonly prepared?: PreparedOperation;
  /** Aborts when the subscription must end: the subscriber has left, for example. */
  readonly signal: AbortSignal;
}

/** A message to a subscriber, as graphql-transport-ws names its parts. The payload of `next` is the JSON text of a result. */
type SubscriptionMessage =
  | { readonly type: 'next'; readonly payload: string | EncodedText }
  | { readonly type: 'error'; readonly payload: readonly GraphQLFormattedError[] }
  | { readonly type: 'complete' };

/** A subscription that has begun, or that a check or its field has refused; or a query or a mutation that has ended. */
export interface StartedOperation {
  readonly operationName: string | null;
  /** False for what has ended. */
  readonly isSubscription: boolean;
  /** A message for each event, and the end, unless the signal of the request aborts. The subscription counts until all are taken. */
  readonly messages: AsyncIterable<SubscriptionMessage>;
}

/** Starts a subscription, or executes another operation. */
export type StartOperation = (request: StreamedRequest) => Promise<StartedOperation>;

/** Returns an operation that is not started. */
const refusedStart = (errors: readonly GraphQLFormattedError[], operationName: string | null = null): StartedOperation => ({
  operationName,
  isSubscription: false,
  messages: (async function* () {
    yield { type: 'error', payload: errors };
  })(),
});

const maxPerCaller = 200;
const maxPerConnection = 20;
/** The maximum of the characters of its document and of what `bytesOf` counts of its variables. They stay in memory as long as it lives. */
const maxBytes = 64 * 1024;

/** Returns the function that starts subscriptions, for both transports. It limits them for each caller and for each connection. */
export function createStartOperation(runtime: Runtime): StartOperation {
  const documents = new HeldDocuments();
  const counts = new Map<string | object, number>();
  const add = (key: string | object, change: 1 | -1) => {
    const count = (counts.get(key) ?? 0) + change;
    if (count === 0) counts.delete(key);
    else counts.set(key, count);
  };
  const excess = ({ caller, connection }: StreamedRequest): string | undefined => {
    if ((counts.get(connection) ?? 0) >= maxPerConnection)
      return `The limit is ${maxPerConnection} subscriptions and other operations at once for each connection. End one, or open another connection.`;
    if ((counts.get(caller.name) ?? 0) >= maxPerCaller)
      return `The limit is ${maxPerCaller} subscriptions and other operations at once for each caller. End one first.`;
    return undefined;
  };
  return async (request) => {
    const { caller, connection } = request;
    // One that the client has just ended counts until nothing of it is executed: for some more turns of promises, or its event in progress.
    if (excess(request)) await setImmediate();
    const message = excess(request);
    if (message) return refusedStart([{ message, extensions: { code: 'RATE_LIMITED' satisfies ErrorCode } }]);
    const keys = [caller.name, connection];
    for (const key of keys) add(key, 1);
    let releaseDocument = () => {};
    const release = () => {
      for (const key of keys) add(key, -1);
      releaseDocument();
    };
    const hold: Hold = (prepared) => (releaseDocument = documents.hold(caller, prepared));
    const { operationName, isSubscription, messages } = await start(request, runtime, hold).catch((error: unknown) => {
      release();
      throw error;
    });
    // The `finally` runs only if the generator has begun, so the messages must be iterated, also if the subscriber has left: sendResponse
    // and `#sendMessages` of web-socket.ts do.
    const counted = async function* () {
      try {
        yield* messages;
      } finally {
        release();
      }
    };
    return { operationName, isSubscription, messages: counted() };
  };
}

/** A subscription, as it stays in memory as long as it lives: without the parameters of its request, which can be large. */
interface Subscription {
  readonly requestId: string;
  readonly caller: Caller;
  readonly prepared: PreparedOperation;
  readonly variables: VariableValues;
  readonly signal: AbortSignal;
  /** The span of the start. */
  readonly span: OperationSpan | undefined;
}

/** Holds the document of a subscription until its messages have ended. @throws TooManyDocumentsError */
type Hold = (prepared: PreparedOperation) => void;

async function start(request: StreamedRequest, runtime: Runtime, hold: Hold): Promise<StartedOperation> {
  const { parameters, caller } = request;
  const started = performance.now();
  const prepared = request.prepared ?? runtime.documents.operationOf(parameters, caller);
  if (prepared.type === 'query' || prepared.type === 'mutation') return executeOnce(request, prepared, started, runtime);
  return startSubscription(request, prepared, started, runtime, hold);
}

/** Executes a query or a mutation. Its messages are the result, and the end. */
async function executeOnce(
  { requestId, caller, headers, parameters, signal }: StreamedRequest,
  prepared: PreparedOperation,
  started: number,
  runtime: Runtime,
): Promise<StartedOperation> {
  const cancellation = new Cancellation();
  const cancel = () => cancellation.abort('cancelled');
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel);
  const { result, body } = await executeOperation(
    { requestId, caller, headers, parameters, prepared, started, cancellation, shareable: null },
    runtime,
  );
  if (result.data === undefined) return refusedStart(result.errors ?? [], prepared.name);
  return {
    operationName: prepared.name,
    isSubscription: false,
    messages: (async function* () {
      yield { type: 'next', payload: body };
      yield { type: 'complete' };
    })(),
  };
}

async function startSubscription(
  { requestId, caller, headers, parameters, signal }: StreamedRequest,
  prepared: PreparedOperation | RefusedOperation,
  started: number,
  runtime: Runtime,
  hold: Hold,
): Promise<StartedOperation> {
  const context = runtime.createContext({ caller, signal });
  const span = runtime.traces?.startOperation(headers);
  const run = new OperationRun(runtime, { requestId, context, prepared, span, started });
  try {
    if (prepared.type === 'unknown') throw prepared.error;
    if (prepared.text.length + bytesOf(parameters.variables, maxBytes) > maxBytes) throw badInput(tooLarge);
    hold(prepared);
    const variables = prepared.coerceVariables(parameters.variables);
    const events = await subscribeToField(await run.admit(prepared, variables, reservedByStart));
    run.result = {};
    const subscription = { requestId, caller, prepared, variables, signal, span };
    return { operationName: prepared.name, isSubscription: true, messages: messagesOf(subscription, events, runtime) };
  } catch (error) {
    run.result = await run.refuse(error);
    return refusedStart(run.result.errors ?? [], prepared.name);
  } finally {
    run.end(run.result === undefined || run.result.errors ? 0 : reservedByStart());
  }
}

/** Executes the subscription for each event. If its signal aborts, the stream of events ends by itself. */
async function* messagesOf(
  subscription: Subscription,
  events: AsyncIterable<unknown>,
  runtime: Runtime,
): AsyncGenerator<SubscriptionMessage, void, void> {
  const { signal, requestId } = subscription;
  try {
    for await (const event of events) {
      const result = await executeForEvent(subscription, event, runtime);
      if (signal.aborted) return;
      yield { type: 'next', payload: jsonOf(result) };
    }
    if (!signal.aborted) yield { type: 'complete' };
  } catch (error) {
    if (!signal.aborted) yield { type: 'error', payload: await runtime.formatErrors(errorsOf(error), requestId) };
  }
}

/**
 * Executes the selection of a subscription for one event: an operation with limits of its own, and nothing that an earlier one has read.
 * @param value of the event
 */
async function executeForEvent(
  { requestId, caller, prepared, variables, signal, span: startSpan }: Subscription,
  value: unknown,
  runtime: Runtime,
): Promise<Result> {
  const cancellation = new Cancellation();
  const cancel = () => cancellation.abort('cancelled');
  signal.addEventListener('abort', cancel);
  const context = runtime.createContext({ caller, signal: cancellation });

  const span = runtime.traces?.startEvent(startSpan);
  const event = { value, subscriberLeft: signal };
  const run = new OperationRun(runtime, { requestId, context, prepared, span, started: performance.now(), event });
  let timer: NodeJS.Timeout | undefined;
  try {
    const admitted = await run.admit(prepared, variables, reservedByEvent);
    timer = setTimeout(() => cancellation.abort('timeout'), runtime.settings.requestTimeoutMs);
    run.result = await run.complete(await run.execute(admitted));
    return run.result;
  } catch (error) {
    // An event whose subscriber has disconnected is counted as refused, not as failed.
    if (signal.aborted) run.result = { errors: [{ message: 'The subscriber has disconnected.' }] };
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
    run.end(context.usage.attempts);
    clearTimeout(timer);
    cancellation.end();
  }
}

const tooLarge = `The document and the variables of a subscription are more than about ${maxBytes / 1024} KiB. Send less.`;

/**
 * Returns the function that starts the subscription of a request, and responds with its events, by the "distinct connections" mode of
 * graphql-sse. The stream ends when the subscription does, the server drains, the credential expires or the client disconnects.
 * @param draining aborts when the server shuts down
 */
export function createStreamSubscription(startOperation: StartOperation, draining: AbortSignal): StreamSubscription {
  return async (request, caller, parameters, prepared) => {
    const { id: requestId, headers, connection } = request;
    const ended = new AbortController();
    const { signal } = ended;
    const end = () => ended.abort();
    const cancel = atExpiry(caller, end);
    draining.addEventListener('abort', end);
    if (draining.aborted) end();
    request.onClose(() => {
      draining.removeEventListener('abort', end);
      cancel();
      end();
    });
    const { operationName, messages } = await startOperation({ requestId, caller, headers, connection, parameters, prepared, signal });
    request.logFields.operationName = operationName;
    return { status: 200, headers: streamHeaders, body: eventsOf(messages) };
  };
}

/** Returns the text of the stream. If it is aborted, the event `complete` is omitted, so that the client connects again. */
async function* eventsOf(messages: AsyncIterable<SubscriptionMessage>): AsyncGenerator<string | Buffer, void, void> {
  for await (const message of messages) {
    if (message.type === 'next') yield nextEvent(message.payload);
    else if (message.type === 'error') yield nextEvent(JSON.stringify({ errors: message.payload }), completeEvent);
    else yield completeEvent;
  }
}

/**
 * Calls back when the credential of a caller expires; for one that does not expire in the longest time of a timer, which is 24 days, after
 * that time: the subscriber then connects again. @returns a function that cancels it
 */
export function atExpiry({ expiresAt }: Caller, callback: () => void): () => void {
  if (expiresAt === undefined) return () => {};
  const timer = setTimeout(callback, Math.min(Math.max(0, expiresAt - Date.now()), maxTimerMs));
  timer.unref();
  return () => clearTimeout(timer);
}
