/* Subscriptions over both transports, WebSocket and event stream: their starts, and their events. Both take the steps of operations/run.ts. */

import { setTimeout as pause } from 'node:timers/promises';
import {
  createSourceEventStream,
  getVariableValues,
  type ExecutionArgs,
  type ExecutionResult,
  type FormattedExecutionResult,
  type GraphQLFormattedError,
  type OperationDefinitionNode,
} from 'graphql';
import type { OperationCost } from '../../graph/cost/operation-cost.js';
import { Cancellation } from '../../primitives/cancellation.js';
import { maxTimerMs } from '../../primitives/waiting.js';
import type { Caller } from '../../records/caller.js';
import { RateLimitedError } from '../../records/errors.js';
import type { HttpRequest } from '../http/handler.js';
import { badInput, errorsOf, RefusedRequestError, withCode } from '../messages/request-errors.js';
import { callsOfSubscription, type RateLimitCharge } from '../operations/limits/rate-limit.js';
import type { RequestParameters } from '../operations/parameters.js';
import type { PreparedOperation } from '../operations/prepare.js';
import type { Runtime } from '../runtime.js';
import type { WorkSpan } from '../telemetry/traces/traces.js';
import { outcomeOf, type EndedWork } from '../work.js';
import { mapAsyncIterator } from './map-async-iterator.js';

/** The request that starts a subscription, over a WebSocket or by server-sent events. */
export interface SubscriptionRequest {
  readonly requestId: string;
  readonly caller: Caller;
  /** The headers of the HTTP request, or of the one that opened the WebSocket. */
  readonly headers: HttpRequest['headers'];
  readonly parameters: RequestParameters;
  /** Aborts when the subscriber has left: it has disconnected, or ended the subscription. */
  readonly signal: AbortSignal;
}

/** A subscription that has passed its checks, with what its client receives. */
export interface StartedSubscription {
  readonly args: ExecutionArgs;
  readonly operationName: string | null;
  /** A result for each event. */
  readonly results: AsyncIterableIterator<FormattedExecutionResult>;
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

/**
 * Starts a subscription without a call to the service. The event stream is subscribed to, and ends with `return` of the results. This also
 * ends an event that waits for the rate limit or is executed, as if the subscriber had disconnected.
 */
export type StartSubscription = (request: SubscriptionRequest) => Promise<StartedSubscription | RefusedSubscription>;

/** A subscription, as it stays in memory as long as it lives: without the parameters of its request, which can be large. */
interface Subscription {
  readonly requestId: string;
  readonly caller: Caller;
  readonly prepared: PreparedOperation;
  /** Those that the operation declares. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** The cost of the subscription with one event. */
  readonly planned: OperationCost;
  /** Aborts when the subscriber has left. */
  readonly left: AbortSignal;
  readonly start: WorkSpan | undefined;
}

/** Returns the function that starts subscriptions, for both transports. */
export function createStartSubscription(runtime: Runtime): StartSubscription {
  const { schema, documents, prepare, plan, createContext, responseErrors, metrics, audit, traces, buckets, nameForLog } = runtime;
  return async (request) => {
    const { requestId, caller, headers, parameters } = request;
    const { operationName } = parameters;
    const started = performance.now();
    const left = new AbortController();
    const leave = () => left.abort();
    if (request.signal.aborted) leave();
    else request.signal.addEventListener('abort', leave, { once: true });
    const context = createContext({ caller, signal: left.signal });

    const span = traces?.startSubscription(headers);
    const charge = buckets?.charge(caller.name, context.storeWait);
    const audited = audit.begin({ requestId, context, operationName });
    let prepared: PreparedOperation | undefined;
    let ended: EndedWork | undefined;
    try {
      prepared = await prepare(documents.find(parameters, caller), operationName);
      const { document, operation } = prepared;
      if (operation.operation !== 'subscription') throw badInput(onlySubscriptions);
      const variables = declaredVariables(operation, parameters.variables);
      const planned = plan(prepared, variables, context);
      const { errors: invalid } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: 50 });
      if (invalid) throw new RefusedRequestError(invalid.map((error) => withCode(error, 'BAD_USER_INPUT')));
      await charge?.reserve(callsOfSubscription);
      documents.reportIfNotTrusted(caller, prepared);
      const name = operationName === undefined ? {} : { operationName };
      const args: ExecutionArgs = { schema, document, variableValues: variables, contextValue: context, ...name };
      const source = await createSourceEventStream(args);
      if (isResult(source)) throw new RefusedRequestError(source.errors ?? []);
      ended = identityOf(prepared);
      const subscription: Subscription = { requestId, caller, prepared, variables, planned, left: left.signal, start: span };
      const results = mapAsyncIterator(source[Symbol.asyncIterator](), (event) => runEvent(subscription, event, runtime), leave);
      return { args, operationName: operation.name?.value ?? null, results };
    } catch (error) {
      const errors = await responseErrors(errorsOf(error), { requestId, parameters });
      const identity = prepared && identityOf(prepared);
      ended = { ...identity, errors };
      return { operationName: identity ? identity.operationName : (operationName ?? null), errors };
    } finally {
      audit.end(audited, ended);
      charge?.settle(ended === undefined || ended.errors ? 0 : callsOfSubscription);
      metrics.countOperation(ended?.operationType ?? 'unknown', outcomeOf(ended), secondsSince(started), context.usage);
      span?.endWork(ended, nameForLog(ended?.operationName ?? operationName), context.usage);
    }
  };
}

/**
 * Executes the selection of a subscription for one event: an operation of its own, with limits of its own, and nothing that an earlier one has
 * read.
 */
async function runEvent(
  { requestId, caller, prepared, variables, planned, left, start }: Subscription,
  event: unknown,
  { createContext, execute, responseErrors, requestTimeoutMs, metrics, audit, traces, buckets, nameForLog }: Runtime,
): Promise<FormattedExecutionResult> {
  const { document, operation } = prepared;
  const { operationType, operationName } = identityOf(prepared);
  const started = performance.now();
  const cancellation = new Cancellation();
  const cancel = () => cancellation.abort('cancelled');
  if (left.aborted) cancel();
  else left.addEventListener('abort', cancel, { once: true });
  const context = createContext({ caller, signal: cancellation });

  const span = traces?.startEvent(start);
  const charge = buckets?.charge(caller.name, context.storeWait);
  const audited = audit.begin({ requestId, context, operationName: operationName ?? undefined });
  let timer: NodeJS.Timeout | undefined;
  let ended: EndedWork | undefined;
  try {
    if (!(await isAdmitted(charge, Math.max(0, planned.upstreamCalls - callsOfSubscription), left))) {
      const errors = [{ message: 'The subscriber has disconnected.' }];
      ended = { operationType, operationName, errors };
      return { errors };
    }
    timer = setTimeout(() => cancellation.abort('timeout'), requestTimeoutMs);
    const execution = { document, operation, variables, context, rootValue: event };
    const { data, errors } = await (span ? span.within(() => execute(execution)) : execute(execution));
    const extensions = context.responseExtensions();
    const result: FormattedExecutionResult = {
      ...(errors && { errors: await responseErrors(errors, { requestId, parameters: { variables } }) }),
      ...(data !== undefined && { data }),
      ...(extensions && { extensions }),
    };
    ended = { operationType, operationName, ...result };
    return result;
  } finally {
    audit.end(audited, ended);
    charge?.settle(context.usage.attempts);
    metrics.countEvent(outcomeOf(ended), secondsSince(started), context.usage);
    span?.endWork(ended, nameForLog(operationName), context.usage);
    clearTimeout(timer);
    left.removeEventListener('abort', cancel);
    cancellation.end();
  }
}

/**
 * Reserves the calls of an event as soon as the rate limit permits. An event is not lost by the limit; later ones wait behind it.
 * @returns false if the subscriber has left before
 */
async function isAdmitted(charge: RateLimitCharge | undefined, calls: number, left: AbortSignal): Promise<boolean> {
  while (!left.aborted) {
    try {
      await charge?.reserve(calls);
      return true;
    } catch (error) {
      if (!(error instanceof RateLimitedError)) throw error;
      await pause(Math.min(error.retryAfterMs, maxTimerMs), undefined, { signal: left, ref: false }).catch(() => {});
    }
  }
  return false;
}

const identityOf = ({ operation }: PreparedOperation) => ({
  operationType: operation.operation,
  operationName: operation.name?.value ?? null,
});

/** Returns the variables that an operation declares. Others have no effect, and would stay in memory as long as the subscription. */
function declaredVariables({ variableDefinitions = [] }: OperationDefinitionNode, given: Readonly<Record<string, unknown>> = {}) {
  const names = variableDefinitions.map(({ variable }) => variable.name.value);
  return Object.fromEntries(names.filter((name) => Object.hasOwn(given, name)).map((name) => [name, given[name]]));
}

function isResult(source: object): source is ExecutionResult {
  return !(Symbol.asyncIterator in source);
}

const secondsSince = (started: number): number => (performance.now() - started) / 1000;

const onlySubscriptions = 'This transport accepts subscriptions only. Send queries and mutations to POST /graphql.';
