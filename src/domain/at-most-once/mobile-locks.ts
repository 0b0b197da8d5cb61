import type { WritePermit } from '../../model/calls/write-permit.js';
import type { WaitBudget } from '../../primitives/wait-budget.js';
import { attemptPermit } from './attempt-permit.js';
import { inProgressError } from './in-progress-error.js';
import type { LedgerOptions } from './ledger.js';
import type { RecordedAttempt, StoredOutcome } from './outcome-store.js';

/** The exclusive right to add one mobile number, with the row of an earlier attempt. */
export interface MobileLock {
  /**
   * The row of an earlier attempt whose outcome is unknown; null if there is none.
   * @throws IdempotencyInProgressError while another process performs it
   */
  unknownAttempt(): Promise<UnknownAttempt | null>;
  /**
   * Records that an attempt begins, before its first byte is sent.
   * @param replacing the unknown attempt that it follows
   * @throws IdempotencyInProgressError if another process has begun one
   */
  begin(replacing: UnknownAttempt | null): Promise<BegunAttempt>;
  /** Removes the row of an unknown attempt: its outcome is known now. */
  clear(attempt: UnknownAttempt): Promise<void>;
}

export type UnknownAttempt = Pick<StoredOutcome, 'startedAt' | 'version' | 'quietMs'>;

export type BegunAttempt = Pick<RecordedAttempt, 'startedAt' | 'release' | 'withdraw'> & { readonly permit: WritePermit };

/**
 * Locks by mobile number, for `ssoLogin` with `addIfMissing`, which may add an attendee. One attempt at a time runs for
 * each number, and an attempt whose outcome is unknown stays stored.
 */
export class MobileLocks {
  readonly #lastByKey = new Map<string, Promise<unknown>>();

  constructor(private readonly options: Pick<LedgerOptions, 'store' | 'now'>) {}

  /** Runs the work under the lock of a key, after all earlier work under that lock. @returns or throws what the work does */
  withLock<T>(key: readonly string[], work: (lock: MobileLock) => Promise<T>, wait?: WaitBudget): Promise<T> {
    const keyText = JSON.stringify(key);
    const previous = this.#lastByKey.get(keyText) ?? Promise.resolve();
    const run = async () => work(this.#lockOf(await this.options.store.nameOf(keyText, { wait }), wait));
    const result = previous.then(run, run);
    this.#lastByKey.set(keyText, result);
    const remove = () => {
      if (this.#lastByKey.get(keyText) === result) this.#lastByKey.delete(keyText);
    };
    result.then(remove, remove);
    return result;
  }

  #lockOf(name: string, wait: WaitBudget | undefined): MobileLock {
    const { store, now } = this.options;
    return {
      unknownAttempt: async () => {
        const stored = await store.read(name, { wait });
        if (stored?.running) throw inProgressError(now(), stored.startedAt);
        return stored;
      },
      begin: async (replacing) => {
        const attempt = await store.begin(name, { fingerprint: null, startedAt: now() }, { wait, replacing: replacing?.version });
        if (!attempt) throw inProgressError(now());
        return { ...attempt, permit: attemptPermit(attempt) };
      },
      clear: ({ version }) => store.clear(name, version, { wait }),
    };
  }
}
