/*
 * Reads `.env`, and whether to set flags of V8, before the program is loaded. It imports hardly anything, because these flags concern only what
 * is loaded after them.
 */

import { existsSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { readTextFile } from '../primitives/text-file.js';
import { textOf } from './environment.js';

/** Adds the variables of the file to the environment, except those that are set already. A missing file changes nothing. */
export function loadDotEnv(path = '.env'): void {
  if (!existsSync(path)) return;
  for (const [name, text] of Object.entries(parseEnv(readTextFile(path)))) process.env[name] ??= text;
}

/** Whether the program sets flags of V8. `readConfig` refuses an invalid value later. */
export const setsV8Flags = (): boolean => textOf(process.env, 'V8_FLAGS') !== 'false';
