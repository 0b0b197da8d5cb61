/* The writes that are sent at most once: by idempotency key, or under a lock for what they change. */

import { IdempotentWrites } from './idempotent-writes.js';
import type { AtMostOnceOptions } from './recorded-write.js';
import { WriteLocks } from './write-locks.js';

/** The parts that send a write at most once. All operations share them. */
export class AtMostOnceWrites {
  readonly idempotent: IdempotentWrites;
  readonly locks: WriteLocks;

  constructor(options: AtMostOnceOptions) {
    this.idempotent = new IdempotentWrites(options);
    this.locks = new WriteLocks(options);
  }

  /** Resolves when the running writes have ended and their outcomes are stored. */
  async settled(): Promise<void> {
    await Promise.all([this.idempotent.settled(), this.locks.settled()]);
  }
}
