/* The JSON files that settings name: reading them, and collecting all their problems, each with its JSON pointer. */

import type { z } from 'zod';
import { readTextFile } from '../primitives/text-file.js';
import { maxTypingErrors, nearest } from './misspelt-names.js';
import type { SettingProblem } from './rules.js';

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

/** The problems of a file as problems of the setting or option that names it. */
export const asSettingProblems = (setting: string, problems: readonly FileProblem[]): readonly SettingProblem[] =>
  problems.map(({ pointer, expected }) => ({ setting, expected: `${pointer === '' ? 'the file' : pointer}: ${expected}` }));

/** A mistake in an operations file: where it is, and what was expected. */
export interface FileProblem {
  /** A JSON pointer (RFC 6901). */
  readonly pointer: string;
  readonly expected: string;
}

/** The pointer of a member below another pointer. */
export const below = (pointer: string, ...keys: readonly PropertyKey[]): string =>
  pointer + keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Collects all problems of a file. */
export class FileProblems {
  readonly #problems: FileProblem[] = [];

  add(pointer: string, expected: string): void {
    this.#problems.push({ pointer, expected });
  }

  get all(): readonly FileProblem[] {
    return this.#problems;
  }

  /** Whether there is a problem at a place. */
  has(pointer: string): boolean {
    return this.#problems.some((problem) => problem.pointer === pointer);
  }

  /**
   * Reads a part of the file, and adds its problems.
   * @returns the members that have the form: the others may have further problems. null if the part is not an object
   */
  read<Format extends z.ZodObject>(format: Format, part: unknown, pointer: string): Partial<z.output<Format>> | null {
    const read = format.safeParse(part);
    if (read.success) return read.data;
    for (const issue of read.error.issues) this.#addIssue(issue, part, pointer, Object.keys(format.shape));
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return null;
    const members = Object.entries(format.shape).flatMap(([name, member]) => {
      const value = (member as z.ZodType).safeParse((part as Readonly<Record<string, unknown>>)[name]);
      return value.success && value.data !== undefined ? [[name, value.data] as const] : [];
    });
    return Object.fromEntries(members) as Partial<z.output<Format>>;
  }

  #addIssue(issue: z.core.$ZodIssue, part: unknown, pointer: string, members: readonly string[]): void {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) this.add(below(pointer, ...issue.path, key), unknownMember(key, members));
      return;
    }
    const isMissing = issue.path.length === 1 && typeof part === 'object' && part !== null && !Object.hasOwn(part, issue.path[0]!);
    this.add(below(pointer, ...issue.path), `${isMissing ? 'missing; ' : ''}expected ${issue.message}`);
  }
}

/** An error text for a name that nothing reads: the nearest known name, or else all of them. */
function unknownMember(key: string, members: readonly string[]): string {
  const similar = nearest(key.toLowerCase(), members, maxTypingErrors);
  return similar ? `unknown member; did you mean ${similar.name}?` : `unknown member; expected one of ${members.join(', ')}`;
}

/** A string, a punctuation mark, or another value of a JSON text. */
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** An object or an array that the scan is inside of. */
interface Level {
  readonly pointer: string;
  /** The names so far; null for an array. */
  readonly names: Set<string> | null;
  /** The name or the index of the current member. */
  key: string | number;
}

/**
 * The JSON pointers of members whose object has another member of the same name. JSON.parse would ignore all except the last one, such as an
 * operation that was copied and not renamed.
 * @param text valid JSON
 */
export function repeatedMembers(text: string): readonly string[] {
  const repeated = new Set<string>();
  const levels: Level[] = [];
  let previous = '';
  for (const [token] of text.matchAll(tokens)) {
    const level = levels.at(-1);
    if (token === '{' || token === '[') {
      levels.push({ pointer: level ? below(level.pointer, level.key) : '', names: token === '{' ? new Set() : null, key: 0 });
    } else if (token === '}' || token === ']') {
      levels.pop();
    } else if (token === ',' && level && level.names === null) {
      level.key = Number(level.key) + 1;
    } else if (level?.names && (previous === '{' || previous === ',')) {
      level.key = JSON.parse(token) as string;
      if (level.names.has(level.key)) repeated.add(below(level.pointer, level.key));
      level.names.add(level.key);
    }
    previous = token;
  }
  return [...repeated];
}
