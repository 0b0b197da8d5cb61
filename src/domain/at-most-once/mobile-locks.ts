import { IdempotencyInProgressError } from '../../model/errors.js';
import { inProgressRetryMs, type LedgerOptions } from './ledger.js';

/** The exclusive right to add one mobile number, with the record of an earlier attempt. */
export interface MobileLock {
  /** The time at which an attempt began whose outcome is unknown; null if there is none. */
  unknownSince(): Promise<number | null>;
  /** Records that an attempt begins, before its first byte is sent. @returns the time. @throws IdempotencyInProgressError if another process has begun one */
  begin(): Promise<number>;
  /** Removes the record of the attempt: its outcome is known. */
  settle(): Promise<void>;
  now(): number;
}

/**
 * Locks by mobile number, for `ssoLogin` with `addIfMissing`, which may add an attendee. One attempt at a time runs for
 * each number, and an attempt whose outcome is unknown stays on record.
 */
export class MobileLocks {
  readonly #lastByKey = new Map<string, Promise<unknown>>();

  constructor(private readonly options: Pick<LedgerOptions, 'store' | 'now'>) {}

  /** Runs the work under the lock of a key, after all earlier work under that lock. @returns or throws what the work does */
  withLock<T>(key: readonly string[], work: (lock: MobileLock) => Promise<T>): Promise<T> {
    const keyText = JSON.stringify(key);
    const previous = this.#lastByKey.get(keyText) ?? Promise.resolve();
    const run = async () => work(this.#lockOf(await this.options.store.nameOf(keyText)));
    const result = previous.then(run, run);
    this.#lastByKey.set(keyText, result);
    const remove = () => {
      if (this.#lastByKey.get(keyText) === result) this.#lastByKey.delete(keyText);
    };
    result.then(remove, remove);
    return result;
  }

  #lockOf(name: string): MobileLock {
    const { store, now } = this.options;
    return {
      now,
      unknownSince: async () => (await store.read(name))?.startedAt ?? null,
      begin: async () => {
        const startedAt = now();
        if (!(await store.begin(name, { fingerprint: null, startedAt }))) throw new IdempotencyInProgressError(inProgressRetryMs);
        return startedAt;
      },
      settle: () => store.forget(name),
    };
  }
}
