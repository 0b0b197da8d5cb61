/*
 * The protocol of attempts that several processes record in one store.
 *
 * A name has at most one attempt. The process that began the attempt has the attempt's id and a lease. It renews the lease while its call is
 * in progress, and ends the lease when the outcome is stored. While the lease lasts, other processes report the attempt as in
 * progress. If the lease ends without a result, the process has died or given up, and the outcome is unknown.
 *
 * Every command is applied atomically, by the clock of the store. A connection can break while commands are in it. So the store may
 * apply a command although the process receives no reply, and even after commands that the process sent later. A process whose
 * `begin` was not acknowledged therefore stores a tombstone, which makes the store refuse that `begin` if it arrives later.
 *
 * `applied` is the definition of the commands. The scripts of Redis are compared with it, and the model of the protocol runs on it.
 */

import type { OutcomeRow, StoredRow } from '../rows/outcome-rows.js';

/** The stored state of one name. */
export interface RowState {
  readonly attempt: (OutcomeRow & { readonly attemptId: string; readonly leaseEndsAt: number }) | null;
  /** Ids of attempts whose `begin` is refused if it arrives later. */
  readonly tombstones: readonly string[];
}

export type RowCommand =
  | { readonly kind: 'read' }
  | {
      readonly kind: 'begin';
      readonly attemptId: string;
      readonly row: OutcomeRow;
      readonly leaseMs: number;
      /** The id of the attempt that this one replaces, if its lease has ended. */
      readonly replacing: string | undefined;
    }
  /** Renews the lease if it has not ended: the process may send, or goes on. */
  | { readonly kind: 'renew'; readonly attemptId: string; readonly leaseMs: number }
  /** Stores the result and ends the lease. */
  | { readonly kind: 'complete'; readonly attemptId: string; readonly sealed: string }
  /** Ends the lease: the outcome is unknown. */
  | { readonly kind: 'release'; readonly attemptId: string }
  /** Removes the attempt, by its own process. `unacknowledged`: its `begin` may not have been applied yet. */
  | { readonly kind: 'withdraw'; readonly attemptId: string; readonly unacknowledged: boolean }
  /** Removes the attempt of another process, if its lease has ended. */
  | { readonly kind: 'clear'; readonly attemptId: string };

/** The reply to `read` is the row or null, to all others whether the command took effect. */
export type RowReply = StoredRow | null | boolean;

export const noRow: RowState = { attempt: null, tombstones: [] };

/** Applies a command to the state of its name. @param now milliseconds on the clock of the store */
export function applied(state: RowState, command: RowCommand, now: number): { readonly state: RowState; readonly reply: RowReply } {
  const { attempt, tombstones } = state;
  if (command.kind === 'read') return { state, reply: attempt && readRow(attempt, now) };
  if (command.kind === 'begin') {
    const isFree = attempt === null || (attempt.attemptId === command.replacing && attempt.leaseEndsAt <= now);
    if (!isFree || tombstones.includes(command.attemptId)) return { state, reply: false };
    return {
      state: { attempt: { ...command.row, attemptId: command.attemptId, leaseEndsAt: now + command.leaseMs }, tombstones },
      reply: true,
    };
  }
  const left = command.kind === 'withdraw' && command.unacknowledged ? [...tombstones, command.attemptId] : tombstones;
  if (attempt?.attemptId !== command.attemptId) return { state: { attempt, tombstones: left }, reply: false };
  const hasEnded = attempt.leaseEndsAt <= now;
  const ended = { ...attempt, leaseEndsAt: Math.min(attempt.leaseEndsAt, now) };
  switch (command.kind) {
    case 'renew':
      return hasEnded
        ? { state, reply: false }
        : { state: { attempt: { ...attempt, leaseEndsAt: now + command.leaseMs }, tombstones }, reply: true };
    case 'complete':
      return { state: { attempt: { ...ended, sealed: command.sealed }, tombstones }, reply: true };
    case 'release':
      return { state: { attempt: ended, tombstones }, reply: true };
    case 'withdraw':
      return { state: { attempt: null, tombstones: left }, reply: true };
    case 'clear':
      return hasEnded ? { state: { attempt: null, tombstones }, reply: true } : { state, reply: false };
  }
}

const readRow = ({ startedAt, sealed, attemptId, leaseEndsAt }: NonNullable<RowState['attempt']>, now: number): StoredRow => ({
  startedAt,
  sealed,
  version: attemptId,
  running: leaseEndsAt > now,
  quietMs: Math.max(0, now - leaseEndsAt),
});
