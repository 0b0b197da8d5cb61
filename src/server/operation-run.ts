/* One run of an operation, of the start of a subscription, or of one of its events. The audit, the metrics and the span record it. */

import type { GraphContext } from '../graph/context.js';
import type { PreparedOperation } from './operations/prepare.js';
import type { CallReservation } from './operations/rate-limit.js';
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

/** What is known of a run: while it is in progress, and when it has ended. It begins when it is created, and must be ended. */
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
    return this.prepared?.operation.operation ?? 'unknown';
  }

  /** The name of the operation; before it is prepared, the requested name. */
  get operationName(): string | null {
    return this.prepared?.operation.name?.value ?? this.begun.requestedName ?? null;
  }

  /** Runs a function as a part of the operation: spans of attempts that it starts become children of the operation's span. */
  inSpan<T>(run: () => T): T {
    const { span } = this.begun;
    return span ? span.within(run) : run();
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
