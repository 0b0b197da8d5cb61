import { IdempotencyInProgressError } from '../model/errors.js';
import type { LedgerTools } from './ledger.js';

/** What is remembered of the attempts for one mobile number. */
export interface MobileLock {
  /** When an attempt was begun whose outcome is not known; null for none. */
  unknownSince(): Promise<number | null>;
  /** Remembers, before the first byte is sent, that an attempt begins. @returns when */
  begin(): Promise<number>;
  /** The outcome is known: nothing needs to be remembered. */
  settled(): Promise<void>;
  now(): number;
}

/** Keeps attempts for the same mobile number apart, and remembers those that may have happened. */
export class MobileLocks {
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(private readonly tools: LedgerTools) {}

  /** Runs alone among the attempts with the same key, one after the other. */
  alone<T>(key: readonly string[], work: (lock: MobileLock) => Promise<T>): Promise<T> {
    const opaqueKey = this.tools.digest(JSON.stringify(key));
    const before = this.#last.get(opaqueKey) ?? Promise.resolve();
    const result = before.then(
      () => work(this.#lock(opaqueKey)),
      () => work(this.#lock(opaqueKey)),
    );
    this.#last.set(opaqueKey, result);
    const leave = () => {
      if (this.#last.get(opaqueKey) === result) this.#last.delete(opaqueKey);
    };
    result.then(leave, leave);
    return result;
  }

  #lock(key: string): MobileLock {
    const { store, now } = this.tools;
    return {
      now,
      unknownSince: async () => (await store.read(key))?.startedAt ?? null,
      begin: async () => {
        const startedAt = now();
        if (!(await store.begin(key, { fingerprint: key, startedAt }))) throw new IdempotencyInProgressError(1_000);
        return startedAt;
      },
      settled: () => store.forget(key),
    };
  }
}
