/* The wrappers of all runners: admission and accounting of operations, starts of subscriptions, and their events. */

import type { CallerBuckets } from './operations/limits/rate-limit.js';
import { withRateLimit } from './operations/limits/with-rate-limit.js';
import type { FindStoredResponse } from './operations/operation.js';
import type { WorkAudit } from './telemetry/audit/work-audit.js';
import type { NameForLog } from './telemetry/log/operation-name.js';
import type { Metrics } from './telemetry/metrics/metrics.js';
import { withMetrics, withStoredMetrics } from './telemetry/metrics/with-metrics.js';
import type { Traces } from './telemetry/traces/traces.js';
import { withSpan } from './telemetry/traces/with-span.js';
import type { Wrap } from './work.js';

export interface WrapperOptions {
  readonly traces: Traces | null;
  readonly metrics: Metrics;
  /** The rate limit's buckets; null if RATE_LIMIT is not set. */
  readonly buckets: CallerBuckets | null;
  readonly workAudit: WorkAudit;
  readonly nameForLog: NameForLog;
}

/** The functions that add the wrappers. */
export interface Wrappers {
  /**
   * Puts a runner inside all wrappers. Every runner passes it, so a new wrapper concerns all work but
   * stored responses: for these, also change {@link wrapStored}.
   */
  readonly wrap: Wrap;
  /**
   * Wraps the lookup of stored responses, which are sent without a runner: it counts them. With traces none is found, because each
   * operation needs a span, and the runner has the headers for it.
   */
  readonly wrapStored: (find: FindStoredResponse) => FindStoredResponse;
}

export function createWrappers({ traces, metrics, buckets, workAudit, nameForLog }: WrapperOptions): Wrappers {
  const wrap: Wrap = (runner) => {
    // From the inside out: each wrapper runs the one before it.
    const audited = workAudit.wrap(runner); // writes an audit line for personal data that was read and for denied fields
    const admitted = withRateLimit(audited, buckets); // reserves the planned calls before execution, returns unused ones afterwards
    const counted = withMetrics(admitted, metrics); // counts work and times it, refused work included
    return withSpan(counted, traces, nameForLog); // adds a span, around all that the work does
  };
  return { wrap, wrapStored: (find) => (traces === null ? withStoredMetrics(find, metrics) : () => null) };
}
