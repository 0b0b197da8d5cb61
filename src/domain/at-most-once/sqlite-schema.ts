import type Database from 'libsql';
import { randomBytes } from 'node:crypto';
import { retentionMs, type OutcomeRecord, type StoredResult } from './outcome-store.js';
import { StateFileError } from './state-file.js';

/** The version in the database's `user_version`. Version 0 stored its outcomes in plain text. */
const schemaVersion = 1;

/** The prefix of the names of rows from version 0. */
const version0Prefix = 'v0:';
/** The name of a row from version 0, by the keyed digest of its key that version 0 used. */
export const version0Name = (digest: string): string => version0Prefix + digest;

/**
 * Creates the tables if they do not exist. Outcomes of version 0 are sealed, and their plain text is overwritten. An interrupted upgrade
 * is repeated at the next start. @throws StateFileError for a database of a later version
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
    sealVersion0Rows(database, sealed, now);
  });
  // Deleted rows of version 0 remain in unused pages, and every page remains in the log.
  database.exec('VACUUM');
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
  database.exec(`PRAGMA user_version = ${schemaVersion}`);
}

/** Reads the version of the schema. @throws StateFileError for a version later than this program's, Error if the file is no database */
export function versionOf(database: Database.Database): number {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { readonly user_version: number };
  if (version > schemaVersion)
    throw new StateFileError('expected a state file of this version or an earlier one; a later version wrote this one');
  return version;
}

/** True if rows from version 0 have not expired yet. */
export const hasVersion0Rows = (database: Database.Database): boolean =>
  database.prepare('SELECT 1 FROM sealed_outcome WHERE name >= ? AND name < ? LIMIT 1').get(version0Prefix, 'v0;') !== undefined;

interface Version0Row {
  readonly key: string;
  readonly fingerprint: string;
  readonly started_at: number;
  readonly result: string | null;
}

function sealVersion0Rows(database: Database.Database, sealed: (name: string, record: OutcomeRecord) => string, now: number): void {
  if (!database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'outcome'").get()) return;
  const add = database.prepare('INSERT OR IGNORE INTO sealed_outcome (name, started_at, sealed) VALUES (?, ?, ?)');
  const rows = database
    .prepare('SELECT key, fingerprint, started_at, result FROM outcome WHERE started_at > ?')
    .all(now - retentionMs) as Version0Row[];
  for (const { key, fingerprint, started_at: startedAt, result } of rows) {
    const name = version0Name(key);
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
