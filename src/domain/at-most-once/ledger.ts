/*
 * At-most-once registration
 *
 * The service creates new registrations with every call (§4.2), and has no idempotency key. A reply can be lost after the
 * service has registered them, so a failed call must not be repeated blindly. The ledger sends a registration at most once
 * for each idempotency key of a caller, and repeats return what is known about that one write.
 *
 * State of a key       In the store            What `once` does
 * new                  no row                  checks the input, records the write, sends it
 * running, here        row without a result    waits for the running write and returns its result
 * running, elsewhere   row without a result    throws IdempotencyInProgressError; nothing is sent
 * completed            row with a result       returns the stored result with `replayed: true`; nothing is sent
 * unknown              row without a result    looks the registrants up and throws OutcomeUnknownError; nothing is sent
 * expired              removed after a day     the key is new again
 *
 * Order of one write: check, record (on disk), ask whether the row still belongs to this write, send, record the
 * result. A rejection by the service is a result. If the input fails the check, nothing is recorded. If certainly nothing
 * was sent or done, the row is removed and the key is new again. Any other failure leaves the row without a result:
 * the outcome is unknown, and stays unknown.
 *
 * - Crash or restart: a write that was recorded and not completed is unknown afterwards, even if it was never sent.
 *   A write that was not recorded was not sent.
 * - Several processes with one store: the store knows whether the process of a write still performs it. If it does, or if two
 *   processes record one key at the same moment, the later call throws IdempotencyInProgressError. A write whose process
 *   has ended, or has not renewed its lease for too long, is unknown. If that process was only suspended, it asks right before the
 *   first byte, learns that its row no longer belongs to it, and does not send.
 * - A store that fails: if the write cannot be recorded or its permit cannot be obtained, it is not sent, its row is
 *   removed as soon as the store works again, and the call throws StateUnavailableError. If the result cannot be recorded, or a
 *   row cannot be removed, the caller receives the result or error as usual.
 * - Key rotation: rows that were sealed under another private key can be found, but not read. They are unknown outcomes,
 *   whatever the input is: sending it might register an attendee twice.
 * - The same key with another input is a user error. Inputs are compared by fingerprint, a keyed digest.
 *
 * An unknown outcome is for the caller to resolve. OutcomeUnknownError contains what the service knows about each
 * registrant's mobile number; the caller either accepts that, or registers again under a new key.
 */

import type { WritePermit } from '../../model/calls/write-permit.js';
import type { RegistrationResult } from '../../model/registration.js';
import type { WaitBudget } from '../../primitives/wait-budget.js';
import { inProgressError } from './in-progress-error.js';
import { hadNoEffect } from './outcome-check.js';
import type { OutcomeStore, RecordedWrite, StoredResult, StoredWrite } from './outcome-store.js';
import { permitToSend } from './permit-to-send.js';

/** The steps of one registration. The ledger decides which of them run. */
export interface WriteSteps {
  /** Returns the problems of the input. If there are any, nothing is recorded or sent. */
  check(): Promise<RegistrationResult['userErrors']>;
  /**
   * Sends the registration, once. A rejection by the service is a result.
   * @param permit is obtained right before the first byte; if it is refused, nothing is sent and `send` rejects with its error
   * @throws UpstreamError
   */
  send(permit: WritePermit): Promise<StoredResult>;
  /** Returns the error for a write whose outcome is unknown, with what can be found out about it. */
  unknownOutcome(sentAt: number, cause?: unknown): Promise<Error>;
}

export interface LedgerOptions {
  readonly store: OutcomeStore;
  /** A keyed digest, so that inputs can be neither read from a fingerprint nor guessed. */
  readonly digest: (text: string) => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Performs each registration at most once for its key. The comment above describes the states of a key. */
export class Ledger {
  readonly #running = new Map<string, { readonly fingerprint: string; readonly result: Promise<RegistrationResult> }>();

  constructor(private readonly options: LedgerOptions) {}

  /**
   * Performs a registration once for its key. Concurrent calls with one key share one execution; a completed one returns
   * its stored result.
   * @param wait the time that this operation may wait for the store
   * @throws the error of `unknownOutcome` for a write that may have reached the service
   * @throws IdempotencyInProgressError if another process performs the registration
   * @throws StateUnavailableError if the write cannot be recorded; nothing was sent, and the key can be used again
   * @throws UpstreamError if certainly nothing was done; the key can be used again
   */
  async once(key: readonly string[], input: unknown, steps: WriteSteps, wait?: WaitBudget): Promise<RegistrationResult> {
    const keyText = JSON.stringify(key);
    const fingerprint = this.options.digest(JSON.stringify(input));
    const running = this.#running.get(keyText);
    if (running) return running.fingerprint === fingerprint ? running.result : keyReused;
    const result = this.#perform(keyText, fingerprint, steps, wait).finally(() => this.#running.delete(keyText));
    this.#running.set(keyText, { fingerprint, result });
    return result;
  }

  /** Resolves when the running registrations have ended and their outcomes are stored. */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.#running.values()].map(({ result }) => result));
  }

  /** Milliseconds since the epoch. */
  now(): number {
    return this.options.now();
  }

  async #perform(key: string, fingerprint: string, steps: WriteSteps, wait: WaitBudget | undefined): Promise<RegistrationResult> {
    const { store } = this.options;
    const name = await store.nameOf(key, { wait });
    const stored = await store.read(name, { wait });
    if (stored) return replay(stored, fingerprint, steps, this.now());
    const userErrors = await steps.check();
    if (userErrors.length > 0) return { outcome: null, replayed: false, userErrors };
    const write = await store.begin(name, { fingerprint, startedAt: this.now() }, { wait });
    if (!write) throw inProgressError(this.now());
    return this.#send(write, steps);
  }

  async #send(write: RecordedWrite, steps: WriteSteps): Promise<RegistrationResult> {
    let result: StoredResult;
    try {
      result = await steps.send(permitToSend(write));
    } catch (error) {
      if (!hadNoEffect(error)) {
        // If this cannot be stored, the row appears as running until its process is known to have ended.
        await write.release().catch(() => {});
        throw await steps.unknownOutcome(write.startedAt, error);
      }
      // If the row cannot be removed, a repeat finds the outcome unknown. This caller still learns that nothing was done.
      await write.withdraw().catch(() => {});
      throw error;
    }
    // If the result cannot be stored, a repeat finds the outcome unknown. This caller still receives the result.
    await write.complete(result).catch(() => {});
    return { ...result, replayed: false };
  }
}

/** Returns the result of a write that was recorded before. @throws the error of `unknownOutcome` if it has none */
async function replay(stored: StoredWrite, fingerprint: string, steps: WriteSteps, now: number): Promise<RegistrationResult> {
  // A row whose fingerprint cannot be read may belong to this input, so it is an unknown outcome of it.
  if (stored.fingerprint !== null && stored.fingerprint !== fingerprint) return keyReused;
  if (stored.running) throw inProgressError(now, stored.startedAt);
  if (stored.result === null) throw await steps.unknownOutcome(stored.startedAt);
  return { ...stored.result, replayed: true };
}

const keyReused: RegistrationResult = {
  outcome: null,
  replayed: false,
  userErrors: [
    {
      code: 'IDEMPOTENCY_KEY_REUSED',
      message: 'idempotencyKey: this key was used before with another input. Use a new key for a new registration.',
      field: ['idempotencyKey'],
    },
  ],
};
