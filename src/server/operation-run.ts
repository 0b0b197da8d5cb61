/* One run of an operation, of the start of a subscription, or of one of its events. The audit, the metrics and the span record it. */

import type { GraphContext } from '../graph/context.js';
import type { PreparedOperation } from './operations/prepare.js';
import type { CallReservation } from './operations/rate-limit.js';
import { outcomeOf, type OperationType, type Result } from './result.js';
import type { Runtime } from './runtime.js';
import type { OperationSpan } from './telemetry/traces.js';

/** What is known of a run: while it is in progress, and when it has ended. It begins when it is created, and must be ended. */
export class OperationRun {
  /** The operation, as soon as its document is prepared. */
  prepared: PreparedOperation | undefined;
  /** undefined until it has a result, and if it throws. */
  result: Result | undefined;
  /** The calls that it takes from its caller's bucket; undefined if RATE_LIMIT is not set. */
  readonly reservation: CallReservation | undefined;
  readonly #started = performance.now();
  readonly #auditKey: number;

  /** @param span undefined if no spans are recorded */
  constructor(
    private readonly runtime: Runtime,
    readonly requestId: string,
    readonly context: GraphContext,
    private readonly requestedName: string | undefined,
    readonly span: OperationSpan | undefined,
    private readonly kind: 'operation' | 'event' = 'operation',
  ) {
    this.reservation = runtime.buckets?.reservation(context.caller.name, context.usage.storeWait);
    this.#auditKey = runtime.audit.begin(this);
  }

  get operationType(): OperationType {
    return this.prepared?.operation.operation ?? 'unknown';
  }

  /** The name of the operation; before it is prepared, the requested name. */
  get operationName(): string | null {
    return this.prepared?.operation.name?.value ?? this.requestedName ?? null;
  }

  /** Runs a function as a part of the operation: spans of attempts that it starts become children of the operation's span. */
  within<T>(run: () => T): T {
    return this.span ? this.span.within(run) : run();
  }

  /** Records the end. @param calls what the rate limit counts */
  end(calls: number): void {
    const { metrics, audit, nameForLog } = this.runtime;
    const { usage } = this.context;
    audit.end(this.#auditKey);
    this.reservation?.settle(calls);
    const seconds = secondsSince(this.#started);
    if (this.kind === 'event') metrics.countEvent(outcomeOf(this.result), seconds, usage);
    else metrics.countOperation(this.operationType, outcomeOf(this.result), seconds, usage);
    this.span?.end(this, nameForLog(this.operationName), usage);
  }
}

export const secondsSince = (started: number): number => (performance.now() - started) / 1000;
