/* Creates the file of STATE_FILE, and restricts it to its owner. */

import { chmodSync, closeSync, lstatSync, openSync } from 'node:fs';

/** The state file cannot be used. The message states what was expected of it. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError';
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
