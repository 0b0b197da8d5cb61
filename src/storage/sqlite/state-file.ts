/* The SQLite file of STATE_FILE: how it is opened, restricted to its owner, and given its tables; and what its errors mean. */

import { randomBytes } from 'node:crypto';
import { accessSync, chmodSync, closeSync, constants, existsSync, lstatSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Database from 'libsql';

/** The state file cannot be used. The message states what was expected of it. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError';
}

/** The state file is sound, and cannot be used at the moment. The message states why, and what to do. */
export class StateFileUnavailableError extends Error {
  override readonly name = 'StateFileUnavailableError';
}

/**
 * Opens a database for work, and closes it if the work fails. The path `:memory:` stands for memory.
 * @throws StateFileUnavailableError if the file is locked, or its disk is full or fails; StateFileError for any other reason
 */
export function withStateFile<T>(path: string, work: (database: Database.Database) => T): T {
  let database: Database.Database | undefined;
  try {
    if (path !== ':memory:') protectStateFile(path);
    database = new Database(path === ':memory:' ? path : resolve(path));
    return work(database);
  } catch (error) {
    database?.close();
    throw openingError(error);
  }
}

/** Checks that a state file can be opened, or created, without changing or creating it. @throws as `withStateFile` does */
export function assertUsableStateFile(path: string): void {
  if (path === ':memory:' || existsSync(path))
    return withStateFile(path, (database) => {
      assertVersion(database);
      database.close();
    });
  try {
    accessSync(dirname(path), constants.W_OK);
  } catch (error) {
    throw openingError(error);
  }
}

/**
 * The time to wait at the start for another process that writes to the file. Later, SQLite does not wait, as it would block the event loop.
 */
const startBusyMs = 5_000;

/**
 * Sets a database up: writes are on the disk when they are done, removed rows are overwritten, and there are the tables of this version.
 * @throws StateFileError for a database of another version
 */
export function prepareStateFile(database: Database.Database): void {
  database.exec(`PRAGMA busy_timeout = ${startBusyMs}`);
  switchToWal(database);
  database.exec('PRAGMA synchronous = FULL');
  database.exec('PRAGMA secure_delete = ON');
  createTables(database);
}

const moveAway = 'move it and its files -wal and -shm away: then keys of the last 24 hours are sent again';

/** The meaning of each error code of SQLite and of the file system. The first that matches counts; the last one matches any. */
const meanings: readonly (readonly [code: RegExp, ErrorClass: new (message: string, options: ErrorOptions) => Error, meaning: string])[] = [
  [
    /^SQLITE_(BUSY|LOCKED)/,
    StateFileUnavailableError,
    'another process has locked the state file. End that process, or start again when it is done',
  ],
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, StateFileUnavailableError, 'the disk of the state file is full. Free space on it, and start again'],
  [/^(SQLITE_IOERR|EIO|EMFILE|ENFILE)/, StateFileUnavailableError, 'the disk of the state file fails. Check the disk, and start again'],
  [
    /^SQLITE_(NOTADB|CORRUPT)/,
    StateFileError,
    `expected a state file; this one is damaged, or is another file. Restore a copy of it, or ${moveAway}`,
  ],
  [/^/, StateFileError, 'expected a path in a folder that this user may write to; the file cannot be opened or written'],
];

/** Returns an error that states why a state file could not be opened. */
export function openingError(cause: unknown): Error {
  if (cause instanceof StateFileError) return cause;
  const code = causeOf(cause);
  const [, ErrorClass, message] = meanings.find(([pattern]) => pattern.test(code))!;
  return new ErrorClass(ErrorClass === StateFileError ? message : `${message} (${code})`, { cause });
}

/** Returns a word for the cause of an error of SQLite or of the file system: its code, such as SQLITE_FULL. */
export function causeOf(error: unknown): string {
  const code = codeOf(error);
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,40}$/.test(code) ? code : 'Error';
}

const ownerOnly = 0o600;
const modeBits = 0o777;

/**
 * Creates the file of a SQLite database if it does not exist, and makes it and the files that SQLite puts beside it readable by the owner
 * only. The database must not be open yet. @throws StateFileError, or an error of the file system
 */
function protectStateFile(path: string): void {
  createIfMissing(path);
  for (const file of [path, `${path}-wal`, `${path}-shm`, `${path}-journal`]) restrict(file);
}

function createIfMissing(path: string): void {
  try {
    closeSync(openSync(path, 'ax', ownerOnly));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** Refuses a symbolic link, because the mode of its target would change, and SQLite would put its files beside the target. */
function restrict(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return;
  if (!stats.isFile())
    throw new StateFileError(
      'expected a path of a regular file, not of a folder or a symbolic link; the same goes for the files beside it that end in -wal and -shm',
    );
  if ((stats.mode & modeBits) === ownerOnly) return;
  try {
    chmodSync(path, ownerOnly);
  } catch (cause) {
    throw new StateFileError('expected a file that this user owns, so that its mode can be set to 0600 (readable by its owner only)', {
      cause,
    });
  }
}

/**
 * Returns a function that throws an error if the files of an open database are not those of the first call any more: they were moved,
 * deleted or replaced. SQLite goes on with the files that it has opened, but no other process would find what it writes, and neither would
 * the next start.
 */
export function checkOfPlace(path: string): () => void {
  const files = () => [path, `${path}-wal`].map((file) => statSync(file)).map(({ dev, ino }) => `${dev} ${ino}`);
  let first: string | undefined;
  return () => {
    const found = files().join();
    if (found !== (first ??= found)) throw Object.assign(new Error('The state file was replaced.'), { code: 'REPLACED' });
  };
}

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code;

/* The tables */

const pauseMs = 20;
const pause = (): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);

/**
 * Switches a database to its write-ahead log (WAL), if it has none yet. If another process is writing to the file, such as one that
 * starts at the same time, SQLite refuses the switch immediately, whatever its `busy_timeout`. So it is tried again.
 * @throws Error with the code SQLITE_BUSY if the other process is still writing at the end
 */
function switchToWal(database: Database.Database): void {
  const end = performance.now() + startBusyMs;
  for (;;) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (codeOf(error) !== 'SQLITE_BUSY' || performance.now() >= end) throw error;
      pause();
    }
  }
}

/** The version in the database's `user_version`. A new file has 0. */
const schemaVersion = 2;

/** Creates the tables that do not exist. An interrupted creation is repeated at the next start. */
function createTables(database: Database.Database): void {
  inTransaction(database, () => {
    assertVersion(database);
    database.exec(`
      CREATE TABLE IF NOT EXISTS store (salt TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS sealed_outcome (
        name TEXT PRIMARY KEY, started_at INTEGER NOT NULL, sealed TEXT NOT NULL,
        write_id TEXT NOT NULL, lease_ends_at REAL NOT NULL, holder TEXT NOT NULL
      ) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS sealed_outcome_by_end ON sealed_outcome (lease_ends_at);
      PRAGMA user_version = ${schemaVersion};
    `);
    database.prepare('INSERT INTO store (salt) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM store)').run(randomBytes(16).toString('base64url'));
  });
}

/** Checks the version of the schema. @throws StateFileError for that of another program, Error if the file is not a database */
function assertVersion(database: Database.Database): void {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { readonly user_version: number };
  if (version !== 0 && version !== schemaVersion)
    throw new StateFileError(`expected a state file of this version; another version wrote this one. Start that version, or ${moveAway}`);
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
