import type Database from 'libsql';
import { retentionMs } from './outcome-store.js';
import type { OutcomeRows } from './outcome-rows.js';

const sweepEveryMs = 60_000;

const statementTexts = {
  salt: 'SELECT salt FROM store',
  read: 'SELECT started_at, sealed FROM sealed_outcome WHERE name = ? AND started_at > ?',
  removeExpired: 'DELETE FROM sealed_outcome WHERE started_at <= ?',
  add: 'INSERT OR IGNORE INTO sealed_outcome (name, started_at, sealed) VALUES (?, ?, ?)',
  replace: 'UPDATE sealed_outcome SET sealed = ? WHERE name = ?',
  remove: 'DELETE FROM sealed_outcome WHERE name = ?',
  emptyLog: 'PRAGMA wal_checkpoint(TRUNCATE)',
} as const;
type StatementName = keyof typeof statementTexts;

/**
 * The outcome rows of an open database that has its schema. Expired rows are removed at the start and then every minute, from
 * SQLite's write-ahead log as well. Closing the rows closes the database.
 */
export function sqliteRows(database: Database.Database, now: () => number): OutcomeRows {
  let statements = prepareAll(database);
  const statement = (name: StatementName): Database.Statement => {
    const prepared = statements.get(name);
    if (!prepared) throw new Error('The state file is closed.');
    return prepared;
  };
  /** True if SQLite's log may contain removed rows. */
  let logHasRemovedRows = true;
  const remove = (name: 'remove' | 'removeExpired', parameter: string | number) => {
    if (statement(name).run(parameter).changes > 0) logHasRemovedRows = true;
  };
  const sweep = () => {
    remove('removeExpired', now() - retentionMs);
    if (logHasRemovedRows) statement('emptyLog').all();
    logHasRemovedRows = false;
  };
  sweep();
  const timer = setInterval(() => ignoringErrors(sweep), sweepEveryMs).unref();

  return {
    salt: async () => (statement('salt').get() as { readonly salt: string }).salt,
    read: async (name) => {
      const row = statement('read').get(name, now() - retentionMs) as { readonly started_at: number; readonly sealed: string } | undefined;
      return row ? { startedAt: row.started_at, sealed: row.sealed } : null;
    },
    add: async (name, { startedAt, sealed }) => {
      remove('removeExpired', now() - retentionMs);
      return statement('add').run(name, startedAt, sealed).changes === 1;
    },
    replace: async (name, sealed) => void statement('replace').run(sealed, name),
    remove: async (name) => remove('remove', name),
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

/** Runs a sweep. A disk that is full or busy must not end the program. */
function ignoringErrors(work: () => void): void {
  try {
    work();
  } catch {
    // The next sweep tries again.
  }
}
