/* Finds members that occur twice in one object of a JSON text; JSON.parse keeps the last one silently. */

import { below } from './problems.js';

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
