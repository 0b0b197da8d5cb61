import { QueryTooComplexError, StateUnavailableError, CancelledError } from '../../records/errors.js';

/**
 * Whether a write failed by a limit of the operation that began it, so that another operation may succeed. Nothing was sent then: such an
 * operation was cancelled while it read for the check, had made its maximum of calls, or had too little time left for the store.
 * @param remainingMs the time that this operation had left for the store when it began the write
 * @param otherRemainingMs the time that the other operation has left. If it is not longer, the store is at fault
 */
export function failedByOwnLimits(error: unknown, remainingMs: number, otherRemainingMs: number): boolean {
  if (error instanceof CancelledError || error instanceof QueryTooComplexError) return true;
  return error instanceof StateUnavailableError && otherRemainingMs > remainingMs;
}
