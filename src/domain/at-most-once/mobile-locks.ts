import { IdempotencyInProgressError } from '../../model/errors.js';
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
    const keyText = JSON.stringify(key);
    const before = this.#last.get(keyText) ?? Promise.resolve();
    const attempt = async () => work(this.#lock(await this.tools.store.locate(keyText)));
    const result = before.then(attempt, attempt);
    this.#last.set(keyText, result);
    const leave = () => {
      if (this.#last.get(keyText) === result) this.#last.delete(keyText);
    };
    result.then(leave, leave);
    return result;
  }

  #lock(name: string): MobileLock {
    const { store, now } = this.tools;
    return {
      now,
      unknownSince: async () => (await store.read(name))?.startedAt ?? null,
      begin: async () => {
        const startedAt = now();
        if (!(await store.begin(name, { fingerprint: null, startedAt }))) throw new IdempotencyInProgressError(1_000);
        return startedAt;
      },
      settled: () => store.forget(name),
    };
  }
}
