/* Outcome rows in a store that processes share: a lease states which process performs a write. */

import { randomUUID } from 'node:crypto';
import type { WaitBudget } from '../../primitives/waiting.js';
import { StateUnavailableError } from '../../records/errors.js';
import type { OutcomeRows, OwnedRow, StoredRow } from '../rows/outcome-rows.js';
import type { LeaseStore } from './lease-store.js';
import { PendingCommands } from './pending-commands.js';
import type { RowCommand } from './row-commands.js';

export interface LeaseOptions {
  /** Returns a string that no other call returns, in any process. */
  readonly newWriteId: () => string;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Calls a function in regular intervals until the returned function is called. */
  readonly every: (ms: number, callback: () => void) => () => void;
}

export const systemLeases: LeaseOptions = {
  newWriteId: randomUUID,
  now: () => performance.now(),
  every: (ms, callback) => {
    const timer = setInterval(callback, ms).unref();
    return () => clearInterval(timer);
  },
};

/** The lease of a write. It ends this long after its process has renewed it for the last time. */
export const leaseMs = 60_000;
/** How long a process trusts its own lease: less than the store does, because clocks differ in speed. */
const trustedMs = 55_000;
const renewEveryMs = 15_000;
const retryAfterMs = 1_000;

/** Outcome rows in a store that processes share. row-commands.ts describes the protocol. */
export function createLeasedRows(store: LeaseStore, options: LeaseOptions): OutcomeRows {
  const pending = new PendingCommands(store);
  /** Waits for a step of the store. @throws StateUnavailableError if it fails */
  const orUnavailable = async <T>(step: Promise<T>): Promise<T> => {
    try {
      return await step;
    } catch (cause) {
      throw new StateUnavailableError(retryAfterMs, { cause });
    }
  };
  return {
    salt: ({ storeWait } = {}) => orUnavailable(store.salt(storeWait)),
    read: async (name, { storeWait } = {}) => (await orUnavailable(store.perform(name, { kind: 'read' }, storeWait))) as StoredRow | null,
    begin: async (name, row, { replacing, storeWait } = {}) => {
      const writeId = options.newWriteId();
      const lease = new Lease(name, writeId, store, options, storeWait);
      try {
        const begun = await store.perform(name, { kind: 'begin', writeId, row, leaseMs, replacing }, storeWait);
        return begun === true ? lease.ownedRow(pending) : null;
      } catch (cause) {
        // The withdrawal is not awaited: the store has just failed to reply in time, and the caller would wait a second time.
        void pending.perform(name, { kind: 'withdraw', writeId, unacknowledged: true });
        throw new StateUnavailableError(retryAfterMs, { cause });
      }
    },
    clear: async (name, version, { storeWait } = {}) =>
      void (await orUnavailable(store.perform(name, { kind: 'clear', writeId: version }, storeWait))),
    close: () => store.close(),
  };
}

/** The lease of one write, renewed until the write ends. */
class Lease {
  #validUntil: number;
  #lost = false;
  #stopRenewing = () => {};

  constructor(
    private readonly name: string,
    private readonly writeId: string,
    private readonly store: LeaseStore,
    private readonly options: LeaseOptions,
    private readonly storeWait: WaitBudget | undefined,
  ) {
    // Counted from when the lease is requested: the store grants it later, so by the store's count it ends later.
    this.#validUntil = options.now() + trustedMs;
  }

  /** Returns the row that the granted lease protects. */
  ownedRow(pending: PendingCommands): OwnedRow {
    const { name, writeId } = this;
    this.#stopRenewing = this.options.every(renewEveryMs, () => void this.#renew(undefined).catch(() => {}));
    const end = (command: RowCommand & { readonly writeId: string }) => {
      this.#stopRenewing();
      return pending.perform(name, command, this.storeWait);
    };
    return {
      obtainPermit: async () => {
        try {
          return this.isValid() && (await this.#renew(this.storeWait)) && this.isValid();
        } catch (cause) {
          throw new StateUnavailableError(retryAfterMs, { cause });
        }
      },
      isPermitValid: () => this.isValid(),
      complete: (sealed) => end({ kind: 'complete', writeId, sealed }),
      release: () => end({ kind: 'release', writeId }),
      withdraw: () => end({ kind: 'withdraw', writeId, unacknowledged: false }),
    };
  }

  isValid(): boolean {
    return !this.#lost && this.options.now() < this.#validUntil;
  }

  async #renew(storeWait: WaitBudget | undefined): Promise<boolean> {
    const askedAt = this.options.now();
    const renewed = (await this.store.perform(this.name, { kind: 'renew', writeId: this.writeId, leaseMs }, storeWait)) === true;
    if (renewed) this.#validUntil = Math.max(this.#validUntil, askedAt + trustedMs);
    else this.#lost = true;
    return renewed;
  }
}
