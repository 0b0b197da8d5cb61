/* What is recorded of an operation, the start of a subscription, or one of its events: span, rate limit, audit and metrics. */

import { outcomeOf, type EndedOperation } from './ended-operation.js';
import type { CallReservation } from './operations/rate-limit.js';
import type { Runtime } from './runtime.js';
import type { AuditedOperation } from './telemetry/audit.js';
import type { OperationSpan } from './telemetry/traces.js';

/** An operation in progress. It begins when it is created, and must be ended. */
export class RunningOperation {
  /** The calls that it takes from its caller's bucket; undefined if RATE_LIMIT is not set. */
  readonly reservation: CallReservation | undefined;
  readonly #started = performance.now();
  readonly #auditKey: number;

  /** @param span undefined if no spans are recorded */
  constructor(
    private readonly runtime: Runtime,
    private readonly operation: AuditedOperation,
    readonly span: OperationSpan | undefined,
    private readonly kind: 'operation' | 'event' = 'operation',
  ) {
    const { caller, storeWait } = operation.context;
    this.reservation = runtime.buckets?.reservation(caller.name, storeWait);
    this.#auditKey = runtime.audit.begin(operation);
  }

  /** Runs a function as a part of the operation: spans of attempts that it starts become children of the operation's span. */
  within<T>(run: () => T): T {
    return this.span ? this.span.within(run) : run();
  }

  /** Records the end. @param ended undefined if the operation has thrown @param calls what the rate limit counts */
  end(ended: EndedOperation | undefined, calls: number): void {
    const { metrics, audit, nameForLog } = this.runtime;
    const { usage } = this.operation.context;
    audit.end(this.#auditKey, ended);
    this.reservation?.settle(calls);
    const seconds = secondsSince(this.#started);
    if (this.kind === 'event') metrics.countEvent(outcomeOf(ended), seconds, usage);
    else metrics.countOperation(ended?.operationType ?? 'unknown', outcomeOf(ended), seconds, usage);
    this.span?.end(ended, nameForLog(ended?.operationName ?? this.operation.operationName), usage);
  }
}

export const secondsSince = (started: number): number => (performance.now() - started) / 1000;
