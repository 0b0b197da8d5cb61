/*
 * Subscriptions over both transports, WebSocket (web-socket.ts) and server-sent events: their starts, and their events. Each is a run
 * (operations/run.ts), as is a query or a mutation that comes over a WebSocket.
 */

import { setImmediate } from 'node:timers/promises';
import type { GraphQLFormattedError } from 'graphql';
import { subscribeToField } from '../../graph/execution/execute.js';
import { Cancellation } from '../../primitives/cancellation.js';
import { maxTimerMs } from '../../primitives/waiting.js';
import type { Caller } from '../../records/caller.js';
import type { ErrorCode } from '../../records/errors.js';
import type { ServerDependencies } from '../dependencies.js';
import { completeEvent, nextEvent, streamHeaders, type StreamSubscription } from '../operations/handle.js';
import type { PreparedOperation } from '../operations/prepare.js';
import { badInput, errorsOf } from '../operations/request-errors.js';
import {
  callsOfStart,
  executeOperation,
  formatErrors,
  jsonOf,
  OperationRun,
  type OperationRequest,
  type SubscriptionEvent,
} from '../operations/run.js';
import { bytesOf } from '../operations/variables.js';
import { HeldDocuments } from './held-documents.js';

/** A message to a subscriber, as graphql-transport-ws names its parts. The payload of `next` is the JSON text of a result. */
type SubscriptionMessage =
  | { readonly type: 'next'; readonly payload: Buffer }
  | { readonly type: 'error'; readonly payload: readonly GraphQLFormattedError[] }
  | { readonly type: 'complete' };

/** A message for each event or result, and the end, unless the signal aborts. */
export type SubscriptionMessages = AsyncGenerator<SubscriptionMessage, void, void>;

/**
 * Starts a subscription, or executes a query or a mutation, when the first message is requested. It counts until all are taken.
 * @param connection the same object for all requests of a connection
 * @param signal aborts when the subscription must end: the subscriber has left, for example
 */
export type StartOperation = (request: OperationRequest, connection: object, signal: AbortSignal) => SubscriptionMessages;

const maxPerCaller = 200;
const maxPerConnection = 20;
/**
 * The maximum of the characters of the documents of the queries and mutations of a connection that are in progress, and of what `bytesOf`
 * counts of their variables: one with the default MAX_BODY_VALUES, and some small ones. One that is alone may have more.
 */
const maxBytesInProgress = 1_310_720;
/** The maximum of the characters of its document and of what `bytesOf` counts of its variables. They stay in memory as long as it lives. */
const maxBytes = 64 * 1024;

/** Returns the function that starts subscriptions, for both transports. It limits them for each caller and for each connection. */
export function createStartOperation(dependencies: ServerDependencies): StartOperation {
  const documents = new HeldDocuments();
  const counts = new Map<string | object, number>();
  /** What `maxBytesInProgress` limits, by connection. */
  const bytesInProgress = new Map<object, number>();
  const add = <Key>(sums: Map<Key, number>, key: Key, change: number) => {
    const sum = (sums.get(key) ?? 0) + change;
    if (sum === 0) sums.delete(key);
    else sums.set(key, sum);
  };
  const excess = ({ name }: Caller, connection: object, bytes: number): string | undefined => {
    const others = bytesInProgress.get(connection) ?? 0;
    if (others > 0 && bytes > 0 && others + bytes > maxBytesInProgress)
      return 'The operations in progress on this connection are too large together. Wait until one is complete, or open another connection.';
    if ((counts.get(connection) ?? 0) >= maxPerConnection)
      return `The limit is ${maxPerConnection} subscriptions and other operations at once for each connection. End one, or open another connection.`;
    if ((counts.get(name) ?? 0) >= maxPerCaller)
      return `The limit is ${maxPerCaller} subscriptions and other operations at once for each caller. End one first.`;
    return undefined;
  };
  return async function* startOperation(request, connection, signal) {
    const { caller, prepared } = request;
    const isExecuted = prepared.type === 'query' || prepared.type === 'mutation';
    const bytes = isExecuted ? prepared.text.length + bytesOf(request.variables, maxBytesInProgress) : 0;
    // One that the client has just ended counts until nothing of it is executed: for some more turns of promises, or its event in progress.
    if (excess(caller, connection, bytes)) await setImmediate();
    const message = excess(caller, connection, bytes);
    if (message) {
      const errors = [{ message, extensions: { code: 'RATE_LIMITED' satisfies ErrorCode } }];
      const run = new OperationRun(request, signal, dependencies);
      run.result = { errors };
      run.end(0);
      return yield { type: 'error', payload: errors };
    }
    const keys = [caller.name, connection];
    for (const key of keys) add(counts, key, 1);
    add(bytesInProgress, connection, bytes);
    let releaseDocument = () => {};
    try {
      if (isExecuted) return yield* resultOf(request, signal, dependencies);
      const started = await start(request, signal, dependencies, (held) => (releaseDocument = documents.hold(caller, held)));
      if ('errors' in started) return yield { type: 'error', payload: started.errors };
      yield* resultsOfEvents(started, request, signal, dependencies);
    } finally {
      for (const key of keys) add(counts, key, -1);
      add(bytesInProgress, connection, -bytes);
      releaseDocument();
    }
  };
}

/** Executes a query or a mutation. */
async function* resultOf(request: OperationRequest, signal: AbortSignal, dependencies: ServerDependencies): SubscriptionMessages {
  const { result, body } = await executeUntil(request, signal, dependencies);
  if (result.data === undefined) return yield { type: 'error', payload: result.errors ?? [] };
  yield { type: 'next', payload: body };
  yield { type: 'complete' };
}

/** Executes an operation, whose reads end when a signal aborts. */
async function executeUntil(request: OperationRequest, signal: AbortSignal, dependencies: ServerDependencies, event?: SubscriptionEvent) {
  const cancellation = new Cancellation();
  const cancel = () => cancellation.abort('cancelled');
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel);
  try {
    return await executeOperation(request, cancellation, dependencies, null, event);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

type Subscription = Omit<SubscriptionEvent, 'value' | 'subscriberLeft'> & { readonly events: AsyncIterable<unknown> };
type Refusal = { readonly errors: readonly GraphQLFormattedError[] };

/**
 * Starts a subscription. Of its request, only the values of the variables that it declares stay in memory.
 * @param hold counts its document until it has ended @throws TooManyDocumentsError
 */
async function start(
  request: OperationRequest,
  signal: AbortSignal,
  dependencies: ServerDependencies,
  hold: (prepared: PreparedOperation) => void,
): Promise<Subscription | Refusal> {
  const { prepared } = request;
  const run = new OperationRun(request, signal, dependencies);
  try {
    if (prepared.type === 'unknown') throw prepared.error;
    if (prepared.text.length + bytesOf(request.variables, maxBytes) > maxBytes) throw badInput(tooLarge);
    hold(prepared);
    const planned = run.plan(prepared, prepared.coerceVariables(request.variables));
    await run.admit(planned);
    request.variables = undefined;
    const events = await subscribeToField(planned);
    run.result = {};
    return { events, variables: planned.variables, startSpan: run.span };
  } catch (error) {
    run.result = await run.refuse(error);
    return { errors: run.result.errors ?? [] };
  } finally {
    run.end(run.result === undefined || run.result.errors ? 0 : callsOfStart);
  }
}

const tooLarge = `The document and the variables of a subscription are more than about ${maxBytes / 1024} KiB. Send less.`;

/**
 * Executes a subscription for each event: an operation with limits of its own, and nothing that an earlier one has read. If the signal
 * aborts, the stream of events ends by itself.
 */
async function* resultsOfEvents(
  { events, variables, startSpan }: Subscription,
  request: OperationRequest,
  signal: AbortSignal,
  dependencies: ServerDependencies,
): SubscriptionMessages {
  try {
    for await (const value of events) {
      const event = { value, variables, startSpan, subscriberLeft: signal };
      const { body } = await executeUntil(request, signal, dependencies, event);
      if (signal.aborted) return;
      yield { type: 'next', payload: body };
    }
    if (!signal.aborted) yield { type: 'complete' };
  } catch (error) {
    if (!signal.aborted) yield { type: 'error', payload: await formatErrors(errorsOf(error), request.id, dependencies) };
  }
}

/**
 * Returns the function that starts the subscription of a request, and responds with its events, by the "distinct connections" mode of
 * graphql-sse. The stream ends when the subscription does, the server drains, the credential expires or the client disconnects.
 * @param draining aborts when the server shuts down
 */
export function createStreamSubscription(startOperation: StartOperation, draining: AbortSignal): StreamSubscription {
  return (http, request) => {
    const ended = new AbortController();
    const { signal } = ended;
    const end = () => ended.abort();
    atExpiry(request.caller, signal, end);
    draining.addEventListener('abort', end, { signal });
    http.cancellation.addEventListener('abort', end);
    if (draining.aborted || http.cancellation.aborted) end();
    http.logFields.operationName = request.prepared.name;
    return { status: 200, headers: streamHeaders, body: eventStreamOf(startOperation(request, http.connection, signal)) };
  };
}

/** Returns the text of the stream. If it is aborted, the event `complete` is omitted, so that the client connects again. */
async function* eventStreamOf(messages: SubscriptionMessages): AsyncGenerator<string | Buffer, void, void> {
  for await (const message of messages) {
    if (message.type === 'next') yield nextEvent(message.payload);
    else if (message.type === 'error') yield nextEvent(jsonOf({ errors: message.payload }), completeEvent);
    else yield completeEvent;
  }
}

/**
 * Calls back when the credential of a caller expires; for one that does not expire in the longest time of a timer, which is 24 days, after
 * that time: the subscriber then connects again. @param signal aborts if that is not needed any more
 */
export function atExpiry({ expiresAt }: Caller, signal: AbortSignal, callback: () => void): void {
  if (expiresAt === undefined) return;
  const timer = setTimeout(callback, Math.min(Math.max(0, expiresAt - Date.now()), maxTimerMs));
  timer.unref();
  signal.addEventListener('abort', () => clearTimeout(timer));
}
