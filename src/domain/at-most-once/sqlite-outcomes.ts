import Database from 'libsql';
import { createHmac } from 'node:crypto';
import { resolve } from 'node:path';
import type { Secret } from '../../model/secret.js';
import type { OutcomeStore } from './outcome-store.js';
import { sealUnder } from './seal.js';
import { sealedOutcomes, sealedRecord } from './sealed-outcomes.js';
import { sqliteRows } from './sqlite-rows.js';
import { formerName, hasFormerRows, upgradeSchema, versionOf } from './sqlite-schema.js';
import { protectStateFile } from './state-file.js';

/** How long the process waits for another one that writes to the file; nothing else happens meanwhile. */
const busyMs = { atStart: 5_000, later: 100 };

/**
 * Remembers outcomes in a file of SQLite's format that only its owner can open, and only a holder of the organiser's private key can read.
 * What is begun is on the disk before the promise resolves, so it outlives a crash.
 * @throws StateFileError, or another Error where the file cannot be opened or written.
 */
export function sqliteOutcomes(path: string, now: () => number, privateKey: Pick<Secret, 'reveal'>): OutcomeStore {
  const seal = sealUnder(privateKey);
  const database = opened(path);
  try {
    database.exec(`PRAGMA busy_timeout = ${busyMs.atStart}`);
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = FULL');
    database.exec('PRAGMA secure_delete = ON');
    upgradeSchema(database, (name, record) => sealedRecord(seal, name, record), now());
    const store = sealedOutcomes(sqliteRows(database, now), seal);
    database.exec(`PRAGMA busy_timeout = ${busyMs.later}`);
    return hasFormerRows(database) ? withFormerRows(store, privateKey) : store;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens a state file and closes it, so that nothing in it changes. @throws as `sqliteOutcomes` does */
export function checkStateFile(path: string): void {
  const database = opened(path);
  try {
    versionOf(database);
  } finally {
    database.close();
  }
}

function opened(path: string): Database.Database {
  if (path === ':memory:') return new Database(path);
  protectStateFile(path);
  return new Database(resolve(path));
}

/** Version 0 named a row by a digest of its key under the private key. */
function withFormerRows(store: OutcomeStore, privateKey: Pick<Secret, 'reveal'>): OutcomeStore {
  const locate = async (key: string) => {
    const former = formerName(createHmac('sha256', privateKey.reveal()).update(key).digest('base64url'));
    return (await store.read(former)) ? former : store.locate(key);
  };
  return { ...store, locate };
}
