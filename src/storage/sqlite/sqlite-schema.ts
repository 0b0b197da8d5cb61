/* The tables of the SQLite file, by version. */

import { randomBytes } from 'node:crypto';
import type Database from 'libsql';
import { StateFileError } from './state-file.js';

/** The version in the database's `user_version`. A new file has 0. */
const schemaVersion = 1;

/**
 * Creates the tables that do not exist. An interrupted creation is repeated at the next start.
 * @throws StateFileError for a database of a later version
 */
export function createTables(database: Database.Database): void {
  const version = versionOf(database);
  inTransaction(database, () => {
    database.exec('CREATE TABLE IF NOT EXISTS store (salt TEXT NOT NULL)');
    database.prepare('INSERT INTO store (salt) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM store)').run(randomBytes(16).toString('base64url'));
    database.exec(
      'CREATE TABLE IF NOT EXISTS sealed_outcome (name TEXT PRIMARY KEY, started_at INTEGER NOT NULL, sealed TEXT NOT NULL) WITHOUT ROWID',
    );
    database.exec('CREATE INDEX IF NOT EXISTS sealed_outcome_by_age ON sealed_outcome (started_at)');
    // Earlier programs of this version ignore the table.
    database.exec('CREATE TABLE IF NOT EXISTS clock_jump (key INTEGER PRIMARY KEY, id TEXT NOT NULL)');
    if (version !== schemaVersion) database.exec(`PRAGMA user_version = ${schemaVersion}`);
  });
}

/** Reads the version of the schema. @throws StateFileError for a version later than this program's, Error if the file is not a database */
export function versionOf(database: Database.Database): number {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { readonly user_version: number };
  if (version > schemaVersion) throw new StateFileError('expected a state file of this version; a later version wrote this one');
  return version;
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
