import { ConfigError } from '../../config/config.js';
import type { OutcomeRows } from '../../storage/rows/outcome-rows.js';
import { assertUsableStateFile, openSqliteRows } from '../../storage/sqlite/sqlite-outcomes.js';
import { StateFileError } from '../../storage/sqlite/state-file.js';
import { assertUsableFile } from './assert-usable-file.js';

/** Opens the file of STATE_FILE. @throws ConfigError where it cannot be used */
export const openStateFile = (file: string): OutcomeRows => asSetting(() => openSqliteRows(file, Date.now));

/** Checks that the file of STATE_FILE can be opened or created, without changing its content. @throws ConfigError where it cannot */
export function assertStateFileSetting(file: string): void {
  if (file !== ':memory:') asSetting(() => assertUsableFile(file, assertUsableStateFile));
}

function asSetting<T>(open: () => T): T {
  try {
    return open();
  } catch (cause) {
    const general = 'expected a path in a folder that this user may write to; the file cannot be opened or written';
    const expected = cause instanceof StateFileError ? cause.message : general;
    throw new ConfigError([{ setting: 'STATE_FILE', expected }], { cause });
  }
}
