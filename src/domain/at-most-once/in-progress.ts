/* How long a caller waits while another process performs its call. */

import { IdempotencyInProgressError } from '../../model/errors.js';

const leastMs = 1_000;
const mostMs = 5_000;

/**
 * Returns the error for a call whose attempt another process performs. When that ends is not known: a registration usually takes less
 * than a second, and the lease of a process that was killed lasts a minute. So the wait is as long as the attempt has taken so far,
 * within limits: who repeats learns the result soon, and asks some fifteen times for a lease that ends.
 * @param startedAt by the clock of the other process, which may differ; by default, the attempt has just begun
 */
export function inProgress(now: number, startedAt = now): IdempotencyInProgressError {
  return new IdempotencyInProgressError(Math.min(mostMs, Math.max(leastMs, now - startedAt)));
}
