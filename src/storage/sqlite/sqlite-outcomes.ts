/* The store of outcomes in a SQLite file, or in memory: the commands of `row-commands.ts`, each as a transaction. */

import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type Database from 'libsql';
import { retentionMs, type OutcomeStore } from '../../domain/at-most-once/outcome-store.js';
import { createOutcomes, systemLeases } from '../outcomes.js';
import { applyCommand, type LeaseStore, type RowCommand, type RowReply, type RowState } from '../row-commands.js';
import type { Seal } from '../seal.js';
import { hasEnded, isOfThisBoot, thisProcess } from './holder.js';
import { causeOf, checkOfPlace, inTransaction, prepareStateFile, withStateFile } from './state-file.js';

/** The clocks of a store, both in milliseconds. */
export interface StoreClock {
  /** Since the epoch. Read when a file is opened. */
  readonly wallMs: () => number;
  /** Monotonic, since any moment, the same for all processes of the machine until it is started again. */
  readonly steadyMs: () => number;
}

export const systemClock: StoreClock = { wallMs: () => Date.now(), steadyMs: () => Number(process.hrtime.bigint()) / 1e6 };

export interface SqliteOptions {
  readonly clock?: StoreClock;
  /** Called when the store stops to work, with a word for the cause such as SQLITE_FULL. */
  readonly onOutage?: (cause: string) => void;
  /** Called when it works again. */
  readonly onRecovery?: () => void;
}

/**
 * An outcome store in a SQLite file that only its owner can open, and only a holder of the seal's secret can read. The path
 * `:memory:` stands for memory: the outcomes are lost when the process ends. The row of a write is on the disk before the promise of
 * `begin` resolves, so it outlives a crash.
 * @throws as `withStateFile` does
 */
export const openSqliteOutcomes = (path: string, seal: Seal, options: SqliteOptions = {}): OutcomeStore =>
  withStateFile(path, (database) => {
    const { clock = systemClock } = options;
    const store = startSqliteStore(database, options, path === ':memory:' ? undefined : checkOfPlace(path));
    return createOutcomes(store, seal, { ...systemLeases, now: clock.steadyMs });
  });

const sweepEveryMs = 60_000;
/**
 * How often a step is tried while another process writes to the file, and the pause between two attempts: half a second at least. Attempts
 * are counted, and not time, because in a busy process the pauses take longer: it would give up after a few.
 */
const busy = { attempts: 50, pauseMs: 10 };
/** The most commands of one transaction, which holds the event loop. */
const maxTogether = 100;

/** A row that is written and removed to prove that there is space for a row: more than a write needs when it begins. */
const probe = { name: 'probe', sealed: '0'.repeat(16_384) };

/** A command that waits to be written. */
interface WaitingCommand {
  readonly name: string;
  readonly command: RowCommand;
  readonly resolve: (reply: RowReply) => void;
  readonly reject: (cause: unknown) => void;
}

interface ReadRow {
  readonly started_at: number;
  readonly sealed: string;
  readonly write_id: string;
  /** The process whose write it is, or which has ended the lease. */
  readonly holder: string;
  /** By the monotonic clock of the machine, which is that of the boot in `holder`. */
  readonly lease_ends_at: number;
}

/**
 * The store in an open database. A row expires 24 hours after its lease has ended, by the monotonic clock of the machine, which cannot be
 * set. Expired rows are removed at the start and then every minute, from SQLite's write-ahead log as well. A step that finds the file
 * locked is tried again for a moment, without blocking the event loop. Commands that wait at the same time are written together: each
 * transaction waits for the disk, and many short ones of one process would keep the others from the file. Closing the store closes the
 * database.
 * @param assertInPlace throws an error if the file was moved, deleted or replaced since the first call
 * @throws Error if the file cannot be written
 */
export function startSqliteStore(
  database: Database.Database,
  { clock = systemClock, onOutage, onRecovery }: SqliteOptions,
  assertInPlace = () => {},
): LeaseStore {
  prepareStateFile(database);
  let prepared: ReturnType<typeof prepareStatements> | null = prepareStatements(database);
  const statements = () => {
    if (prepared === null) throw new Error('The state file is closed.');
    return prepared;
  };
  /** Performs the ends of writes that could not be stored. */
  let performEnds: Parameters<LeaseStore['beforeUse']>[0] = () => Promise.resolve();
  let isDown = false;

  const goDown = (cause: unknown) => {
    if (!isDown && prepared !== null) onOutage?.(causeOf(cause));
    isDown = true;
  };
  const goUp = () => {
    if (isDown) onRecovery?.();
    isDown = false;
  };
  /** Takes a step, also if the file is locked for a moment. While the file is known to fail, the step is not repeated. */
  const whenFree = async <T>(step: () => T): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return step();
      } catch (cause) {
        if (!isDown && attempt < busy.attempts && causeOf(cause).startsWith('SQLITE_BUSY')) await pause(busy.pauseMs);
        else {
          goDown(cause);
          throw cause;
        }
      }
    }
  };

  /** The time by which the lease of an expired row has ended. */
  const expiredUntil = () => clock.steadyMs() - retentionMs;
  /**
   * Ends the leases of a process that has ended. The monotonic times of an earlier boot mean nothing now: its rows expire at once if they
   * are old by the wall clock, or else as if their leases ended now.
   */
  const endLeasesOf = (holder: string) => {
    const now = clock.steadyMs();
    const isOld = !isOfThisBoot(holder);
    if (isOld) statements().removeStale.run(holder, clock.wallMs() - retentionMs);
    statements().endLeases.run(now, thisProcess, holder, isOld ? -1 : now);
  };
  const rowOf = (name: string) => statements().read.get(name, expiredUntil()) as ReadRow | undefined;
  const apply = (name: string, command: RowCommand): RowReply => {
    const held = rowOf(name);
    if (held && held.lease_ends_at > clock.steadyMs() && hasEnded(held.holder)) endLeasesOf(held.holder);
    const before = writeOf(rowOf(name));
    const { state, reply } = applyCommand({ write: before, tombstones: [] }, command, clock.steadyMs());
    if (state.write === before) return reply;
    if (state.write === null) statements().remove.run(name);
    else {
      const { startedAt, sealed, writeId, leaseEndsAt } = state.write;
      statements().write.run(name, startedAt, sealed, writeId, leaseEndsAt, thisProcess);
    }
    return reply;
  };

  const waiting: WaitingCommand[] = [];
  /** Resolves when no command waits any more; null if none does. */
  let writing: Promise<void> | null = null;
  const writeTogether = () => {
    assertInPlace();
    const commands = waiting.slice(0, maxTogether);
    const replies = inTransaction(database, () => commands.map(({ name, command }) => apply(name, command)));
    waiting.splice(0, commands.length);
    for (const [index, { resolve }] of commands.entries()) resolve(replies[index]!);
  };
  const writeAll = async () => {
    while (waiting.length > 0) {
      // Other commands of this turn join.
      await nextTurn();
      await whenFree(writeTogether).catch((cause: unknown) => {
        for (const { reject } of waiting.splice(0)) reject(cause);
      });
    }
    // At once: a command that comes later begins the next transaction.
    writing = null;
  };
  const write = (name: string, command: RowCommand): Promise<RowReply> =>
    new Promise((resolve, reject) => {
      waiting.push({ name, command, resolve, reject });
      writing ??= writeAll();
    });

  /** Removes what was removed from SQLite's log too. A checkpoint that another process prevents is no error: the next one does it. */
  const emptyLog = () => void statements().emptyLog.get();
  const sweep = () => {
    assertInPlace();
    statements().removeExpired.run(expiredUntil());
    // Operators learn that the disk is full before a caller is refused.
    statements().write.run(probe.name, 0, probe.sealed, '', 0, thisProcess);
    statements().remove.run(probe.name);
    emptyLog();
  };
  for (const { holder } of statements().holders.all() as readonly ReadRow[]) if (hasEnded(holder)) endLeasesOf(holder);
  sweep();
  const storeEnds = () => performEnds(write);
  /** Ends an outage too. Other steps do not, as one that needs no space succeeds also while the disk is full. */
  const sweepAgain = async () => {
    await whenFree(sweep);
    if (isDown) await storeEnds();
    goUp();
  };
  const timer = setInterval(() => void sweepAgain().catch(() => {}), sweepEveryMs).unref();
  // From now on no step of SQLite waits, because it would block the event loop.
  database.exec('PRAGMA busy_timeout = 0');

  return {
    // Every refused write would otherwise wait in the memory for the end of an outage.
    rollsBack: true,
    salt: () => whenFree(() => (statements().salt.get() as { readonly salt: string }).salt),
    perform: async (name, command) => {
      if (isDown) await sweepAgain().catch(() => {});
      // A reader needs no lock, so rows can be read while the file cannot be written.
      return command.kind === 'read' ? whenFree(() => apply(name, command)) : write(name, command);
    },
    beforeUse: (work) => void (performEnds = work),
    close: async () => {
      clearInterval(timer);
      await writing;
      if (isDown) await storeEnds().catch(() => {});
      // The file alone is a complete copy then.
      try {
        emptyLog();
      } catch {
        // The log beside the file has what the file lacks.
      }
      // libsql closes a file only when the last of its statements is garbage collected.
      prepared = null;
      database.close();
    },
  };
}

const writeOf = (row: ReadRow | undefined): RowState['write'] =>
  row === undefined ? null : { startedAt: row.started_at, sealed: row.sealed, writeId: row.write_id, leaseEndsAt: row.lease_ends_at };

function prepareStatements(database: Database.Database) {
  const prepare = (text: string) => database.prepare(text);
  return {
    salt: prepare('SELECT salt FROM store'),
    read: prepare('SELECT started_at, sealed, write_id, holder, lease_ends_at FROM sealed_outcome WHERE name = ? AND lease_ends_at > ?'),
    write: prepare(
      'INSERT OR REPLACE INTO sealed_outcome (name, started_at, sealed, write_id, lease_ends_at, holder) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    remove: prepare('DELETE FROM sealed_outcome WHERE name = ?'),
    removeExpired: prepare('DELETE FROM sealed_outcome WHERE lease_ends_at <= ?'),
    removeStale: prepare('DELETE FROM sealed_outcome WHERE holder = ? AND started_at <= ?'),
    holders: prepare('SELECT DISTINCT holder FROM sealed_outcome'),
    endLeases: prepare('UPDATE sealed_outcome SET lease_ends_at = ?, holder = ? WHERE holder = ? AND lease_ends_at > ?'),
    emptyLog: prepare('PRAGMA wal_checkpoint(TRUNCATE)'),
  };
}
