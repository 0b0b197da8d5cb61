/* The store of outcomes in a SQLite file, STATE_FILE. */

import { resolve } from 'node:path';
import Database from 'libsql';
import type { OutcomeStore } from '../../domain/at-most-once/outcome-store.js';
import type { Secret } from '../../primitives/secret.js';
import { createLeasedRows, systemLeases } from '../leases/leased-rows.js';
import type { OutcomeRows, StoreObserver } from '../rows/outcome-rows.js';
import { createSeal } from '../rows/seal.js';
import { createSealedOutcomes } from '../rows/sealed-outcomes.js';
import { systemClock, type StoreClock } from './retention.js';
import { createTables, versionOf } from './sqlite-schema.js';
import { startSqliteStore } from './sqlite-store.js';
import { openingError, protectStateFile } from './state-file.js';
import { switchToWal } from './switch-to-wal.js';

/** The time to wait at the start for another process that writes to the file. Later, SQLite does not wait, as it would block the event loop. */
const startBusyMs = 5_000;

interface RowOptions {
  readonly clock?: StoreClock;
  readonly observer?: StoreObserver;
}

const unobserved: StoreObserver = { onOutage: () => {}, onRecovery: () => {} };

/**
 * An outcome store in a SQLite file that only its owner can open, and only a holder of the organiser's private key can read. The path
 * `:memory:` stands for memory: the outcomes are lost when the process ends.
 * @throws as `openSqliteRows` does
 */
export const openSqliteOutcomes = (path: string, privateKey: Pick<Secret, 'reveal'>, clock = systemClock): OutcomeStore =>
  createSealedOutcomes(openSqliteRows(path, { clock }), createSeal(privateKey));

/**
 * Opens the rows of such a store. The row of a write is on the disk before the promise of `begin` resolves, so it outlives
 * a crash.
 * @throws StateFileUnavailableError if the file is locked, or its disk is full or fails; StateFileError if it is damaged; another Error if
 * it cannot be opened or written
 */
export function openSqliteRows(path: string, { clock = systemClock, observer = unobserved }: RowOptions = {}): OutcomeRows {
  return opening(path, (database) => {
    database.exec(`PRAGMA busy_timeout = ${startBusyMs}`);
    switchToWal(database, startBusyMs);
    database.exec('PRAGMA synchronous = FULL');
    database.exec('PRAGMA secure_delete = ON');
    createTables(database);
    const store = startSqliteStore(database, clock, observer);
    database.exec('PRAGMA busy_timeout = 0');
    return createLeasedRows(store, { ...systemLeases, now: clock.steadyMs });
  });
}

/** Checks that a state file can be opened, without changing its content. @throws as `openSqliteRows` does */
export const assertUsableStateFile = (path: string): void =>
  opening(path, (database) => {
    versionOf(database);
    database.close();
  });

/** Opens a database for work, and closes it if the work fails. */
function opening<T>(path: string, work: (database: Database.Database) => T): T {
  let database: Database.Database | undefined;
  try {
    database = open(path);
    return work(database);
  } catch (error) {
    database?.close();
    throw openingError(error);
  }
}

function open(path: string): Database.Database {
  if (path === ':memory:') return new Database(path);
  protectStateFile(path);
  return new Database(resolve(path));
}
