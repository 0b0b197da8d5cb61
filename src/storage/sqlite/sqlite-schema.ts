/* The tables of the SQLite file, by version. */

import { randomBytes } from 'node:crypto';
import type Database from 'libsql';
import { StateFileError } from './state-file.js';

/** The version in the database's `user_version`. A new file has 0. Version 1 had no leases. */
const schemaVersion = 2;

/**
 * Creates the tables that do not exist. An interrupted creation is repeated at the next start.
 * @throws StateFileError for a database of a later version
 */
export function createTables(database: Database.Database): void {
  inTransaction(database, () => {
    const version = versionOf(database);
    database.exec('CREATE TABLE IF NOT EXISTS store (salt TEXT NOT NULL)');
    database.prepare('INSERT INTO store (salt) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM store)').run(randomBytes(16).toString('base64url'));
    database.exec(
      'CREATE TABLE IF NOT EXISTS sealed_outcome (name TEXT PRIMARY KEY, started_at INTEGER NOT NULL, sealed TEXT NOT NULL) WITHOUT ROWID',
    );
    database.exec('CREATE INDEX IF NOT EXISTS sealed_outcome_by_age ON sealed_outcome (started_at)');
    database.exec('CREATE TABLE IF NOT EXISTS clock_jump (key INTEGER PRIMARY KEY, id TEXT NOT NULL)');
    if (version === schemaVersion) return;
    // No process holds the lease of an earlier row. Its sealed text is unique, so it can be the id of its write.
    database.exec(`
      ALTER TABLE sealed_outcome ADD COLUMN write_id TEXT NOT NULL DEFAULT '';
      ALTER TABLE sealed_outcome ADD COLUMN lease_ends_at REAL NOT NULL DEFAULT 0;
      ALTER TABLE sealed_outcome ADD COLUMN holder TEXT NOT NULL DEFAULT '';
      UPDATE sealed_outcome SET write_id = sealed;
      PRAGMA user_version = ${schemaVersion};
    `);
  });
}

/** Reads the version of the schema. @throws StateFileError for a version later than this program's, Error if the file is not a database */
export function versionOf(database: Database.Database): number {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { readonly user_version: number };
  if (version > schemaVersion) throw new StateFileError('expected a state file of this version; a later version wrote this one');
  return version;
}

/** Does work in a transaction that may write. @returns what the work does @throws what SQLite or the work does; then nothing is written */
export function inTransaction<T>(database: Database.Database, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // Some errors, such as a full disk, have ended the transaction.
    if (database.inTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
