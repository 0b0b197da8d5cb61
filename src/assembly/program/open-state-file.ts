/* The file of STATE_FILE, or memory in its place: how the program opens it, and logs when it fails. */

import type { Logger } from 'pino';
import { ConfigError } from '../../config/config.js';
import type { OutcomeRows } from '../../storage/rows/outcome-rows.js';
import { assertUsableStateFile, openSqliteRows } from '../../storage/sqlite/sqlite-outcomes.js';
import { StateFileError, StateFileUnavailableError } from '../../storage/sqlite/state-file.js';
import { assertUsableFile } from './assert-usable-file.js';

/** The rows of a state file, and whether they can be used now. */
export interface OpenedStateFile {
  readonly rows: OutcomeRows;
  readonly isUp: boolean;
}

/**
 * Opens the file of STATE_FILE; null stands for memory. Logs each outage of the opened file.
 * @throws ConfigError where it cannot be used, StateFileUnavailableError where it could be used later
 */
export function openStateFile(file: string | null, log: Pick<Logger, 'info' | 'warn'>): OpenedStateFile {
  let isUp = true;
  const observer = {
    onOutage: (cause: string) => {
      isUp = false;
      log.warn(
        { cause, hint: 'Check the free space and the health of the disk of STATE_FILE, and whether another process has locked the file.' },
        'The state file cannot be used: registrations with an idempotency key and ssoLogin with addIfMissing are refused',
      );
    },
    onRecovery: () => {
      isUp = true;
      log.info('The state file can be used again');
    },
  };
  const rows = asSetting(() => openSqliteRows(file ?? ':memory:', { observer }));
  return {
    rows,
    get isUp() {
      return isUp;
    },
  };
}

/**
 * Checks that the file of STATE_FILE can be opened or created, without changing its content. A locked file is no bad setting.
 * @throws ConfigError where it cannot
 */
export function assertStateFileSetting(file: string): void {
  if (file === ':memory:') return;
  try {
    asSetting(() => assertUsableFile(file, assertUsableStateFile));
  } catch (error) {
    if (!(error instanceof StateFileUnavailableError)) throw error;
  }
}

function asSetting<T>(open: () => T): T {
  try {
    return open();
  } catch (cause) {
    if (cause instanceof StateFileUnavailableError) throw cause;
    const general = 'expected a path in a folder that this user may write to; the file cannot be opened or written';
    const expected = cause instanceof StateFileError ? cause.message : general;
    throw new ConfigError([{ setting: 'STATE_FILE', expected }], { cause });
  }
}
