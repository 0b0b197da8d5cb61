/* Creates the file of STATE_FILE, and restricts it to its owner. */

import { chmodSync, closeSync, lstatSync, openSync } from 'node:fs';

/** The state file cannot be used. The message states what was expected of it. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError';
}

/** The state file is sound, and cannot be used at the moment. The message states why, and what to do. */
export class StateFileUnavailableError extends Error {
  override readonly name = 'StateFileUnavailableError';
}

/** What an error code of SQLite or of the file system means. The first that matches counts. */
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
    'expected a state file; this one is damaged, or is another file. Restore a copy of it, or move it away: then keys of the last 24 hours are sent again',
  ],
];

/** Returns an error that states why a state file could not be opened, or the error itself if only its path can be wrong. */
export function openingError(cause: unknown): unknown {
  const code = causeOf(cause);
  const meaning = meanings.find(([pattern]) => pattern.test(code));
  if (meaning === undefined) return cause;
  const [, ErrorClass, message] = meaning;
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
export function protectStateFile(path: string): void {
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

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code;
