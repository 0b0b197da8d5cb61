/*
 * The outcome store over a store that processes share: a lease states which process performs a write, and what a row contains is encrypted.
 */

import { randomUUID } from 'node:crypto';
import type { OutcomeStore } from '../domain/at-most-once/outcome-store.js';
import type { WaitBudget } from '../primitives/waiting.js';
import { StateUnavailableError, WritePermitLostError } from '../records/errors.js';
import type { LeaseStore, RowCommand, StoredRow } from './row-commands.js';
import { createRowNames, type Seal } from './seal.js';

interface LeaseOptions {
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
const leaseMs = 60_000;
/** How long a process trusts its own lease: less than the store does, because clocks differ in speed. */
const trustedMs = 55_000;
const renewEveryMs = 15_000;

/**
 * An outcome store from which only the time and lease of a write can be read, and not its key, input or result. A row that cannot be
 * opened, because the organiser's key was rotated or the row was altered, is an unknown outcome. `row-commands.ts` describes the protocol
 * of leases.
 */
export function createLeasedOutcomes(store: LeaseStore, seal: Seal, options: LeaseOptions = systemLeases): OutcomeStore {
  const pending = new PendingCommands(store);
  const rowName = createRowNames();
  return {
    nameOf: async (key, storeWait) => rowName(key, await orUnavailable(store.salt(storeWait))),
    read: async (name, storeWait) => {
      const row = (await orUnavailable(store.perform(name, { kind: 'read' }, storeWait))) as StoredRow | null;
      if (row === null) return null;
      const { sealed, ...known } = row;
      return { ...known, ...parse(seal.open(sealed, contextOf(name, row.startedAt))) };
    },
    begin: async (name, { fingerprint, startedAt, replacing }, storeWait) => {
      const writeId = options.newWriteId();
      const sealedWith = (result: object | null) => seal.seal(JSON.stringify({ fingerprint, result }), contextOf(name, startedAt));
      try {
        const row = { startedAt, sealed: sealedWith(null) };
        if ((await store.perform(name, { kind: 'begin', writeId, row, leaseMs, replacing }, storeWait)) !== true) return null;
      } catch (cause) {
        // The withdrawal is not awaited: the store has just failed to reply in time, and the caller would wait a second time.
        if (!store.rollsBack) void pending.perform(name, { kind: 'withdraw', writeId, unacknowledged: true });
        throw new StateUnavailableError({ cause });
      }
      const lease = new Lease(name, writeId, store, options);
      const stopRenewing = lease.keepRenewing();
      const end = (command: EndCommand) => {
        stopRenewing();
        return pending.perform(name, command, storeWait);
      };
      return {
        startedAt,
        confirm: async () => {
          await orUnavailable(lease.renew(storeWait));
          if (!lease.isValid()) throw new WritePermitLostError();
        },
        isValid: () => lease.isValid(),
        complete: (result) => end({ kind: 'complete', writeId, sealed: sealedWith(result) }),
        release: () => end({ kind: 'release', writeId }),
        withdraw: () => end({ kind: 'withdraw', writeId, unacknowledged: false }),
      };
    },
    close: () => store.close(),
  };
}

/** Waits for a step of the store. @throws StateUnavailableError if it fails */
async function orUnavailable<T>(step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (cause) {
    throw new StateUnavailableError({ cause });
  }
}

/** The context that the sealed part of a row is bound to: it opens under this name and with this time only. */
const contextOf = (name: string, startedAt: number) => `${name} ${startedAt}`;

function parse(text: string | null): { readonly fingerprint: string | null; readonly result: object | null } {
  return text === null ? { fingerprint: null, result: null } : (JSON.parse(text) as { fingerprint: string; result: object | null });
}

/** The lease of one write, renewed until the write ends. */
class Lease {
  /** It permits nothing before it is renewed: each attempt confirms it first. */
  #validUntil = -Infinity;
  #lost = false;

  constructor(
    private readonly name: string,
    private readonly writeId: string,
    private readonly store: LeaseStore,
    private readonly options: LeaseOptions,
  ) {}

  /** Renews the lease until the returned function is called. */
  keepRenewing(): () => void {
    return this.options.every(renewEveryMs, () => void this.renew().catch(() => {}));
  }

  isValid(): boolean {
    return !this.#lost && this.options.now() < this.#validUntil;
  }

  async renew(storeWait?: WaitBudget): Promise<void> {
    // Counted from when the lease is requested: the store grants it later, so by the store's count it ends later.
    const askedAt = this.options.now();
    const renewed = await this.store.perform(this.name, { kind: 'renew', writeId: this.writeId, leaseMs }, storeWait);
    if (renewed === true) this.#validUntil = askedAt + trustedMs;
    else this.#lost = true;
  }
}

/** A command that ends a write: it stores a result, leaves the outcome unknown, or withdraws the write. */
type EndCommand = RowCommand & { readonly writeId: string };

/**
 * The commands that end writes, and that the store has not acknowledged yet. They are sent again as soon as the store is within
 * reach, before this process uses it otherwise. Each of them may be performed twice.
 */
class PendingCommands {
  readonly #byWrite = new Map<string, { readonly name: string; readonly command: EndCommand }>();

  constructor(private readonly store: LeaseStore) {
    store.beforeUse(async (performNow) => {
      const waiting = [...this.#byWrite.values()];
      await Promise.all(
        waiting.map(async ({ name, command }) => {
          await performNow(name, command);
          this.#byWrite.delete(command.writeId);
        }),
      );
    });
  }

  /** Performs a command now, or later if the store is out of reach. Never rejects. @param storeWait omitted if no operation waits for it */
  async perform(name: string, command: EndCommand, storeWait?: WaitBudget): Promise<void> {
    // Listed before it is sent: the store may come back, and the listed commands be sent, while this call still waits for a
    // reply that was lost.
    this.#byWrite.set(command.writeId, { name, command });
    if (await this.#tryToPerform(name, command, storeWait)) return;
    // Once more, with a budget of its own: the operation may have had no time left although the store is within reach.
    void this.#tryToPerform(name, command);
  }

  /** Tries once to perform a command. @returns whether the store has performed it */
  async #tryToPerform(name: string, command: EndCommand, storeWait?: WaitBudget): Promise<boolean> {
    try {
      await this.store.perform(name, command, storeWait);
      this.#byWrite.delete(command.writeId);
      return true;
    } catch {
      return false;
    }
  }
}
