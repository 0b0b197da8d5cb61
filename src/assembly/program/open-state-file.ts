import { ConfigError } from '../../config/config.js';
import type { OutcomeRows } from '../../storage/rows/outcome-rows.js';
import { openSqliteRows } from '../../storage/sqlite/sqlite-outcomes.js';
import { StateFileError } from '../../storage/sqlite/state-file.js';

/** Opens the file of STATE_FILE. @throws ConfigError where it cannot be used */
export function openStateFile(file: string): OutcomeRows {
  try {
    return openSqliteRows(file, Date.now);
  } catch (cause) {
    const general = 'expected a path in a folder that this user may write to; the file cannot be opened or written';
    const expected = cause instanceof StateFileError ? cause.message : general;
    throw new ConfigError([{ setting: 'STATE_FILE', expected }], { cause });
  }
}
