/*
 * The run of an operation, whatever brought it: a request over HTTP, a message of a WebSocket, or an event of a subscription.
 *
 *     variables → plan: limits → (share) → admit: calls → execute → complete → end: audit, rate limit, metrics, span
 *
 * The start of a subscription (subscriptions.ts) is a run too. It is admitted, and subscribes in place of executing.
 */

import type { GraphQLError, GraphQLFormattedError } from 'graphql';
import type { GraphContext, UsageCounts } from '../../graph/context.js';
import type { OperationCost } from '../../graph/cost/operation-cost.js';
import { execute, type ExecutedResult } from '../../graph/execution/execute.js';
import type { ExecutionRequest } from '../../graph/execution/plan.js';
import { responseTooLarge, type JsonText } from '../../graph/execution/response-text.js';
import type { Cancellation, CancelSignal } from '../../primitives/cancellation.js';
import type { Caller } from '../../records/caller.js';
import type { ServerDependencies } from '../dependencies.js';
import type { HttpRequest } from '../http/request.js';
import type { OperationOutcome } from '../telemetry/metrics.js';
import type { OperationSpan } from '../telemetry/traces.js';
import type { RefusedOperation, RequestParameters } from './documents.js';
import type { PreparedOperation } from './prepare.js';
import type { CallReservation } from './rate-limit.js';
import { badInput, errorsOf } from './request-errors.js';
import type { RequestText } from './shared-results.js';
import type { VariableValues } from './variables.js';

/** A request for an operation, over HTTP or in a message of a WebSocket. */
export interface OperationRequest {
  readonly id: string;
  readonly caller: Caller;
  /** The headers of the HTTP request, or of the one that opened the WebSocket. */
  readonly headers: HttpRequest['headers'];
  readonly prepared: PreparedOperation | RefusedOperation;
  /** The variables as they were sent. A subscription that has started releases them. */
  variables: RequestParameters['variables'];
  /** When it was read, by performance.now(). */
  readonly started: number;
}

/** An event of a subscription. The operation is executed once for each. */
export interface SubscriptionEvent {
  readonly value: unknown;
  readonly variables: VariableValues;
  readonly subscriberLeft: AbortSignal;
  readonly startSpan: OperationSpan | undefined;
}

interface ExecutedOperation {
  readonly result: Result;
  /** The JSON text of the result. */
  readonly body: Buffer;
  readonly usage: UsageCounts;
}

/**
 * Executes an operation. Its reads are cancelled when the client has left, unless equal queries wait for them, or when `REQUEST_TIMEOUT_MS`
 * has passed. Writes continue.
 * @param cancellation the client leaves it when it disconnects
 * @param requestText by which equal queries are found; null if the result is not shared
 * @param event undefined for a query and a mutation
 */
export async function executeOperation(
  request: OperationRequest,
  cancellation: Cancellation,
  dependencies: ServerDependencies,
  requestText: RequestText | null,
  event?: SubscriptionEvent,
): Promise<ExecutedOperation> {
  const { sharedResults, formatError, settings } = dependencies;
  const { prepared } = request;
  const run = new OperationRun(request, cancellation, dependencies, event);
  const { usage } = run.context;
  let timer: NodeJS.Timeout | undefined;
  try {
    let result: Result;
    try {
      if (prepared.type === 'unknown') throw prepared.error;
      if (prepared.type === 'subscription' && !event) throw badInput(pathsOfSubscriptions);
      const planned = run.plan(prepared, event?.variables ?? prepared.coerceVariables(request.variables));
      const startTimer = () => (timer ??= setTimeout(() => cancellation.abort('timeout'), settings.requestTimeoutMs));
      const admitAndExecute = async () => {
        await run.admit(planned);
        startTimer();
        return run.execute(planned);
      };
      if (prepared.type === 'mutation' || requestText === null) result = await run.complete(await admitAndExecute());
      else {
        startTimer();
        result = await run.complete(await sharedResults.resultOf(run.context, cancellation, prepared, requestText, admitAndExecute));
      }
    } catch (error) {
      result = event?.subscriberLeft.aborted ? resultForLeftSubscriber : await run.refuse(error);
    }
    let body = jsonOf(result);
    // The response of a mutation is always sent: its caller must learn what was registered.
    if (body.length > settings.maxResponseBytes && prepared.type !== 'mutation') {
      result = { errors: [formatError(responseTooLarge(settings.maxResponseBytes, body.length), request.id)] };
      body = jsonOf(result);
    }
    run.result = result;
    return { result, body, usage };
  } finally {
    // Reads that a response too large has left behind.
    cancellation.abort('cancelled');
    run.end(usage.attempts);
    clearTimeout(timer);
  }
}

/** An execution with its cost. */
interface PlannedExecution extends ExecutionRequest {
  readonly cost: OperationCost;
}

/** A run, and what is known of it. It begins when it is created, and must be ended. */
export class OperationRun {
  readonly context: GraphContext;
  /** undefined if no spans are recorded. */
  readonly span: OperationSpan | undefined;
  /** undefined until it has a result, and if it throws. */
  result: Result | undefined;
  /** The calls that it takes from its caller's bucket; undefined if RATE_LIMIT is not set. */
  readonly #reservation: CallReservation | undefined;
  readonly #started: number;

  /** @param signal ends its reads */
  constructor(
    readonly request: OperationRequest,
    readonly signal: CancelSignal,
    private readonly dependencies: ServerDependencies,
    private readonly event?: SubscriptionEvent,
  ) {
    const { caller, headers, started } = request;
    const { traces, buckets, audit } = dependencies;
    this.context = dependencies.createContext({ caller, signal });
    this.span = event ? traces?.startEvent(event.startSpan) : traces?.startOperation(headers);
    // An event waits until the limit permits it, so the waits for the store have no sum.
    this.#reservation = buckets?.reservation(caller.name, event ? undefined : this.context.storeWait);
    audit.begin(this);
    this.#started = event ? performance.now() : started;
  }

  /**
   * Plans the operation for its variables, and checks its limits.
   * @throws QueryTooComplexError; an error if the subscriber of an event has left
   */
  plan(prepared: PreparedOperation, variables: VariableValues): PlannedExecution {
    const { context, event } = this;
    event?.subscriberLeft.throwIfAborted();
    const { plan, cost } = prepared.planWithinLimits(variables, context.activities.ids);
    return { operation: prepared.operation, plan, variables, context, rootValue: event?.value, cost };
  }

  /** Takes the planned calls from the caller's bucket. An event waits until it has as many. @throws RateLimitedError */
  async admit({ operation, cost }: PlannedExecution): Promise<void> {
    const { context, event } = this;
    if (event) await this.#reservation?.reserveWhenPermitted(callsOfEvent(cost), event.subscriberLeft);
    else await this.#reservation?.reserve(operation.operation === 'subscription' ? callsOfStart : callsOfOperation(cost, context));
  }

  /** Executes the operation. Spans of attempts that it starts become children of the operation's span. */
  execute(planned: PlannedExecution): Promise<ExecutedResult> {
    const { execution } = this.dependencies;
    return this.span ? this.span.within(() => execute(planned, execution)) : execute(planned, execution);
  }

  /** Returns the result of an execution: its data and formatted errors, with the extensions of the response. */
  async complete({ data, errors }: ExecutedResult): Promise<Result> {
    const result: { -readonly [Name in keyof Result]: Result[Name] } = {};
    if (errors) result.errors = await formatErrors(errors, this.request.id, this.dependencies);
    if (data !== undefined) result.data = data;
    const extensions = this.context.responseExtensions();
    if (extensions) result.extensions = extensions;
    return result;
  }

  /** Returns the result of a step that has thrown. */
  refuse(error: unknown): Promise<Result> {
    return this.complete({ errors: errorsOf(error) });
  }

  get outcome(): OperationOutcome {
    return outcomeOf(this.result);
  }

  /** Records the end. @param calls what the rate limit counts */
  end(calls: number): void {
    const { metrics, audit, nameForLog } = this.dependencies;
    const { type, name } = this.request.prepared;
    const { usage } = this.context;
    audit.end(this);
    this.#reservation?.settle(calls);
    const seconds = secondsSince(this.#started);
    const { outcome, result } = this;
    if (this.event) metrics.countEvent(outcome, seconds, usage);
    else metrics.countOperation(type, outcome, seconds, usage);
    const code = result ? result.errors?.[0]?.extensions?.['code'] : 'INTERNAL_SERVER_ERROR';
    this.span?.end(type, nameForLog(name), usage, outcome, code);
  }
}

export const secondsSince = (started: number): number => (performance.now() - started) / 1000;

/** An operation reserves what it plans, or nothing if all its planned reads are in the cache. */
function callsOfOperation({ upstreamCalls, contentReads }: OperationCost, { activities }: GraphContext): number {
  const cached = contentReads !== null && contentReads.every((read) => activities.needsNoCall(read));
  return cached ? 0 : upstreamCalls;
}

/** The start of a subscription takes one call. Later polls are free, because all subscribers share them. */
export const callsOfStart = 1;

/** An event reserves what it plans beyond the call of the start. */
const callsOfEvent = ({ upstreamCalls }: OperationCost): number => Math.max(0, upstreamCalls - callsOfStart);

/** The result of an event whose subscriber has left: it counts as refused, and is not sent. */
const resultForLeftSubscriber: Result = { errors: [{ message: 'The subscriber has disconnected.' }] };

const pathsOfSubscriptions =
  'Subscriptions are served over WebSocket at /graphql, and as server-sent events with Accept: text/event-stream.';

/* The result. */

/** The result of an operation. Without `data`, nothing was executed, or the response is too large. */
export interface Result {
  readonly errors?: readonly GraphQLFormattedError[];
  readonly data?: JsonText | null;
  readonly extensions?: Record<string, unknown>;
}

/** Errors that are formatted before the event loop gets its turn. */
const batchSize = 100;

/** Formats the errors of an operation as they are sent. Thousands of errors do not block the event loop. */
export async function formatErrors(
  errors: readonly GraphQLError[],
  requestId: string,
  { execution: { turn }, formatError }: ServerDependencies,
): Promise<readonly GraphQLFormattedError[]> {
  const formatted: GraphQLFormattedError[] = [];
  for (const error of errors) {
    if (formatted.length % batchSize === 0 && turn.spend(batchSize)) await turn.next();
    formatted.push(formatError(error, requestId));
  }
  return formatted;
}

/**
 * Returns the outcome of an operation. If each root field is an error it has failed, although its data is not null.
 * @param result undefined if it has thrown
 */
export function outcomeOf(result: Result | undefined): OperationOutcome {
  if (result === undefined) return 'failed';
  const { data, errors = [] } = result;
  if (errors.length === 0) return 'ok';
  if (data === undefined) return errors.some((error) => error.extensions?.['code'] === 'RATE_LIMITED') ? 'rate_limited' : 'refused';
  const failedFields = new Set(errors.map(({ path }) => path?.[0])).size;
  return data === null || data.nullMembers === failedFields ? 'failed' : 'partial';
}

/** Returns the JSON text of a result: the body of its response, and the payload of its event. */
export function jsonOf({ errors, data, extensions }: Result): Buffer {
  // JSON.stringify omits undefined members.
  if (!data) return Buffer.from(JSON.stringify({ errors, data, extensions }));
  if (!errors && !extensions) return data.bytes;
  const before = errors ? `"errors":${JSON.stringify(errors)},` : '';
  const after = extensions ? `,"extensions":${JSON.stringify(extensions)}` : '';
  return Buffer.concat([Buffer.from(`{${before}"data":`), data.value, Buffer.from(`${after}}`)]);
}
