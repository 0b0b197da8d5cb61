/* The store of outcomes in a SQLite file, or in memory: the commands of `row-commands.ts`, each as a transaction. */

import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type Database from 'libsql';
import { retentionMs, type OutcomeStore } from '../../domain/at-most-once/outcome-store.js';
import { createLeasedOutcomes, systemLeases } from '../leased-outcomes.js';
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
    const store = new SqliteStore(database, options, path === ':memory:' ? undefined : checkOfPlace(path));
    return createLeasedOutcomes(store, seal, { ...systemLeases, now: clock.steadyMs });
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

/** A row as it is stored. `leaseEndsAt` is by the monotonic clock of the machine, which is that of the boot in `holder`. */
type HeldRow = NonNullable<RowState['write']> & {
  /** The process whose write it is, or which has ended the lease. */
  readonly holder: string;
};

/**
 * The store in an open database. A row expires 24 hours after its lease has ended, by the monotonic clock of the machine, which cannot be
 * set. Expired rows are removed at the start and then every minute, from SQLite's write-ahead log as well. A step that finds the file
 * locked is tried again for a moment, without blocking the event loop. Commands that wait at the same time are written together: each
 * transaction waits for the disk, and many short ones of one process would keep the others from the file.
 */
export class SqliteStore implements LeaseStore {
  /** Every refused write would otherwise wait in the memory for the end of an outage. */
  readonly rollsBack = true;
  /** null once the store is closed. */
  #prepared: ReturnType<typeof prepareStatements> | null;
  /** Performs the ends of writes that could not be stored. */
  #performEnds: Parameters<LeaseStore['beforeUse']>[0] = () => Promise.resolve();
  #isDown = false;
  readonly #waiting: WaitingCommand[] = [];
  /** Resolves when no command waits any more; null if none does. */
  #writing: Promise<void> | null = null;
  readonly #clock: StoreClock;
  readonly #timer: NodeJS.Timeout;

  /**
   * @param assertInPlace throws an error if the file was moved, deleted or replaced since the first call
   * @throws Error if the file cannot be written
   */
  constructor(
    private readonly database: Database.Database,
    private readonly options: SqliteOptions,
    private readonly assertInPlace = () => {},
  ) {
    this.#clock = options.clock ?? systemClock;
    prepareStateFile(database);
    this.#prepared = prepareStatements(database);
    for (const { holder } of this.#statements.holders.all() as readonly HeldRow[]) if (hasEnded(holder)) this.#endLeasesOf(holder);
    this.#sweep();
    this.#timer = setInterval(() => void this.#sweepAgain().catch(() => {}), sweepEveryMs).unref();
    // From now on no step of SQLite waits, because it would block the event loop.
    database.exec('PRAGMA busy_timeout = 0');
  }

  salt(): Promise<string> {
    return this.#whenFree(() => (this.#statements.salt.get() as { readonly salt: string }).salt);
  }

  async perform(name: string, command: RowCommand): Promise<RowReply> {
    if (this.#isDown) await this.#sweepAgain().catch(() => {});
    // A reader needs no lock, so rows can be read while the file cannot be written.
    return command.kind === 'read' ? this.#whenFree(() => this.#apply(name, command)) : this.#write(name, command);
  }

  beforeUse(work: Parameters<LeaseStore['beforeUse']>[0]): void {
    this.#performEnds = work;
  }

  /** Closes the database too. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
    if (this.#isDown) await this.#storeEnds().catch(() => {});
    // The file alone is a complete copy then.
    try {
      this.#emptyLog();
    } catch {
      // The log beside the file has what the file lacks.
    }
    // libsql closes a file only when the last of its statements is garbage collected.
    this.#prepared = null;
    this.database.close();
  }

  get #statements() {
    if (this.#prepared === null) throw new Error('The state file is closed.');
    return this.#prepared;
  }

  /** Takes a step, also if the file is locked for a moment. While the file is known to fail, the step is not repeated. */
  async #whenFree<T>(step: () => T): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return step();
      } catch (cause) {
        if (!this.#isDown && attempt < busy.attempts && causeOf(cause).startsWith('SQLITE_BUSY')) await pause(busy.pauseMs);
        else {
          this.#goDown(cause);
          throw cause;
        }
      }
    }
  }

  #goDown(cause: unknown): void {
    if (!this.#isDown && this.#prepared !== null) this.options.onOutage?.(causeOf(cause));
    this.#isDown = true;
  }

  #goUp(): void {
    if (this.#isDown) this.options.onRecovery?.();
    this.#isDown = false;
  }

  #write(name: string, command: RowCommand): Promise<RowReply> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ name, command, resolve, reject });
      this.#writing ??= this.#writeAll();
    });
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Other commands of this turn join.
      await nextTurn();
      await this.#whenFree(() => this.#writeTogether()).catch((cause: unknown) => {
        for (const { reject } of this.#waiting.splice(0)) reject(cause);
      });
    }
    // At once: a command that comes later begins the next transaction.
    this.#writing = null;
  }

  #writeTogether(): void {
    this.assertInPlace();
    const commands = this.#waiting.slice(0, maxTogether);
    const replies = inTransaction(this.database, () => commands.map(({ name, command }) => this.#apply(name, command)));
    this.#waiting.splice(0, commands.length);
    for (const [index, { resolve }] of commands.entries()) resolve(replies[index]!);
  }

  #apply(name: string, command: RowCommand): RowReply {
    const held = this.#rowOf(name);
    if (held && held.leaseEndsAt > this.#clock.steadyMs() && hasEnded(held.holder)) this.#endLeasesOf(held.holder);
    const before = this.#rowOf(name) ?? null;
    const { state, reply } = applyCommand({ write: before, tombstones: [] }, command, this.#clock.steadyMs());
    if (state.write === before) return reply;
    if (state.write === null) this.#statements.remove.run(name);
    else {
      const { startedAt, sealed, writeId, leaseEndsAt } = state.write;
      this.#statements.write.run(name, startedAt, sealed, writeId, leaseEndsAt, thisProcess);
    }
    return reply;
  }

  #rowOf(name: string): HeldRow | undefined {
    return this.#statements.read.get(name, this.#expiredUntil()) as HeldRow | undefined;
  }

  /** The time by which the lease of an expired row has ended. */
  #expiredUntil(): number {
    return this.#clock.steadyMs() - retentionMs;
  }

  /**
   * Ends the leases of a process that has ended. The monotonic times of an earlier boot mean nothing now: its rows expire at once if they
   * are old by the wall clock, or else as if their leases ended now.
   */
  #endLeasesOf(holder: string): void {
    const now = this.#clock.steadyMs();
    const isOld = !isOfThisBoot(holder);
    if (isOld) this.#statements.removeStale.run(holder, this.#clock.wallMs() - retentionMs);
    this.#statements.endLeases.run(now, thisProcess, holder, isOld ? -1 : now);
  }

  #sweep(): void {
    this.assertInPlace();
    this.#statements.removeExpired.run(this.#expiredUntil());
    // Operators learn that the disk is full before a caller is refused.
    this.#statements.write.run(probe.name, 0, probe.sealed, '', 0, thisProcess);
    this.#statements.remove.run(probe.name);
    this.#emptyLog();
  }

  /** Ends an outage too. Other steps do not, as one that needs no space succeeds also while the disk is full. */
  async #sweepAgain(): Promise<void> {
    await this.#whenFree(() => this.#sweep());
    if (this.#isDown) await this.#storeEnds();
    this.#goUp();
  }

  #storeEnds(): Promise<void> {
    return this.#performEnds((name, command) => this.#write(name, command));
  }

  /** Removes what was removed from SQLite's log too. A checkpoint that another process prevents is no error: the next one does it. */
  #emptyLog(): void {
    this.#statements.emptyLog.get();
  }
}

function prepareStatements(database: Database.Database) {
  const prepare = (text: string) => database.prepare(text);
  return {
    salt: prepare('SELECT salt FROM store'),
    read: prepare(`
      SELECT started_at AS startedAt, sealed, write_id AS writeId, lease_ends_at AS leaseEndsAt, holder
      FROM sealed_outcome WHERE name = ? AND lease_ends_at > ?`),
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
