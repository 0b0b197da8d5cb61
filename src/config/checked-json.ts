/*
 * The JSON of files and the options of the library, checked by schemas of zod, and what is wrong with a value that does not fit. No problem
 * contains a value, but for the names of members.
 */

import * as z from 'zod';
import { repeatedMembers } from '../primitives/json-text.js';
import { readTextFile } from '../primitives/text-file.js';
import { badSetting, ConfigError, type SettingProblem } from './environment.js';

/** A mistake in a file or in options: where it is, and what was expected. */
export interface Problem {
  readonly path: readonly PropertyKey[];
  readonly expected: string;
}

/** The problems of a file as problems of the setting or option that names it, each with its JSON pointer (RFC 6901). */
export const asSettingProblems = (setting: string, problems: readonly Problem[]): readonly SettingProblem[] =>
  problems.map(({ path, expected }) => ({ setting, expected: `${path.length === 0 ? 'the file' : pointerTo(path)}: ${expected}` }));

const pointerTo = (path: Problem['path']): string =>
  path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** A value that was checked: null if it has problems. */
export interface Checked<T> {
  readonly value: T | null;
  readonly problems: readonly Problem[];
}

/** Reads the JSON file that a setting names. @throws ConfigError for a file that cannot be read or is not JSON, or with all its problems */
export function readJsonFile<T>(path: string, setting: string, check: (content: unknown) => Checked<T>): T {
  let text: string;
  try {
    text = readTextFile(path);
  } catch {
    throw badSetting(setting, 'expected the path of a file that this user may read');
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    // The parser's own message may quote the text, and a secret in it.
    const position = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined;
    const line = position === undefined ? '' : `; line ${text.slice(0, Number(position)).split('\n').length} is not JSON`;
    throw badSetting(setting, `expected a JSON file${line}`);
  }
  const repeated = repeatedMembers(text).map((at) => ({ path: at, expected: 'expected one member of this name, not several' }));
  const { value, problems } = repeated.length > 0 ? { value: null, problems: repeated } : check(content);
  if (value === null) throw new ConfigError(asSettingProblems(setting, problems));
  return value;
}

/* Schemas */

/** An object with these members and no other. @param expected what is expected in place of another value */
export const object = <Shape extends z.ZodRawShape>(shape: Shape, expected = 'an object') =>
  z.strictObject(shape, { error: ({ code }) => (code === 'unrecognized_keys' ? `one of ${Object.keys(shape).join(', ')}` : expected) });

/** All problems of a value that does not fit its schema. */
export const problemsIn = (error: z.ZodError): readonly Problem[] => error.issues.flatMap((issue) => problemsOf(issue));

/** Checks a value. @returns null, and all problems, if it does not fit the schema */
export function checkJson<Schema extends z.ZodType>(schema: Schema, value: unknown): Checked<z.output<Schema>> {
  const read = schema.safeParse(value, { reportInput: true });
  return read.success ? { value: read.data, problems: [] } : { value: null, problems: problemsIn(read.error) };
}

function problemsOf(issue: z.core.$ZodIssue, above: readonly PropertyKey[] = []): readonly Problem[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], expected: `unknown member; expected ${issue.message}` }));
  if (issue.code === 'invalid_key') return [{ path, expected: `expected ${issue.issues[0]!.message}` }];
  if (issue.code === 'invalid_union') {
    // Of schemas of objects, the problems are those of the one that the value is nearest to. Other values have no problem below themselves.
    const ofEach = issue.errors.map((errors) => errors.flatMap((each) => problemsOf(each, path)));
    const fewest = ofEach.reduce((best, next) => (next.length < best.length ? next : best));
    if (fewest.some((problem) => problem.path.length > path.length)) return fewest;
  }
  return [{ path, expected: `${issue.input === undefined ? 'missing; ' : ''}expected ${issue.message}` }];
}
