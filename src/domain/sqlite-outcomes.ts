import { closeSync, openSync } from 'node:fs';
import Database from 'libsql';
import { rememberedMs, type OutcomeStore, type StoredResult } from './outcome-store.js';

interface Row {
  readonly fingerprint: string;
  readonly started_at: number;
  readonly result: string | null;
}

/**
 * Remembers in a file of SQLite's format, readable by its owner only. What is begun is on the disk before the promise
 * resolves, so it outlives a crash.
 * @throws Error where the file cannot be opened or written.
 */
export function sqliteOutcomes(path: string, now: () => number): OutcomeStore {
  if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600));
  const database = new Database(path);
  try {
    return storeIn(database, now);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The statements of an open file. libsql closes a file when the last of its statements is collected, and has no other way. */
type Statements = Readonly<Record<'read' | 'forgetOld' | 'begin' | 'finish' | 'forget', Database.Statement>>;

function storeIn(database: Database.Database, now: () => number): OutcomeStore {
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = FULL');
  database.exec(`CREATE TABLE IF NOT EXISTS outcome (
    key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, started_at INTEGER NOT NULL, result TEXT
  ) WITHOUT ROWID`);
  let statements: Statements | null = {
    read: database.prepare('SELECT fingerprint, started_at, result FROM outcome WHERE key = ? AND started_at > ?'),
    forgetOld: database.prepare('DELETE FROM outcome WHERE started_at <= ?'),
    begin: database.prepare('INSERT OR IGNORE INTO outcome (key, fingerprint, started_at) VALUES (?, ?, ?)'),
    finish: database.prepare('UPDATE outcome SET result = ? WHERE key = ?'),
    forget: database.prepare('DELETE FROM outcome WHERE key = ?'),
  };
  const statement = (name: keyof Statements): Database.Statement => {
    if (statements === null) throw new Error('The state file is closed.');
    return statements[name];
  };
  return {
    read: async (key) => {
      const row = statement('read').get(key, now() - rememberedMs) as Row | undefined;
      if (!row) return null;
      return { fingerprint: row.fingerprint, startedAt: row.started_at, result: row.result === null ? null : (JSON.parse(row.result) as StoredResult) };
    },
    begin: async (key, { fingerprint, startedAt }) => {
      statement('forgetOld').run(now() - rememberedMs);
      return statement('begin').run(key, fingerprint, startedAt).changes === 1;
    },
    finish: async (key, result) => void statement('finish').run(JSON.stringify(result), key),
    forget: async (key) => void statement('forget').run(key),
    close: async () => {
      statements = null;
      database.close();
    },
  };
}
