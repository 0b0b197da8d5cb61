/* Locks for writes without an idempotency key: what a write changes is its key, and for each key one write runs at a time. */

import type { WaitBudget } from '../../primitives/waiting.js';
import { fingerprintOf } from './input-fingerprint.js';
import type { RecordedWrite, StoredWrite } from './outcome-store.js';
import { type AtMostOnceOptions, inProgressError } from './recorded-write.js';

/** The write that a lock is for. */
export interface LockableWrite {
  /** What the write changes. */
  readonly key: readonly string[];
  /** A JSON value: what is sent. Writes with one key may have different inputs, which `UnresolvedWrite` compares. */
  readonly input: unknown;
}

/** The exclusive right to perform the write of one key, with the row of an earlier one. */
export interface WriteLock {
  /**
   * The row of an earlier write whose outcome is unknown; null if there is none.
   * @throws IdempotencyInProgressError while another process performs it
   */
  unresolvedWrite(): Promise<UnresolvedWrite | null>;
  /**
   * Records that a write begins, before its first byte is sent.
   * @param replacing the unknown write that it follows
   * @throws IdempotencyInProgressError if another process has begun one
   */
  begin(replacing: UnresolvedWrite | null): Promise<RecordedWrite>;
  /** Removes the row of an unknown write: its outcome is known now. */
  clear(write: UnresolvedWrite): Promise<void>;
}

export interface UnresolvedWrite extends Pick<StoredWrite, 'startedAt' | 'version' | 'quietMs'> {
  /** Whether it certainly had the input of this write. False if the stored fingerprint cannot be compared, such as after an upgrade. */
  readonly hasSameInput: boolean;
}

/**
 * Locks for writes whose input determines what they change, and so their key. For example, `ssoLogin` with `addIfMissing` adds the attendee
 * of a mobile number, and its key contains the number. One write at a time runs for each key. A write whose outcome is unknown stays
 * stored, so that the next write of the key can find out whether it took effect.
 */
export class WriteLocks {
  readonly #lastByKey = new Map<string, Promise<unknown>>();

  constructor(private readonly options: AtMostOnceOptions) {}

  /** Runs the work under the lock of a key, after all earlier work under that lock. @returns or throws what the work does */
  underLock<T>({ key, input }: LockableWrite, work: (lock: WriteLock) => Promise<T>, storeWait?: WaitBudget): Promise<T> {
    const keyText = JSON.stringify(key);
    const previous = this.#lastByKey.get(keyText) ?? Promise.resolve();
    const run = async () => work(this.#lockOf(await this.options.store.nameOf(keyText, storeWait), input, storeWait));
    const result = previous.then(run, run);
    this.#lastByKey.set(keyText, result);
    const remove = () => {
      if (this.#lastByKey.get(keyText) === result) this.#lastByKey.delete(keyText);
    };
    result.then(remove, remove);
    return result;
  }

  /** Resolves when the work that runs or waits under any lock has ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#lastByKey.values());
  }

  #lockOf(name: string, input: unknown, storeWait: WaitBudget | undefined): WriteLock {
    const { store, digest, now } = this.options;
    const fingerprint = fingerprintOf(input, digest);
    return {
      unresolvedWrite: async () => {
        const stored = await store.read(name, storeWait);
        if (stored?.running) throw inProgressError(now(), stored.startedAt);
        if (stored === null) return null;
        const { startedAt, version, quietMs } = stored;
        return { startedAt, version, quietMs, hasSameInput: stored.fingerprint === fingerprint };
      },
      begin: async (replacing) => {
        const write = await store.begin(name, { fingerprint, startedAt: now(), replacing: replacing?.version }, storeWait);
        if (!write) throw inProgressError(now());
        return write;
      },
      clear: ({ version }) => store.clear(name, version, storeWait),
    };
  }
}
