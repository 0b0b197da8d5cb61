/* Subscriptions over both transports, WebSocket and event stream: their starts, and their events. Both take the steps of operations/run.ts. */

import { setTimeout as pause } from 'node:timers/promises';
import type { FormattedExecutionResult, GraphQLFormattedError } from 'graphql';
import { subscribeToField } from '../../graph/execution/execute.js';
import { Cancellation } from '../../primitives/cancellation.js';
import { maxTimerMs } from '../../primitives/waiting.js';
import type { Caller } from '../../records/caller.js';
import { RateLimitedError, TooManySubscriptionsError } from '../../records/errors.js';
import type { HttpRequest } from '../http/request.js';
import { OperationRun } from '../operation-run.js';
import { badInput, errorsOf } from '../operations/errors.js';
import type { RequestParameters } from '../operations/parameters.js';
import type { PreparedOperation } from '../operations/prepare.js';
import { callsOfSubscription, type CallReservation } from '../operations/rate-limit.js';
import type { VariableValues } from '../operations/variables.js';
import type { Runtime } from '../runtime.js';
import type { OperationSpan } from '../telemetry/traces.js';

/** The request that starts a subscription, over a WebSocket or by server-sent events. */
export interface SubscriptionRequest {
  readonly requestId: string;
  readonly caller: Caller;
  /** The headers of the HTTP request, or of the one that opened the WebSocket. */
  readonly headers: HttpRequest['headers'];
  /** The connection: the same object for all of its subscriptions. */
  readonly connection: object;
  readonly parameters: RequestParameters;
  /** Aborts when the subscription must end: the subscriber has left, for example. */
  readonly signal: AbortSignal;
  /** Calls the listener when the end of the subscription is written, or the subscriber has disconnected. */
  readonly onClose: (listener: () => void) => void;
}

/** A subscription that has passed its checks. */
export interface StartedSubscription {
  readonly operationName: string | null;
  /** A result for each event. They end when the stream of events does, or the signal of the request aborts. */
  readonly results: AsyncIterable<FormattedExecutionResult>;
}

/** A subscription that a check or its field has refused. */
export interface RefusedSubscription {
  readonly operationName: string | null;
  readonly errors: readonly GraphQLFormattedError[];
}

/** Returns the refusal of a subscription that is not started. */
export const refusal = (message: string, extensions: Readonly<Record<string, unknown>>): RefusedSubscription => ({
  operationName: null,
  errors: [{ message, extensions }],
});

/** Starts a subscription, without a call to the service. */
export type Subscribe = (request: SubscriptionRequest) => Promise<StartedSubscription | RefusedSubscription>;

const maxPerCaller = 200;
const maxPerConnection = 20;

/** Returns the function that starts subscriptions, for both transports. It limits them for each caller and for each connection. */
export function createSubscribe(runtime: Runtime): Subscribe {
  const counts = new Map<string | object, number>();
  const add = (key: string | object, change: 1 | -1) => {
    const count = (counts.get(key) ?? 0) + change;
    if (count === 0) counts.delete(key);
    else counts.set(key, count);
  };
  const tooMany = (message: string) => {
    const error = new TooManySubscriptionsError(message);
    return refusal(error.message, { code: error.code });
  };
  return async (request) => {
    const { caller, connection } = request;
    if ((counts.get(connection) ?? 0) >= maxPerConnection)
      return tooMany(`The limit is ${maxPerConnection} subscriptions for each connection. End one, or open another connection.`);
    if ((counts.get(caller.name) ?? 0) >= maxPerCaller)
      return tooMany(`The limit is ${maxPerCaller} subscriptions for each caller. End one first.`);
    const keys = [caller.name, connection];
    for (const key of keys) add(key, 1);
    request.onClose(() => {
      for (const key of keys) add(key, -1);
    });
    return start(request, runtime);
  };
}

/** A subscription, as it stays in memory as long as it lives: without the parameters of its request, which can be large. */
interface Subscription {
  readonly requestId: string;
  readonly caller: Caller;
  readonly prepared: PreparedOperation;
  readonly variables: VariableValues;
  readonly signal: AbortSignal;
  /** That of the start. */
  readonly span: OperationSpan | undefined;
}

async function start(request: SubscriptionRequest, runtime: Runtime): Promise<StartedSubscription | RefusedSubscription> {
  const { requestId, caller, headers, parameters, signal } = request;
  const context = runtime.createContext({ caller, signal });
  const running = new OperationRun(runtime, requestId, context, parameters.operationName, runtime.traces?.startOperation(headers));
  try {
    const prepared = await runtime.documents.prepare(parameters, caller);
    running.prepared = prepared;
    const { operation } = prepared;
    if (operation.operation !== 'subscription') throw badInput(onlySubscriptions);
    const variables = prepared.coerceVariables(parameters.variables ?? {});
    const { plan } = prepared.planned.forVariables(variables, context.activities.ids);
    await running.reservation?.reserve(callsOfSubscription);
    const events = await subscribeToField(runtime.schema, { operation, plan, variables, context });
    const results = resultsOf({ requestId, caller, prepared, variables, signal, span: running.span }, events, runtime);
    running.result = {};
    return { operationName: running.operationName, results };
  } catch (error) {
    const errors = await runtime.formatErrors(errorsOf(error), requestId);
    running.result = { errors };
    return { operationName: running.operationName, errors };
  } finally {
    running.end(running.result === undefined || running.result.errors ? 0 : callsOfSubscription);
  }
}

/** Executes the subscription for each event. If its signal aborts, the stream of events ends, also while it waits for the next one. */
function resultsOf(subscription: Subscription, events: AsyncIterable<unknown>, runtime: Runtime): AsyncIterable<FormattedExecutionResult> {
  const { signal } = subscription;
  const source = events[Symbol.asyncIterator]();
  const end = () => void source.return?.().catch(() => {});
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return (async function* () {
    for await (const event of { [Symbol.asyncIterator]: () => source }) {
      const result = await runEvent(subscription, event, runtime);
      if (signal.aborted) return;
      yield result;
    }
  })();
}

/**
 * Executes the selection of a subscription for one event: an operation of its own, with limits of its own, and nothing that an earlier one has
 * read.
 */
async function runEvent(
  { requestId, caller, prepared, variables, signal, span: startSpan }: Subscription,
  event: unknown,
  runtime: Runtime,
): Promise<FormattedExecutionResult> {
  const { operation, planned } = prepared;
  const cancellation = new Cancellation();
  const cancel = () => cancellation.abort('cancelled');
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });
  const context = runtime.createContext({ caller, signal: cancellation });

  const running = new OperationRun(runtime, requestId, context, undefined, runtime.traces?.startEvent(startSpan), 'event');
  running.prepared = prepared;
  let timer: NodeJS.Timeout | undefined;
  try {
    const { plan, cost } = planned.forVariables(variables, context.activities.ids);
    if (!(await isAdmitted(running.reservation, Math.max(0, cost.upstreamCalls - callsOfSubscription), signal))) {
      const errors = [{ message: 'The subscriber has disconnected.' }];
      running.result = { errors };
      return { errors };
    }
    timer = setTimeout(() => cancellation.abort('timeout'), runtime.settings.requestTimeoutMs);
    const execution = { operation, plan, variables, context, rootValue: event };
    const { data, errors } = await running.within(() => runtime.execute(execution));
    const extensions = context.responseExtensions();
    const result: FormattedExecutionResult = {
      ...(errors && { errors: await runtime.formatErrors(errors, requestId) }),
      ...(data !== undefined && { data }),
      ...(extensions && { extensions }),
    };
    running.result = result;
    return result;
  } finally {
    running.end(context.usage.attempts);
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
    cancellation.end();
  }
}

/**
 * Reserves the calls of an event as soon as the rate limit permits. An event is not lost by the limit; later ones wait behind it.
 * @returns false if the subscriber has left before
 */
async function isAdmitted(reservation: CallReservation | undefined, calls: number, left: AbortSignal): Promise<boolean> {
  while (!left.aborted) {
    try {
      await reservation?.reserve(calls);
      return true;
    } catch (error) {
      if (!(error instanceof RateLimitedError)) throw error;
      await pause(Math.min(error.retryAfterMs, maxTimerMs), undefined, { signal: left, ref: false }).catch(() => {});
    }
  }
  return false;
}

const onlySubscriptions = 'This transport accepts subscriptions only. Send queries and mutations to POST /graphql.';
