import type Database from 'libsql';
import { rememberedMs } from './outcome-store.js';
import type { OutcomeRows } from './outcome-rows.js';

const sweepEveryMs = 60_000;

const statementTexts = {
  salt: 'SELECT salt FROM store',
  read: 'SELECT started_at, sealed FROM sealed_outcome WHERE name = ? AND started_at > ?',
  removeOld: 'DELETE FROM sealed_outcome WHERE started_at <= ?',
  add: 'INSERT OR IGNORE INTO sealed_outcome (name, started_at, sealed) VALUES (?, ?, ?)',
  replace: 'UPDATE sealed_outcome SET sealed = ? WHERE name = ?',
  remove: 'DELETE FROM sealed_outcome WHERE name = ?',
  emptyLog: 'PRAGMA wal_checkpoint(TRUNCATE)',
} as const;
type StatementName = keyof typeof statementTexts;

/**
 * Rows of outcomes in an open database that has its schema. Rows past their day are removed at once and every minute from then on, and
 * what was removed is removed from SQLite's log too. Closing closes the database.
 */
export function sqliteRows(database: Database.Database, now: () => number): OutcomeRows {
  let statements = prepared(database);
  const statement = (name: StatementName): Database.Statement => {
    const found = statements.get(name);
    if (!found) throw new Error('The state file is closed.');
    return found;
  };
  /** Whether SQLite's log may contain rows that were removed. */
  let logHoldsRemoved = true;
  const remove = (name: 'remove' | 'removeOld', of: string | number) => {
    if (statement(name).run(of).changes > 0) logHoldsRemoved = true;
  };
  const sweep = () => {
    remove('removeOld', now() - rememberedMs);
    if (logHoldsRemoved) statement('emptyLog').all();
    logHoldsRemoved = false;
  };
  sweep();
  const timer = setInterval(() => ignoringErrors(sweep), sweepEveryMs).unref();

  return {
    salt: async () => (statement('salt').get() as { readonly salt: string }).salt,
    read: async (name) => {
      const row = statement('read').get(name, now() - rememberedMs) as { readonly started_at: number; readonly sealed: string } | undefined;
      return row ? { startedAt: row.started_at, sealed: row.sealed } : null;
    },
    add: async (name, { startedAt, sealed }) => {
      remove('removeOld', now() - rememberedMs);
      return statement('add').run(name, startedAt, sealed).changes === 1;
    },
    replace: async (name, sealed) => void statement('replace').run(sealed, name),
    remove: async (name) => remove('remove', name),
    close: async () => {
      clearInterval(timer);
      // libsql closes a file when the last of its statements is collected, and has no other way.
      statements = new Map();
      database.close();
    },
  };
}

function prepared(database: Database.Database): ReadonlyMap<StatementName, Database.Statement> {
  return new Map(Object.entries(statementTexts).map(([name, text]) => [name as StatementName, database.prepare(text)]));
}

/** A disk that is full or busy at the moment must not end the program: the next sweep tries again. */
function ignoringErrors(work: () => void): void {
  try {
    work();
  } catch {
    // The next sweep tries again.
  }
}
