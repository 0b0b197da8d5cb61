import { IdempotencyInProgressError } from '../../model/errors.js';
import type { RegistrationResult } from '../../model/registration.js';
import { certainlyNotDone } from './outcome-check.js';
import type { OutcomeRecord, OutcomeStore, StoredResult } from './outcome-store.js';

/** A write that must not happen twice. */
export interface GuardedWrite {
  /** What is wrong with the input: then nothing is sent, and nothing is remembered. */
  check(): Promise<RegistrationResult['userErrors']>;
  /** The one attempt. A refusal by the service is a result. */
  send(): Promise<StoredResult>;
  /** The error that tells what can be found out about an attempt whose outcome is not known. */
  unknown(sentAt: number, cause?: unknown): Promise<Error>;
}

export interface LedgerTools {
  readonly store: OutcomeStore;
  /** A keyed digest: nobody can tell the text from it, or try texts out on it. */
  readonly digest: (text: string) => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Another replica is asked about again after so long. */
const inProgressRetryMs = 1_000;

/** The record of writes by key: what was begun is never begun again, what is finished is told again. */
export class Ledger {
  readonly #underWay = new Map<string, { readonly fingerprint: string; readonly result: Promise<RegistrationResult> }>();

  constructor(readonly tools: LedgerTools) {}

  /**
   * Performs a write once for its key. Calls under way with the same key join; a finished one is replayed.
   * @throws what `unknown` gives, for an attempt that may have happened; it is never made again under its key.
   */
  async once(key: readonly string[], input: unknown, write: GuardedWrite): Promise<RegistrationResult> {
    const keyText = JSON.stringify(key);
    const fingerprint = this.tools.digest(JSON.stringify(input));
    const joined = this.#underWay.get(keyText);
    if (joined) return joined.fingerprint === fingerprint ? joined.result : reused;
    const result = this.#perform(keyText, fingerprint, write).finally(() => this.#underWay.delete(keyText));
    this.#underWay.set(keyText, { fingerprint, result });
    return result;
  }

  /** Resolves when the writes under way have ended and their outcomes are in the store. */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.#underWay.values()].map(({ result }) => result));
  }

  async #perform(key: string, fingerprint: string, write: GuardedWrite): Promise<RegistrationResult> {
    const { store, now } = this.tools;
    const name = await store.locate(key);
    const known = await store.read(name);
    // Without its fingerprint a record may belong to this input: it is treated as an unknown outcome of it.
    if (known && known.fingerprint !== null && known.fingerprint !== fingerprint) return reused;
    if (known?.result) return { ...known.result, replayed: true };
    if (known) throw await write.unknown(known.startedAt);
    const userErrors = await write.check();
    if (userErrors.length > 0) return { outcome: null, replayed: false, userErrors };
    const startedAt = now();
    if (!(await store.begin(name, { fingerprint, startedAt }))) throw new IdempotencyInProgressError(inProgressRetryMs);
    return this.#send(name, { fingerprint, startedAt }, write);
  }

  async #send(name: string, begun: Omit<OutcomeRecord, 'result'>, write: GuardedWrite): Promise<RegistrationResult> {
    const { store } = this.tools;
    let result: StoredResult;
    try {
      result = await write.send();
    } catch (error) {
      if (!certainlyNotDone(error)) throw await write.unknown(begun.startedAt, error);
      // Where it cannot be forgotten, a repeat finds the outcome unknown; this caller still learns that nothing was sent.
      await store.forget(name).catch(() => {});
      throw error;
    }
    // What was registered is told even where it cannot be remembered; a repeat then finds the outcome unknown.
    await store.finish(name, { ...begun, result }).catch(() => {});
    return { ...result, replayed: false };
  }
}

const reused: RegistrationResult = {
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
