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
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = FULL');
  database.exec(`CREATE TABLE IF NOT EXISTS outcome (
    key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, started_at INTEGER NOT NULL, result TEXT
  ) WITHOUT ROWID`);
  const read = database.prepare('SELECT fingerprint, started_at, result FROM outcome WHERE key = ? AND started_at > ?');
  const forgetOld = database.prepare('DELETE FROM outcome WHERE started_at <= ?');
  const begin = database.prepare('INSERT OR IGNORE INTO outcome (key, fingerprint, started_at) VALUES (?, ?, ?)');
  const finish = database.prepare('UPDATE outcome SET result = ? WHERE key = ?');
  const forget = database.prepare('DELETE FROM outcome WHERE key = ?');
  return {
    read: async (key) => {
      const row = read.get(key, now() - rememberedMs) as Row | undefined;
      if (!row) return null;
      return { fingerprint: row.fingerprint, startedAt: row.started_at, result: row.result === null ? null : (JSON.parse(row.result) as StoredResult) };
    },
    begin: async (key, { fingerprint, startedAt }) => {
      forgetOld.run(now() - rememberedMs);
      return begin.run(key, fingerprint, startedAt).changes === 1;
    },
    finish: async (key, result) => void finish.run(JSON.stringify(result), key),
    forget: async (key) => void forget.run(key),
    close: async () => void database.close(),
  };
}
