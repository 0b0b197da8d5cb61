/* The store of outcomes in a SQLite file, STATE_FILE. */

import { resolve } from 'node:path';
import Database from 'libsql';
import type { OutcomeStore } from '../../domain/at-most-once/outcome-store.js';
import type { Secret } from '../../primitives/secret.js';
import type { OutcomeRows } from '../rows/outcome-rows.js';
import { createSeal } from '../rows/seal.js';
import { createSealedOutcomes } from '../rows/sealed-outcomes.js';
import { startSqliteRows } from './sqlite-rows.js';
import { createTables, versionOf } from './sqlite-schema.js';
import { protectStateFile } from './state-file.js';
import { switchToWal } from './switch-to-wal.js';

/** The time to wait for another process that writes to the file. The event loop is blocked meanwhile. */
const busyTimeoutMs = { atStart: 5_000, later: 100 };

/**
 * An outcome store in a SQLite file that only its owner can open, and only a holder of the organiser's private key can read.
 * @throws StateFileError, or another Error if the file cannot be opened or written
 */
export const openSqliteOutcomes = (path: string, now: () => number, privateKey: Pick<Secret, 'reveal'>): OutcomeStore =>
  createSealedOutcomes(openSqliteRows(path, now), createSeal(privateKey));

/**
 * Opens the rows of such a store. The row of a write is on the disk before the promise of `begin` resolves, so it outlives
 * a crash. @throws as `openSqliteOutcomes` does
 */
export function openSqliteRows(path: string, now: () => number): OutcomeRows {
  const database = open(path);
  try {
    database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs.atStart}`);
    switchToWal(database, busyTimeoutMs.atStart);
    database.exec('PRAGMA synchronous = FULL');
    database.exec('PRAGMA secure_delete = ON');
    createTables(database);
    const rows = startSqliteRows(database, now);
    database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs.later}`);
    return rows;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Checks that a state file can be opened, without changing its content. @throws as `openSqliteOutcomes` does */
export function assertUsableStateFile(path: string): void {
  const database = open(path);
  try {
    versionOf(database);
  } finally {
    database.close();
  }
}

function open(path: string): Database.Database {
  if (path === ':memory:') return new Database(path);
  protectStateFile(path);
  return new Database(resolve(path));
}
