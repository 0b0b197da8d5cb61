/* One run of an operation, of the start of a subscription, or of one of its events. The audit, the metrics and the span record it. */

import type { GraphContext } from '../graph/context.js';
import type { ExecutedResult } from '../graph/execution/execute.js';
import type { ExecutionRequest } from '../graph/execution/plan.js';
import type { PreparedOperation } from './operations/prepare.js';
import type { CallReservation } from './operations/rate-limit.js';
import type { VariableValues } from './operations/variables.js';
import { outcomeOf, type OperationType, type Result } from './result.js';
import type { Runtime } from './runtime.js';
import type { OperationSpan } from './telemetry/traces.js';

/** The start of a run: its request or event, and how the graph sees it. */
interface BegunRun {
  readonly requestId: string;
  readonly context: GraphContext;
  /** The name in the request; the operation may not be found. */
  readonly requestedName?: string | undefined;
  /** undefined if no spans are recorded. */
  readonly span: OperationSpan | undefined;
  /** When its request was read, by performance.now(). */
  readonly started: number;
  readonly isEvent?: boolean;
}

/**
 * A run: its steps from the limits to the result, the same for a request, a start and an event, and what is known of it. It begins when it
 * is created, and must be ended. Between the steps, each kind of run reserves its calls.
 */
export class OperationRun {
  /** The operation, as soon as its document is prepared. */
  prepared: PreparedOperation | undefined;
  /** undefined until it has a result, and if it throws. */
  result: Result | undefined;
  /** The calls that it takes from its caller's bucket; undefined if RATE_LIMIT is not set. */
  readonly reservation: CallReservation | undefined;
  readonly #auditKey: number;

  constructor(
    private readonly runtime: Runtime,
    private readonly begun: BegunRun,
  ) {
    const { caller, storeWait } = begun.context;
    this.reservation = runtime.buckets?.reservation(caller.name, storeWait);
    this.#auditKey = runtime.audit.begin(this);
  }

  get requestId(): string {
    return this.begun.requestId;
  }

  get context(): GraphContext {
    return this.begun.context;
  }

  get operationType(): OperationType {
    return this.prepared?.type ?? 'unknown';
  }

  /** The name of the operation; before it is prepared, the requested name. */
  get operationName(): string | null {
    return this.prepared?.operation.name?.value ?? this.begun.requestedName ?? null;
  }

  /**
   * Returns what is to be executed and what it costs, if the operation is within the limits.
   * @param rootValue the event of a subscription
   * @throws QueryTooComplexError
   */
  admit(prepared: PreparedOperation, variables: VariableValues, rootValue?: unknown) {
    const { context } = this;
    const { plan, cost } = prepared.planWithinLimits(variables, context.activities.ids);
    return { operation: prepared.operation, plan, variables, context, rootValue, cost };
  }

  /** Executes the operation. Spans of attempts that it starts become children of the operation's span. */
  executeInSpan(request: ExecutionRequest): Promise<ExecutedResult> {
    const { span } = this.begun;
    return span ? span.within(() => this.runtime.execute(request)) : this.runtime.execute(request);
  }

  /** Returns the result of the operation: its data and formatted errors, with the extensions of the response. */
  complete(data: Result['data'], errors: Result['errors'], maxAgeSeconds?: number): Result {
    const result: { -readonly [Name in keyof Result]: Result[Name] } = {};
    if (errors) result.errors = errors;
    if (data !== undefined) result.data = data;
    const extensions = this.context.responseExtensions();
    if (extensions) result.extensions = extensions;
    if (maxAgeSeconds !== undefined) result.maxAgeSeconds = maxAgeSeconds;
    return result;
  }

  /** Records the end. @param calls what the rate limit counts */
  end(calls: number): void {
    const { metrics, audit, nameForLog } = this.runtime;
    const { span, started, isEvent = false } = this.begun;
    const { usage } = this.context;
    audit.end(this.#auditKey);
    this.reservation?.settle(calls);
    const seconds = secondsSince(started);
    if (isEvent) metrics.countEvent(outcomeOf(this.result), seconds, usage);
    else metrics.countOperation(this.operationType, outcomeOf(this.result), seconds, usage);
    span?.end(this, nameForLog(this.operationName), usage);
  }
}

export const secondsSince = (started: number): number => (performance.now() - started) / 1000;
