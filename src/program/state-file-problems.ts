/* What is wrong with a state file, as a problem of the setting or option that names it. */

import { badSetting } from '../config/environment.js';
import { StateFileError, StateFileUnavailableError } from '../storage/sqlite/state-file.js';

/**
 * Opens or checks a state file.
 * @param setting the name of the setting or option, for errors
 * @throws ConfigError where the file cannot be used, StateFileUnavailableError where it could be used later
 */
export function asStateFile<T>(setting: string, open: () => T): T {
  try {
    return open();
  } catch (cause) {
    if (cause instanceof StateFileUnavailableError) throw cause;
    const general = 'expected a path in a folder that this user may write to; the file cannot be opened or written';
    const expected = cause instanceof StateFileError ? cause.message : general;
    throw badSetting(setting, expected, cause);
  }
}
