/* Outcome rows in a SQLite file. */

import { randomUUID } from 'node:crypto';
import type Database from 'libsql';
import { StateUnavailableError } from '../../model/errors.js';
import type { OutcomeRows, StoreObserver } from '../rows/outcome-rows.js';
import { Retention, type StoreClock } from './retention.js';
import { causeOf } from './state-file.js';

const sweepEveryMs = 60_000;
/** For how long the end of a write is remembered. Later, nothing that it sent to the service takes effect any more. */
const rememberEndMs = 10 * 60_000;
/** How long a caller waits before it repeats a call that the file could not record. */
const retryAfterMs = 1_000;

const statementTexts = {
  salt: 'SELECT salt FROM store',
  jump: 'SELECT id FROM clock_jump',
  // The table has at most one row, whose key is 1.
  storeJump: 'INSERT INTO clock_jump (key, id) VALUES (1, ?) ON CONFLICT (key) DO UPDATE SET id = excluded.id',
  removeJump: 'DELETE FROM clock_jump WHERE id = ?',
  proveWritable: 'UPDATE store SET salt = salt',
  read: 'SELECT started_at, sealed FROM sealed_outcome WHERE name = ? AND started_at > ?',
  removeExpired: 'DELETE FROM sealed_outcome WHERE started_at <= ?',
  // The sealed text is unique, so it serves as the version of a row.
  add: `INSERT INTO sealed_outcome (name, started_at, sealed) VALUES (?, ?, ?)
    ON CONFLICT (name) DO UPDATE SET started_at = excluded.started_at, sealed = excluded.sealed WHERE sealed_outcome.sealed = ?`,
  replace: 'UPDATE sealed_outcome SET sealed = ? WHERE name = ? AND sealed = ?',
  remove: 'DELETE FROM sealed_outcome WHERE name = ? AND sealed = ?',
  emptyLog: 'PRAGMA wal_checkpoint(TRUNCATE)',
} as const;
type StatementName = keyof typeof statementTexts;

/** A write of this process: the version of its row, and the monotonic time at which it ended; null until then. */
interface OwnWrite {
  readonly version: string;
  readonly endedAt: number | null;
}

/**
 * The outcome rows of an open database that has its schema. Expired rows are removed at the start and then every minute, from
 * SQLite's write-ahead log as well. Closing the rows closes the database. @throws Error if the file cannot be written
 */
export function startSqliteRows(database: Database.Database, clock: StoreClock, observer: StoreObserver): OutcomeRows {
  let statements = prepareAll(database);
  const statement = (name: StatementName): Database.Statement => {
    const prepared = statements.get(name);
    if (!prepared) throw new Error('The state file is closed.');
    return prepared;
  };
  const run = (name: StatementName, ...values: readonly unknown[]): number => statement(name).run(...values).changes;
  const retention = new Retention(
    clock,
    {
      read: () => (statement('jump').get() as { readonly id: string } | undefined)?.id ?? null,
      write: (id) => void run('storeJump', id),
      remove: (id) => void run('removeJump', id),
    },
    randomUUID,
  );
  /** The writes of this process that are in progress or ended lately, by the names of their rows. */
  const ownWrites = new Map<string, OwnWrite>();
  /** The ends of writes that could not be stored yet. */
  const unstored = new Set<() => void>();
  /** Whether SQLite's log may contain removed rows. */
  let logHasRemovedRows = true;
  let isDown = false;

  const attempt = <T>(step: () => T): T => {
    try {
      return step();
    } catch (cause) {
      if (!isDown) observer.onOutage(causeOf(cause));
      isDown = true;
      throw new StateUnavailableError(retryAfterMs, { cause });
    }
  };
  /** Called when the file has been written. */
  const written = () => {
    if (isDown) observer.onRecovery();
    isDown = false;
  };
  const storeEnds = () => {
    if (unstored.size === 0) return;
    ignoringErrors(() => {
      attempt(() => {
        for (const end of unstored) {
          end();
          unstored.delete(end);
        }
      });
      written();
    });
  };
  /** Takes a step that only reads. @throws StateUnavailableError if it fails, because the disk is full or busy */
  const reading = <T>(step: () => T): T => {
    storeEnds();
    return attempt(step);
  };
  /** Takes a step that writes. @throws as `reading` does */
  const changing = <T>(step: () => T): T => {
    const result = reading(step);
    if (unstored.size === 0) written();
    return result;
  };
  const removeExpired = () => {
    if (run('removeExpired', retention.expiredUntil()) > 0) logHasRemovedRows = true;
  };
  const remove = (name: string, version: string) => {
    if (run('remove', name, version) > 0) logHasRemovedRows = true;
  };
  const emptyLog = () => (statement('emptyLog').get() as CheckpointRow).busy === 0;
  const sweep = () => {
    for (const [name, { endedAt }] of ownWrites) if (endedAt !== null && endedAt < clock.steadyMs() - rememberEndMs) ownWrites.delete(name);
    removeExpired();
    // Operators learn that the disk is full before a caller is refused.
    run('proveWritable');
    // A checkpoint that another process prevents is no error.
    if (logHasRemovedRows) logHasRemovedRows = !emptyLog();
  };
  sweep();
  const timer = setInterval(() => ignoringErrors(() => changing(sweep)), sweepEveryMs).unref();

  /**
   * The time since the last moment at which the write of a row may have been sent. An earlier process may have sent it for as long as it
   * ran, which was until this one opened the file; and while the clock jumps, its time says nothing.
   */
  const quietMs = (own: OwnWrite | null, startedAt: number): number =>
    own === null
      ? Math.max(0, Math.min(clock.wallMs() - startedAt, retention.steadyForMs))
      : clock.steadyMs() - (own.endedAt ?? clock.steadyMs());

  return {
    salt: async () => reading(() => (statement('salt').get() as { readonly salt: string }).salt),
    read: async (name) => {
      const row = reading(() => statement('read').get(name, retention.expiredUntil())) as ReadRow | undefined;
      if (row === undefined) return null;
      const { started_at: startedAt, sealed } = row;
      const known = ownWrites.get(name);
      const own = known?.version === sealed ? known : null;
      return { startedAt, sealed, version: sealed, running: own?.endedAt === null, quietMs: quietMs(own, startedAt) };
    },
    begin: async (name, { startedAt, sealed }, { replacing = '' } = {}) =>
      changing(() => {
        removeExpired();
        if (run('add', name, startedAt, sealed, replacing) === 0) return null;
        ownWrites.set(name, { version: sealed, endedAt: null });
        /** Ends the write. An end that cannot be stored is stored as soon as the file can be written again. */
        const end = (store: () => void) => {
          if (ownWrites.get(name)?.version === sealed) ownWrites.set(name, { version: sealed, endedAt: clock.steadyMs() });
          unstored.add(store);
          storeEnds();
        };
        return {
          obtainPermit: async () => true,
          isPermitValid: () => true,
          complete: async (completed) => end(() => run('replace', completed, name, sealed)),
          release: async () => end(() => {}),
          withdraw: async () => end(() => remove(name, sealed)),
        };
      }),
    clear: async (name, version) => changing(() => remove(name, version)),
    close: async () => {
      clearInterval(timer);
      // The file alone is a complete copy then. The ends of writes may still wait for a disk that was full.
      ignoringErrors(() => reading(emptyLog));
      // libsql closes a file only when the last of its statements is garbage collected.
      statements = new Map();
      database.close();
    },
  };
}

function prepareAll(database: Database.Database): ReadonlyMap<StatementName, Database.Statement> {
  return new Map(Object.entries(statementTexts).map(([name, text]) => [name as StatementName, database.prepare(text)]));
}

interface ReadRow {
  readonly started_at: number;
  readonly sealed: string;
}

interface CheckpointRow {
  readonly busy: number;
}

/** Runs a sweep. A disk that is full or busy must not end the program; the next sweep tries again. */
function ignoringErrors(work: () => unknown): void {
  try {
    work();
  } catch {
    // The observer knows.
  }
}
