/* What is recorded of an operation, the start of a subscription, or one of its events: span, rate limit, audit and metrics. */

import type { CallerBuckets, RateLimitCharge } from './operations/rate-limit.js';
import type { AuditedWork, WorkAudit } from './telemetry/audit.js';
import type { NameForLog } from './telemetry/log.js';
import { outcomeOf, type EndedWork, type Metrics } from './telemetry/metrics.js';
import type { WorkSpan } from './telemetry/traces.js';

/** The parts of the server that record work. */
interface Recorders {
  readonly metrics: Metrics;
  readonly audit: WorkAudit;
  readonly buckets: CallerBuckets | null;
  readonly nameForLog: NameForLog;
}

/** Work in progress. It begins when it is created, and must be ended. */
export class Work {
  /** The calls that it takes from its caller's bucket; undefined if RATE_LIMIT is not set. */
  readonly charge: RateLimitCharge | undefined;
  readonly #started = performance.now();
  readonly #auditKey: number;

  /** @param span undefined if no spans are recorded */
  constructor(
    private readonly recorders: Recorders,
    private readonly work: AuditedWork,
    readonly span: WorkSpan | undefined,
    private readonly kind: 'operation' | 'event' = 'operation',
  ) {
    const { caller, storeWait } = work.context;
    this.charge = recorders.buckets?.charge(caller.name, storeWait);
    this.#auditKey = recorders.audit.begin(work);
  }

  /** Runs a function as a part of the work: spans of attempts that it starts become children of the span of the work. */
  within<T>(run: () => T): T {
    return this.span ? this.span.within(run) : run();
  }

  /** Records the end. @param ended undefined if the work has thrown @param calls what the rate limit counts */
  end(ended: EndedWork | undefined, calls: number): void {
    const { metrics, audit, nameForLog } = this.recorders;
    const { usage } = this.work.context;
    audit.end(this.#auditKey, ended);
    this.charge?.settle(calls);
    const seconds = secondsSince(this.#started);
    if (this.kind === 'event') metrics.countEvent(outcomeOf(ended), seconds, usage);
    else metrics.countOperation(ended?.operationType ?? 'unknown', outcomeOf(ended), seconds, usage);
    this.span?.endWork(ended, nameForLog(ended?.operationName ?? this.work.operationName), usage);
  }
}

export const secondsSince = (started: number): number => (performance.now() - started) / 1000;
