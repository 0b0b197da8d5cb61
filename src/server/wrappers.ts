/* The wrappers of all runners: admission and accounting of operations, starts of subscriptions, and their events. */

import type { CallerBuckets } from './operations/limits/rate-limit.js';
import { withRateLimit } from './operations/limits/with-rate-limit.js';
import type { Wrap } from './operations/work.js';
import type { AuditSink } from './telemetry/audit-log.js';
import type { Metrics } from './telemetry/metrics.js';
import type { NameForLog } from './telemetry/operation-name.js';
import type { Traces } from './telemetry/traces.js';
import { withAudit } from './telemetry/with-audit.js';
import { withMetrics } from './telemetry/with-metrics.js';
import { withSpan } from './telemetry/with-span.js';

export interface WrapperParts {
  /** null: no traces. */
  readonly traces: Traces | null;
  readonly metrics: Metrics;
  /** null: no rate limit. */
  readonly buckets: CallerBuckets | null;
  readonly audit: AuditSink;
  readonly nameForLog: NameForLog;
}

/** Returns the function that puts a runner inside all wrappers. Every runner passes it, so a new wrapper concerns all work. */
export function createWrap({ traces, metrics, buckets, audit, nameForLog }: WrapperParts): Wrap {
  // From the outside in: each wrapper runs the next one.
  const wrappers: readonly Wrap[] = [
    (inner) => withSpan(inner, traces, nameForLog), // adds a span, around all that the work does
    (inner) => withMetrics(inner, metrics), // counts work and times it, refused work included
    (inner) => withRateLimit(inner, buckets), // reserves the planned calls before execution, refunds unused ones afterwards
    (inner) => withAudit(inner, audit, nameForLog), // writes an audit line for personal data that was read and for denied fields
  ];
  return (runner) => wrappers.reduceRight((inner, wrap) => wrap(inner), runner);
}
