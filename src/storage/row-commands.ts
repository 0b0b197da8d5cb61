/*
 * The protocol of recorded writes in a store that several processes share. A write always is one to the event service: `addAttendees`, or
 * `ssoLogin` that may add an attendee.
 *
 * A name has at most one write. Its process has the write's id and a lease, which it renews while its call is in progress, and ends when
 * the outcome is stored. While the lease lasts, other processes report the write as in progress. If it ends without a result, the process
 * has died or given up, and the outcome is unknown.
 *
 * Every command is applied atomically, by the clock of the store. If a connection breaks, a command in it may be applied without a reply,
 * and even after later commands. For example: process A sends `begin` for w1, and the connection breaks. A must not send the write, as it
 * has no reply, so it stores a tombstone for w1. When the `begin` arrives after all, the store refuses it, and the name is still free.
 *
 * `applyCommand` is the definition of the commands. The scripts of Redis are compared with it, and the model of the protocol runs on it.
 */

import type { StoredWrite } from '../domain/at-most-once/outcome-store.js';
import type { WaitBudget } from '../primitives/waiting.js';

/**
 * A store of recorded writes that several processes share, such as Redis or a file. It may be out of reach. Others may read it, so it
 * contains only digests as names and sealed outcomes. A step without a budget may wait as long as one operation.
 */
export interface LeaseStore {
  /** A random string, created with the store. Read from the store each time: a store that lost its rows has another salt. */
  salt(storeWait?: WaitBudget): Promise<string>;
  /** Whether a command that fails is certainly not applied. Otherwise it may be, even later: a `begin` that fails is withdrawn. */
  readonly rollsBack?: boolean;
  /** Applies a command atomically. @throws Error if it fails, or there is no reply in time */
  perform(name: string, command: RowCommand, storeWait?: WaitBudget): Promise<RowReply>;
  /** Sets the work that runs when the store is within reach again, before other commands of this process. */
  beforeUse(work: (perform: (name: string, command: RowCommand) => Promise<RowReply>) => Promise<void>): void;
  close(): Promise<void>;
}

/** A recorded write as it is stored. */
interface OutcomeRow {
  /** Milliseconds since the epoch. Not encrypted, since look-ups need it also where the keys have changed. */
  readonly startedAt: number;
  /** The fingerprint and the result of the outcome, encrypted. */
  readonly sealed: string;
}

/** A row as it is read, still encrypted. */
export type StoredRow = OutcomeRow & Pick<StoredWrite, 'version' | 'running' | 'quietMs'>;

/** The stored state of one name. `leaseEndsAt` is in milliseconds of the store's clock. */
export interface RowState {
  readonly write: (OutcomeRow & { readonly writeId: string; readonly leaseEndsAt: number }) | null;
  /** Ids of writes whose `begin` is refused if it arrives later. */
  readonly tombstones: readonly string[];
}

export type RowCommand =
  | { readonly kind: 'read' }
  | {
      readonly kind: 'begin';
      readonly writeId: string;
      readonly row: OutcomeRow;
      readonly leaseMs: number;
      /** The id of the write that this one replaces, if its lease has ended. */
      readonly replacing: string | undefined;
    }
  /** Renews the lease if it has not ended: the process may send, or continue. */
  | { readonly kind: 'renew'; readonly writeId: string; readonly leaseMs: number }
  /** Stores the result and ends the lease. */
  | { readonly kind: 'complete'; readonly writeId: string; readonly sealed: string }
  /** Ends the lease: the outcome is unknown. */
  | { readonly kind: 'release'; readonly writeId: string }
  /** Removes the write, by its own process. `unacknowledged`: its `begin` may not have been applied yet. */
  | { readonly kind: 'withdraw'; readonly writeId: string; readonly unacknowledged: boolean };

/** The reply to `read` is the row or null, to all others whether the command took effect. */
export type RowReply = StoredRow | null | boolean;

/** Applies a command to the state of its name. @param now milliseconds on the clock of the store */
export function applyCommand(state: RowState, command: RowCommand, now: number): { readonly state: RowState; readonly reply: RowReply } {
  const { write, tombstones } = state;
  if (command.kind === 'read') return { state, reply: write && readRow(write, now) };
  if (command.kind === 'begin') {
    const isFree = write === null || (write.writeId === command.replacing && write.leaseEndsAt <= now);
    if (!isFree || tombstones.includes(command.writeId)) return { state, reply: false };
    return {
      state: { write: { ...command.row, writeId: command.writeId, leaseEndsAt: now + command.leaseMs }, tombstones },
      reply: true,
    };
  }
  const left = command.kind === 'withdraw' && command.unacknowledged ? [...tombstones, command.writeId] : tombstones;
  if (write?.writeId !== command.writeId) return { state: { write, tombstones: left }, reply: false };
  const hasEnded = write.leaseEndsAt <= now;
  const ended = { ...write, leaseEndsAt: Math.min(write.leaseEndsAt, now) };
  switch (command.kind) {
    case 'renew':
      return hasEnded
        ? { state, reply: false }
        : { state: { write: { ...write, leaseEndsAt: now + command.leaseMs }, tombstones }, reply: true };
    case 'complete':
      return { state: { write: { ...ended, sealed: command.sealed }, tombstones }, reply: true };
    case 'release':
      return { state: { write: ended, tombstones }, reply: true };
    case 'withdraw':
      return { state: { write: null, tombstones: left }, reply: true };
  }
}

const readRow = ({ startedAt, sealed, writeId, leaseEndsAt }: NonNullable<RowState['write']>, now: number): StoredRow => ({
  startedAt,
  sealed,
  version: writeId,
  running: leaseEndsAt > now,
  quietMs: Math.max(0, now - leaseEndsAt),
});
