/*
 * Writes by idempotency key
 *
 * The service has no idempotency key: each call of `addAttendees`, for example, creates new registrations (§4.2). A reply can be
 * lost after the service has done the work, so a failed write must not be repeated blindly. `AtMostOnceWrites` lets a write
 * take effect at most once for each idempotency key of a caller, and repeats return what is known about that one write.
 *
 * State of a key       In the store            What `once` does
 * new                  no row                  checks the input, records the write, sends it
 * running, here        none yet, or without    waits for the running write and returns its result with `replayed: true`. If
 *                      a result                that one failed by limits of its own operation, the key is new
 * running, elsewhere   row without a result    throws IdempotencyInProgressError; nothing is sent
 * completed            row with a result       returns the stored result with `replayed: true`; nothing is sent
 * unknown              row without a result    throws the error of `unknownOutcome`; nothing is sent
 * expired              removed after a day     the key is new again (later after a start of the machine)
 *
 * Order of one write: check, record, ask whether the row still belongs to this write, send, record the
 * result. A rejection by the service is a result. If the input fails the check, nothing is recorded. If certainly nothing
 * was sent or done, the row is removed and the key is new again. Any other failure leaves the row without a result:
 * the outcome is unknown, and stays unknown.
 *
 * - Several processes with one store: the store knows whether the process of a write still performs it, also after a crash or a suspension
 *   (docs/decisions/0009-leases-in-a-shared-store.md).
 * - A store that fails: if the write cannot be recorded or its permit cannot be confirmed, it is not sent, its row is
 *   removed as soon as the store works again, and `once` throws StateUnavailableError. If the result cannot be recorded, or a
 *   row cannot be removed, the caller receives the result or error as usual.
 * - A row that was sealed under another private key can be found, but not read. Its outcome is unknown, whatever the input is.
 * - The same key with another input is a user error. Inputs are compared by fingerprint (`fingerprintOf`).
 * - A write without a key is checked and sent. Nothing is recorded, and a repeat is another write.
 *
 * An unknown outcome is for the caller to resolve. The error of `unknownOutcome` contains what the service knows; the caller either
 * accepts that, or writes again under a new key.
 */

import { isObject } from '../../primitives/values.js';
import type { WaitBudget } from '../../primitives/waiting.js';
import {
  CancelledError,
  IdempotencyInProgressError,
  QueryTooComplexError,
  StateUnavailableError,
  UpstreamOverloadedError,
  UpstreamRateLimitedError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../../records/errors.js';
import type { UserError } from '../../records/user-error.js';
import type { WritePermit } from '../../service/transport/exchange.js';
import type { OutcomeStore, RecordedWrite, StoredWrite } from './outcome-store.js';

/** The parts that the writes of all operations share. */
interface AtMostOnceOptions {
  readonly store: OutcomeStore;
  /** A keyed digest, so that inputs can be neither read from a fingerprint nor guessed. */
  readonly digest: (text: string) => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export interface RequestedWrite {
  /** The caller, the activity and the endpoint. The same key in another namespace is another key. */
  readonly namespace: readonly string[];
  /** The key that the caller chose; null if it chose none. */
  readonly idempotencyKey: string | null;
  /** A JSON value. `fingerprintOf` states which inputs are equal. */
  readonly input: unknown;
}

/** The steps of a write from its sending on. */
interface SendSteps<Result> {
  /**
   * Sends the write, once. A rejection by the service is a result.
   * @param permit the permit of a recorded write, confirmed before each attempt and checked immediately before the first byte. If it is
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

/** The steps of one write. `AtMostOnceWrites` decides which of them run. @typeParam Result a JSON object, as it is stored */
export interface WriteSteps<Result extends object> extends SendSteps<Result> {
  /** Returns the problems of the input. If there are any, nothing is recorded or sent. */
  check(): Promise<readonly UserError[]>;
}

/** The problems of a write that was not sent; or its result, and whether another mutation sent it, an earlier or a concurrent one. */
type OnceResult<Result> = { readonly refused: readonly UserError[] } | { readonly result: Result; readonly replayed: boolean };

interface RunningWrite {
  readonly fingerprint: string;
  readonly result: Promise<OnceResult<object>>;
}

/**
 * Writes at most once: by idempotency key, as the comment above describes, or one at a time for
 * what they change. All operations share it.
 */
export class AtMostOnceWrites {
  readonly #running = new Map<string, RunningWrite>();
  readonly #lastByKey = new Map<string, Promise<unknown>>();

  constructor(readonly options: AtMostOnceOptions) {}

  /**
   * Performs a write once for its key. Concurrent mutations with one key share one write; a completed one returns its stored result.
   * @param storeWait the time that this operation may wait for the store
   * @throws the error of `unknownOutcome` for a write that may have reached the service
   * @throws IdempotencyInProgressError if another process performs the write
   * @throws StateUnavailableError if the write cannot be recorded; nothing was sent, and the key can be used again
   * @throws UpstreamError if certainly nothing was done; the key can be used again
   */
  async once<Result extends object>(write: RequestedWrite, steps: WriteSteps<Result>, storeWait?: WaitBudget): Promise<OnceResult<Result>> {
    const { namespace, idempotencyKey, input } = write;
    const keyErrors = checkIdempotencyKey(idempotencyKey);
    if (keyErrors.length > 0) return { refused: [...keyErrors, ...(await steps.check())] };
    if (idempotencyKey === null) return this.#writeWithoutKey(steps);
    const key = JSON.stringify([...namespace, idempotencyKey]);
    const fingerprint = fingerprintOf(input, this.options.digest);
    const running = this.#running.get(key);
    if (running) {
      if (running.fingerprint !== fingerprint) return { refused: [keyReused] };
      try {
        // Writes with one key have the same endpoint, which the namespace names, and so the same type of result.
        const once = await (running.result as Promise<OnceResult<Result>>);
        return 'refused' in once ? once : { result: once.result, replayed: true };
      } catch (error) {
        // The operation that began it was cancelled, or made its maximum of calls, while it read for the check: nothing was sent.
        if (!(error instanceof CancelledError || error instanceof QueryTooComplexError)) throw error;
        return this.once(write, steps, storeWait);
      }
    }
    const result = this.#writeWithKey(key, fingerprint, steps, storeWait).finally(() => this.#running.delete(key));
    this.#running.set(key, { fingerprint, result });
    return result;
  }

  /** Runs work for a key, after all earlier work for it in this process. @returns or throws what the work does */
  inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const result = (this.#lastByKey.get(key) ?? Promise.resolve()).then(work, work);
    this.#lastByKey.set(key, result);
    const remove = () => {
      if (this.#lastByKey.get(key) === result) this.#lastByKey.delete(key);
    };
    result.then(remove, remove);
    return result;
  }

  /**
   * Resolves when the running writes with an idempotency key have ended and their outcomes are stored, and when all work in turn has ended.
   */
  async settled(): Promise<void> {
    await Promise.allSettled([...[...this.#running.values()].map(({ result }) => result), ...this.#lastByKey.values()]);
  }

  async #writeWithoutKey<Result extends object>(steps: WriteSteps<Result>): Promise<OnceResult<Result>> {
    const problems = await steps.check();
    if (problems.length > 0) return { refused: problems };
    const sentAt = this.options.now();
    try {
      return { result: await steps.send(null), replayed: false };
    } catch (error) {
      throw hadNoEffect(error) ? error : await steps.unknownOutcome(sentAt, error);
    }
  }

  async #writeWithKey<Result extends object>(
    key: string,
    fingerprint: string,
    steps: WriteSteps<Result>,
    storeWait: WaitBudget | undefined,
  ): Promise<OnceResult<Result>> {
    const { store, now } = this.options;
    const name = await store.nameOf(key, storeWait);
    const stored = await store.read(name, storeWait);
    if (stored) return replay(stored, fingerprint, steps, now());
    const problems = await steps.check();
    if (problems.length > 0) return { refused: problems };
    const write = await store.begin(name, { fingerprint, startedAt: now() }, storeWait);
    if (!write) throw inProgressError(now());
    return { result: await sendRecorded(write, steps, 'complete'), replayed: false };
  }
}

/** Returns the result of a write that was recorded before. @throws the error of `unknownOutcome` if its result or its input is not known */
async function replay<Result extends object>(
  stored: StoredWrite,
  fingerprint: string,
  steps: WriteSteps<Result>,
  now: number,
): Promise<OnceResult<Result>> {
  // A row that cannot be read has neither a fingerprint nor a result.
  if (stored.fingerprint !== null && stored.fingerprint !== fingerprint) return { refused: [keyReused] };
  if (stored.running) throw inProgressError(now, stored.startedAt);
  if (stored.result === null) throw await steps.unknownOutcome(stored.startedAt);
  return { result: stored.result as Result, replayed: true };
}

/** Returns the problems of a key that a caller chose. null, if the caller chose none, has no problem. */
export function checkIdempotencyKey(idempotencyKey: string | null): readonly UserError[] {
  if (idempotencyKey === null || /^[\x21-\x7e]{16,255}$/.test(idempotencyKey)) return [];
  const message = 'Idempotency key: use 16 to 255 visible ASCII characters.';
  return [{ code: 'INVALID', rule: null, message, field: ['idempotencyKey'] }];
}

const keyReused: UserError = {
  code: 'IDEMPOTENCY_KEY_REUSED',
  rule: null,
  message: 'Idempotency key: it was used before with another input. If its outcome is unknown, send that input again; else use a new key.',
  field: ['idempotencyKey'],
};

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
      await write.withdraw();
      throw error;
    }
    // If this cannot be stored, the row appears as running until its process is known to have ended.
    await write.release();
    throw await steps.unknownOutcome(write.startedAt, error);
  }
  await (onSuccess === 'complete' ? write.complete(result) : write.withdraw());
  return result;
}

/** Whether a failed write certainly had no effect: nothing was sent, or the service limited the rate (429, or busy). */
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

/**
 * Returns a string that is equal for equal inputs. The order of members does not count. A member that is null counts as omitted, so that a
 * new optional member leaves the fingerprints of earlier inputs as they are. The order of lists counts.
 *
 * It is stored with the write for a day, and later versions of the program compare it with the input of a repeat. If it changed, the repeat
 * would look like another input, and a caller who then chooses a new key would register twice. `1:` stands for this form.
 * @param digest a keyed digest, so that inputs can be neither read from a fingerprint nor guessed
 */
export const fingerprintOf = (input: unknown, digest: (text: string) => string): string => `1:${digest(canonicalText(input))}`;

const canonicalText = (input: unknown): string =>
  JSON.stringify(input, (_name, value: unknown) => (isObject(value) ? canonical(value) : value));

function canonical(object: Record<string, unknown>): object {
  const members = Object.entries(object).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(members.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
