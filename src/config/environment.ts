/* The environment: its variables, and `.env`, which is read before the program is loaded; and the error for bad settings. */

import { existsSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { readTextFile } from '../primitives/text-file.js';

/** The signals that end the program. */
export const endSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** The name of a bad setting, and the text after it: what was expected, or why the setting is bad. */
export interface SettingProblem {
  readonly setting: string;
  readonly expected: string;
}

/** One or more settings are bad. The message lists all of them with what was expected, never with their values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(
    readonly problems: readonly SettingProblem[],
    source: 'settings' | 'options' = 'settings',
    options?: ErrorOptions,
  ) {
    super([`Bad ${source}:`, ...problems.map(({ setting, expected }) => `  ${setting}: ${expected}`)].join('\n'), options);
  }
}

/** The error of one bad setting. */
export const badSetting = (setting: string, expected: string, cause?: unknown): ConfigError =>
  new ConfigError([{ setting, expected }], 'settings', { cause });

/** The exit code for bad settings (EX_CONFIG of sysexits). */
export const configErrorExitCode = 78;

/**
 * Adds the variables of the file to the environment, except those that are set already. A missing file changes nothing.
 * @returns the variables of Node that have no effect, because Node has read the environment before
 * @throws ConfigError if the file cannot be read, or Node would overlook one of its variables
 */
export function loadDotEnv(path = '.env'): readonly string[] {
  if (!existsSync(path)) return [];
  let text: string;
  try {
    text = readTextFile(path);
  } catch (cause) {
    throw badSetting(path, 'expected a file that this user may read', cause);
  }
  // Decoding replaces invalid bytes. In UTF-16, every second byte of ASCII text is 0.
  if (/[\0\uFFFD]/.test(text)) throw badSetting(path, 'expected text in UTF-8');
  const variables = Object.entries(parseEnv(text));
  const overlooked = variables.map(([name]) => overlookedIn(name)).find((name) => name !== null);
  if (overlooked !== undefined) {
    const expected = 'expected lines NAME=value, and comments and blank lines without spaces or tabs before them';
    throw badSetting(path, `${expected}; something else precedes ${overlooked}, so this version of Node does not read it`);
  }
  const added = variables.filter(([name]) => process.env[name] === undefined);
  for (const [name, value] of added) process.env[name] = value;
  return added.map(([name]) => name).filter((name) => name === 'NODE_EXTRA_CA_CERTS' || name === 'NODE_OPTIONS');
}

/**
 * Returns the variable that Node overlooks where it reports this name: Node 20 adds a preceding line without `=`, or an indented comment,
 * to the name of the variable that follows. @returns null for any other name, such as that of an indented comment with a `=`
 */
function overlookedIn(name: string): string | null {
  const lastLine = name.slice(name.lastIndexOf('\n') + 1);
  return /\s/.test(name) ? (/^\s*(?:export\s+)?(\w+)$/.exec(lastLine)?.[1] ?? null) : null;
}

/** Variables by name, from the operating system or a `.env` file. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the value of a variable without spaces around it; empty if it is not set. */
export const textOf = (env: Environment, name: string): string => (env[name] ?? '').trim();

/** Whether a variable has a value that is not blank. */
export const isSet = (env: Environment, name: string): boolean => textOf(env, name) !== '';
