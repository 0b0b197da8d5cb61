/* The JSON files that settings name. */

import { readTextFile } from '../primitives/text-file.js';
import { ConfigError } from './config.js';
import type { Problem } from './form.js';
import type { SettingProblem } from './rules.js';

/** Reads a file. @throws ConfigError that names the setting, for a file that cannot be read or is not JSON */
export function readJsonFile(path: string, setting: string): unknown {
  const refused = (expected: string) => new ConfigError([{ setting, expected }]);
  let text: string;
  try {
    text = readTextFile(path);
  } catch {
    throw refused('expected the path of a file that this user may read');
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refused(`expected a JSON file${syntaxErrorPosition(error, text)}`);
  }
}

/** The position at which a text is not JSON. The parser's own message is not shown, because it may quote the text, and a secret in it. */
function syntaxErrorPosition(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : '';
  const [, position] = /position (\d+)/.exec(message) ?? [];
  if (position === undefined) return message.includes('end of JSON') ? '; its end is missing' : '';
  const lines = text.slice(0, Number(position)).split('\n');
  return `; line ${lines.length}, column ${lines.at(-1)!.length + 1} is not JSON`;
}

/** The problems of a file as problems of the setting or option that names it, each with its JSON pointer (RFC 6901). */
export const asSettingProblems = (setting: string, problems: readonly Problem[]): readonly SettingProblem[] =>
  problems.map(({ path, expected }) => ({ setting, expected: `${path.length === 0 ? 'the file' : pointerTo(path)}: ${expected}` }));

const pointerTo = (path: Problem['path']): string =>
  path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
