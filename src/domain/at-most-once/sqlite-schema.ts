import type Database from 'libsql';
import { randomBytes } from 'node:crypto';
import { rememberedMs, type OutcomeRecord, type StoredResult } from './outcome-store.js';
import { StateFileError } from './state-file.js';

/** Stored in the database as `user_version`. Version 0 held its outcomes in plain text. */
const schemaVersion = 1;

/** Precedes the names of rows that came from version 0. */
const formerPrefix = 'v0:';
/** The name of a row that came from version 0, by the keyed digest that version 0 had for its key. */
export const formerName = (digest: string): string => formerPrefix + digest;

/**
 * Creates the tables where there are none. Outcomes of version 0 are sealed, and what lay in plain text is overwritten: an interrupted
 * upgrade is done again. @throws StateFileError for a database that another version wrote
 */
export function upgradeSchema(database: Database.Database, sealed: (name: string, record: OutcomeRecord) => string, now: number): void {
  if (versionOf(database) === schemaVersion) return;
  inTransaction(database, () => {
    database.exec('CREATE TABLE IF NOT EXISTS store (salt TEXT NOT NULL)');
    database.prepare('INSERT INTO store (salt) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM store)').run(randomBytes(16).toString('base64url'));
    database.exec(
      'CREATE TABLE IF NOT EXISTS sealed_outcome (name TEXT PRIMARY KEY, started_at INTEGER NOT NULL, sealed TEXT NOT NULL) WITHOUT ROWID',
    );
    database.exec('CREATE INDEX IF NOT EXISTS sealed_outcome_by_age ON sealed_outcome (started_at)');
    sealFormerRows(database, sealed, now);
  });
  // Deleted rows of version 0 lie in unused pages, and every page in the log.
  database.exec('VACUUM');
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
  database.exec(`PRAGMA user_version = ${schemaVersion}`);
}

/** The version of the schema. @throws StateFileError for a later one than this program knows, Error where there is no database */
export function versionOf(database: Database.Database): number {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { readonly user_version: number };
  if (version > schemaVersion)
    throw new StateFileError('expected a state file of this version or an earlier one; a later version wrote this one');
  return version;
}

/** Whether rows that came from version 0 are still remembered. */
export const hasFormerRows = (database: Database.Database): boolean =>
  database.prepare('SELECT 1 FROM sealed_outcome WHERE name >= ? AND name < ? LIMIT 1').get(formerPrefix, 'v0;') !== undefined;

interface FormerRow {
  readonly key: string;
  readonly fingerprint: string;
  readonly started_at: number;
  readonly result: string | null;
}

function sealFormerRows(database: Database.Database, sealed: (name: string, record: OutcomeRecord) => string, now: number): void {
  if (!database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'outcome'").get()) return;
  const add = database.prepare('INSERT OR IGNORE INTO sealed_outcome (name, started_at, sealed) VALUES (?, ?, ?)');
  const rows = database
    .prepare('SELECT key, fingerprint, started_at, result FROM outcome WHERE started_at > ?')
    .all(now - rememberedMs) as FormerRow[];
  for (const { key, fingerprint, started_at: startedAt, result } of rows) {
    const name = formerName(key);
    add.run(
      name,
      startedAt,
      sealed(name, { fingerprint, startedAt, result: result === null ? null : (JSON.parse(result) as StoredResult) }),
    );
  }
  database.exec('DROP TABLE outcome');
}

function inTransaction(database: Database.Database, work: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    work();
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
