/*
 * One run of an operation: of a request, of the start of a subscription, or of one of its events. All take its steps (handle.ts and
 * subscriptions.ts): `admit` what is executed, `execute` it (a start subscribes instead), and `complete` the result, or `refuse` with
 * errors.
 * The audit, the metrics and the span record it.
 */

import { setTimeout as pause } from 'node:timers/promises';
import type { GraphContext } from '../../graph/context.js';
import type { OperationCost } from '../../graph/cost/operation-cost.js';
import { execute, type ExecutedResult } from '../../graph/execution/execute.js';
import type { ExecutionRequest } from '../../graph/execution/plan.js';
import { maxTimerMs } from '../../primitives/waiting.js';
import { RateLimitedError } from '../../records/errors.js';
import { outcomeOf, type OperationType, type Result } from '../result.js';
import type { Runtime } from '../runtime.js';
import type { OperationSpan } from '../telemetry/traces.js';
import type { RefusedOperation } from './documents.js';
import type { PreparedOperation } from './prepared-operation.js';
import type { CallReservation } from './rate-limit.js';
import { errorsOf } from './request-errors.js';
import type { VariableValues } from './variables.js';

/** The start of a run: its request or event, and how the graph sees it. */
interface BegunRun {
  readonly requestId: string;
  readonly context: GraphContext;
  readonly prepared: PreparedOperation | RefusedOperation;
  /** The name in the request; the operation may not be found. */
  readonly requestedName?: string | undefined;
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

  get operationType(): OperationType {
    const { type } = this.begun.prepared;
    return type === 'refused' ? 'unknown' : type;
  }

  /** The name of the operation; the requested name if there is none. */
  get operationName(): string | null {
    const { prepared, requestedName = null } = this.begun;
    return prepared.type === 'refused' ? requestedName : (prepared.operation.name?.value ?? requestedName);
  }

  /**
   * Plans the operation for its variables, checks its limits, and takes its calls from the caller's bucket. An event waits until it has as
   * many. @param callsOf returns how many
   * @throws QueryTooComplexError or RateLimitedError; the reason of the signal if the subscriber has left while its event waited
   */
  async admit(prepared: PreparedOperation, variables: VariableValues, callsOf: CallsToReserve): Promise<ExecutionRequest> {
    const { context, event } = this.begun;
    const { plan, cost } = prepared.planWithinLimits(variables, context.activities.ids);
    const calls = callsOf(cost, context);
    if (event) await reserveWhenPermitted(this.#reservation, calls, event.subscriberLeft);
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
    const { span, started, event } = this.begun;
    const { usage } = this.context;
    audit.end(this.#auditKey);
    this.#reservation?.settle(calls);
    const seconds = secondsSince(started);
    if (event) metrics.countEvent(outcomeOf(this.result), seconds, usage);
    else metrics.countOperation(this.operationType, outcomeOf(this.result), seconds, usage);
    span?.end(this, nameForLog(this.operationName), usage);
  }
}

export const secondsSince = (started: number): number => (performance.now() - started) / 1000;

/** Returns the calls that a run reserves of those that it plans. */
type CallsToReserve = (cost: OperationCost, context: GraphContext) => number;

/** An operation reserves what it plans, or nothing if all its planned reads are in the cache. */
export const callsOfOperation: CallsToReserve = ({ upstreamCalls, contentReads }, { activities }) => {
  const cached = contentReads !== null && contentReads.every((read) => activities.needsNoCall(read));
  return cached ? 0 : upstreamCalls;
};

/** The start of a subscription takes one call. Later polls are free, because all subscribers share them. */
export const callsOfStart = () => 1;

/** An event reserves what it plans beyond the call of the start. */
export const callsOfEvent: CallsToReserve = ({ upstreamCalls }) => Math.max(0, upstreamCalls - callsOfStart());

/**
 * Reserves the calls of an event as soon as the rate limit permits. An event is not lost by the limit; later ones wait behind it.
 * @throws the reason of the signal if the subscriber has left before
 */
async function reserveWhenPermitted(reservation: CallReservation | undefined, calls: number, left: AbortSignal): Promise<void> {
  for (;;) {
    left.throwIfAborted();
    try {
      return await reservation?.reserve(calls);
    } catch (error) {
      if (!(error instanceof RateLimitedError)) throw error;
      await pause(Math.min(error.retryAfterMs, maxTimerMs), undefined, { signal: left, ref: false });
    }
  }
}
