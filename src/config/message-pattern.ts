/* Regular expressions of operators and callers of the library for messages of the service, matched in linear time. */

import { RE2JS } from 're2js';
import type { TextPattern } from '../records/errors.js';

/** The description of a valid pattern in a text, for error messages. */
export const expectedPattern =
  'a regular expression of at most 500 characters that can be matched in linear time: no lookahead, lookbehind or backreference, repeats of at most 1000 (RE2 syntax)';
/** The description of a valid `RegExp`, for error messages. */
export const expectedRegExp = `${expectedPattern}, without the flag v`;

const maxSourceLength = 500;
/** RE2 would read `\k` as the letter k. */
const namedBackreference = /\\k</;
const engineFlags: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
  u: 0,
  d: 0,
  g: 0,
  y: 0,
};

/**
 * Compiles a regular expression for RE2's engine, whose time is proportional to the text. JavaScript's own engine backtracks: some
 * patterns, such as (a+)+$, would block the event loop for years. The syntax is RE2's: without the features that
 * need backtracking. Spellings that only JavaScript has are translated. `\s`, `\w`, `\d` and `\b` match ASCII only.
 * @returns undefined for a pattern that is malformed or needs backtracking
 */
export function messagePattern({ source, flags }: Pick<RegExp, 'source' | 'flags'>): TextPattern | undefined {
  const known = flags.split('').map((flag) => engineFlags[flag]);
  if (source.length > maxSourceLength || namedBackreference.test(source) || !known.every((flag) => flag !== undefined)) return undefined;
  try {
    return RE2JS.compile(
      RE2JS.translateRegExp(source),
      known.reduce((all, flag) => all | flag, 0),
    );
  } catch {
    return undefined;
  }
}
