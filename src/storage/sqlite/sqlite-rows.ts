/* Outcome rows in a SQLite file. */

import type Database from 'libsql';
import { retentionMs } from '../../domain/at-most-once/outcome-store.js';
import { StateUnavailableError } from '../../model/errors.js';
import type { OutcomeRows } from '../rows/outcome-rows.js';

const sweepEveryMs = 60_000;
/** For how long the end of a write is remembered. Later, nothing that it sent to the service takes effect any more. */
const rememberEndMs = 10 * 60_000;

const statementTexts = {
  salt: 'SELECT salt FROM store',
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

/**
 * The outcome rows of an open database that has its schema. Expired rows are removed at the start and then every minute, from
 * SQLite's write-ahead log as well. Closing the rows closes the database.
 */
export function startSqliteRows(database: Database.Database, now: () => number): OutcomeRows {
  let statements = prepareAll(database);
  const statement = (name: StatementName): Database.Statement => {
    const prepared = statements.get(name);
    if (!prepared) throw new Error('The state file is closed.');
    return prepared;
  };
  const openedAt = now();
  /** The writes of this process that are in progress or ended lately, by the names of their rows; `endedAt` is null until they end. */
  const ownWrites = new Map<string, { readonly version: string; readonly endedAt: number | null }>();
  const forgetEndedWrites = () => {
    for (const [name, { endedAt }] of ownWrites) if (endedAt !== null && endedAt < now() - rememberEndMs) ownWrites.delete(name);
  };
  /**
   * The last moment at which the write of a row may have been sent. An earlier process may have sent it for as long as it ran, which was until
   * this one opened the file.
   */
  const lastSentAt = (name: string, { sealed, started_at: startedAt }: ReadRow): number => {
    const own = ownWrites.get(name);
    return own?.version === sealed ? (own.endedAt ?? now()) : Math.max(startedAt, openedAt);
  };
  /** Whether SQLite's log may contain removed rows. */
  let logHasRemovedRows = true;
  const removeExpired = () => {
    if (statement('removeExpired').run(now() - retentionMs).changes > 0) logHasRemovedRows = true;
  };
  const remove = (name: string, version: string) => {
    if (statement('remove').run(name, version).changes > 0) logHasRemovedRows = true;
  };
  const sweep = () => {
    forgetEndedWrites();
    removeExpired();
    // A checkpoint that another process prevents is no error: its row states `busy`.
    if (logHasRemovedRows) logHasRemovedRows = (statement('emptyLog').get() as CheckpointRow).busy !== 0;
  };
  sweep();
  const timer = setInterval(() => ignoringErrors(sweep), sweepEveryMs).unref();

  return {
    salt: async () => orUnavailable(() => (statement('salt').get() as { readonly salt: string }).salt),
    read: async (name) => {
      const row = orUnavailable(() => statement('read').get(name, now() - retentionMs)) as ReadRow | undefined;
      if (row === undefined) return null;
      const { started_at: startedAt, sealed } = row;
      return { startedAt, sealed, version: sealed, running: false, quietMs: Math.max(0, now() - lastSentAt(name, row)) };
    },
    begin: async (name, { startedAt, sealed }, { replacing = '' } = {}) =>
      orUnavailable(() => {
        removeExpired();
        if (statement('add').run(name, startedAt, sealed, replacing).changes === 0) return null;
        ownWrites.set(name, { version: sealed, endedAt: null });
        const end = () => {
          if (ownWrites.get(name)?.version === sealed) ownWrites.set(name, { version: sealed, endedAt: now() });
        };
        return {
          obtainPermit: async () => true,
          isPermitValid: () => true,
          complete: async (completed) => {
            end();
            statement('replace').run(completed, name, sealed);
          },
          release: async () => end(),
          withdraw: async () => {
            end();
            remove(name, sealed);
          },
        };
      }),
    clear: async (name, version) => orUnavailable(() => remove(name, version)),
    close: async () => {
      clearInterval(timer);
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

/** How long a caller waits before it repeats a call that the file could not record. */
const retryAfterMs = 1_000;

/** Returns the result of a step. @throws StateUnavailableError if the file cannot be read or written, because the disk is full or busy */
function orUnavailable<T>(step: () => T): T {
  try {
    return step();
  } catch (cause) {
    throw new StateUnavailableError(retryAfterMs, { cause });
  }
}

/** Runs a sweep. A disk that is full or busy must not end the program. */
function ignoringErrors(work: () => void): void {
  try {
    work();
  } catch {
    // The next sweep tries again.
  }
}
