/* Reads the JSON files that settings name. */

import { readTextFile } from '../primitives/text-file.js';
import type { FileProblem } from './operations-file/problems.js';
import { repeatedMembers } from './operations-file/repeated-members.js';
import type { SettingProblem } from './problem.js';

/** The problems of a file as problems of the setting or option that names it. */
export const asSettingProblems = (setting: string, problems: readonly FileProblem[]): readonly SettingProblem[] =>
  problems.map(({ pointer, expected }) => ({ setting, expected: `${pointer === '' ? 'the file' : pointer}: ${expected}` }));

/** Reads a file. @returns its value and the members that occur twice in an object, or what was expected of a file that is not JSON */
export function readJsonFile(
  path: string,
): { readonly json: unknown; readonly repeated: readonly FileProblem[] } | { readonly unreadable: string } {
  let text: string;
  try {
    text = readTextFile(path);
  } catch {
    return { unreadable: 'expected the path of a file that this user may read' };
  }
  try {
    const json: unknown = JSON.parse(text);
    return { json, repeated: repeatedMembers(text).map((pointer) => ({ pointer, expected: 'expected one member of this name' })) };
  } catch (error) {
    return { unreadable: `expected a JSON file${syntaxErrorPosition(error, text)}` };
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
