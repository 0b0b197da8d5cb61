import { IdempotencyInProgressError } from '../../records/errors.js';

const minMs = 1_000;
const maxMs = 5_000;

/**
 * Returns the error for a mutation whose write another process performs, with the time after which to send the mutation again: as long as
 * the write has taken so far, from 1 to 5 seconds. After a write of 3 seconds, for example, it is 3 seconds. A write usually takes less
 * than a second, but the lease of a process that was killed lasts a minute. So a caller usually gets the result soon, and sends the mutation at
 * most about fifteen times in a minute.
 * @param now milliseconds since the epoch
 * @param startedAt the same by the clock of the other process, which may differ; by default, the write has just begun
 */
export function inProgressError(now: number, startedAt = now): IdempotencyInProgressError {
  return new IdempotencyInProgressError(Math.min(maxMs, Math.max(minMs, now - startedAt)));
}
