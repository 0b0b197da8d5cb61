/* The end of a write that is recorded: it is sent with a permit, and its row is completed, removed, or left as one of unknown outcome. */

import {
  IdempotencyInProgressError,
  QueryTooComplexError,
  StateUnavailableError,
  UpstreamOverloadedError,
  UpstreamRateLimitedError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../../records/errors.js';
import type { WritePermit } from '../../service/transport/exchange.js';
import type { OutcomeStore, RecordedWrite } from './outcome-store.js';

/** The parts that the writes of all operations share. */
export interface AtMostOnceOptions {
  readonly store: OutcomeStore;
  /** A keyed digest, so that inputs can be neither read from a fingerprint nor guessed. */
  readonly digest: (text: string) => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The steps of a write from its sending on. */
export interface SendSteps<Result> {
  /**
   * Sends the write, once. A rejection by the service is a result.
   * @param permit the permit of a recorded write, obtained before each attempt and checked immediately before the first byte. If it is
   * refused, nothing is sent and `send` fails with its error. null if nothing is recorded
   * @throws UpstreamError
   */
  send(permit: WritePermit | null): Promise<Result>;
  /**
   * Returns the error for a write of unknown outcome, with what can be found out about it.
   * @param sentAt its start, in ms since the epoch
   */
  unknownOutcome(sentAt: number, cause?: unknown): Promise<Error>;
}

/**
 * Sends a recorded write, and ends its row. A row that cannot be changed then stays without a result, so that a repeat finds the outcome
 * unknown. This caller still learns what happened.
 * @param onSuccess whether the row keeps the result, for repeats, or is removed
 * @throws the error of `unknownOutcome` if the write may have had an effect; else, with the row removed, the error of `send`
 */
export async function sendRecorded<Result extends object>(
  write: RecordedWrite,
  steps: SendSteps<Result>,
  onSuccess: 'complete' | 'withdraw',
): Promise<Result> {
  let result: Result;
  try {
    result = await steps.send(write);
  } catch (error) {
    if (hadNoEffect(error)) {
      await write.withdraw().catch(() => {});
      throw error;
    }
    // If this cannot be stored, the row appears as running until its process is known to have ended.
    await write.release().catch(() => {});
    throw await steps.unknownOutcome(write.startedAt, error);
  }
  await (onSuccess === 'complete' ? write.complete(result) : write.withdraw()).catch(() => {});
  return result;
}

/** Whether a failed write certainly had no effect: nothing was sent, or the service limited the rate (429). */
export function hadNoEffect(error: unknown): boolean {
  if (errorsWithoutEffect.some((errorClass) => error instanceof errorClass)) return true;
  return (error instanceof UpstreamUnavailableError || error instanceof UpstreamTimeoutError) && !error.sent;
}

const errorsWithoutEffect = [QueryTooComplexError, StateUnavailableError, UpstreamOverloadedError, UpstreamRateLimitedError];

/**
 * Returns the error for a mutation whose write another process performs, with the time after which to send the mutation again: as long as
 * the write has taken so far, from 1 to 5 seconds. A write usually takes less than a second, but the lease of a process that was killed
 * lasts a minute. So a caller usually gets the result soon, and sends the mutation at most about fifteen times in a minute.
 * @param now milliseconds since the epoch
 * @param startedAt the same by the clock of the other process, which may differ; by default, the write has just begun
 */
export function inProgressError(now: number, startedAt = now): IdempotencyInProgressError {
  return new IdempotencyInProgressError(Math.min(5_000, Math.max(1_000, now - startedAt)));
}
