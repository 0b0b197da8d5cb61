import { chmodSync, closeSync, lstatSync, openSync } from 'node:fs';

/** Tells what is wrong with the state file; the message is what was expected of it. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError';
}

const ownerOnly = 0o600;
const modeBits = 0o777;

/**
 * Creates the file of a SQLite database where there is none, and lets nobody but its owner read it or the files that SQLite puts beside it,
 * also where they exist with another mode. The database must not be open yet. @throws StateFileError, or an error of the file system
 */
export function protectStateFile(path: string): void {
  create(path);
  for (const file of [path, `${path}-wal`, `${path}-shm`, `${path}-journal`]) restrict(file);
}

function create(path: string): void {
  try {
    closeSync(openSync(path, 'ax', ownerOnly));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** A symbolic link is refused: the mode of a file elsewhere would change, and SQLite would put its files there. */
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
    throw new StateFileError('expected a file that this user owns, so that nobody else can be kept from reading it (mode 0600)', { cause });
  }
}

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code;
