import type { JsonBody } from './json-body.js';
import { Positions, scanRecords } from './scan-records.js';
import { endIn, endOfKey, endOfValue, invalid, jsonBytes, skipWhitespace, stringAt, startOfMemberValue } from './scan-value.js';

/**
 * Scans an object whose members are scalars and one to four lists of records. Stores the positions of the records' values in the body.
 *
 * @returns null for everything else, which is left to JSON.parse. Another kind of list or object would be parsed as a whole
 * anyway, so scanning the rest would save nothing.
 */
export function scanObject(body: JsonBody): Readonly<Record<string, unknown>> | null {
  const { bytes } = body;
  const text = jsonBytes(bytes);
  const positions = new Positions();
  const object: Record<string, unknown> = {};
  let lists = 0;
  if (bytes[0] !== openBrace) return null;
  for (let at = 1; ; at += 1) {
    const key = skipWhitespace(bytes, at);
    const keyEnd = endOfKey(text, key);
    const start = keyEnd === invalid ? invalid : startOfMemberValue(bytes, keyEnd);
    if (start === invalid) return null;
    const name = stringAt(text, key, keyEnd);
    // JSON.parse creates a member of this name; an assignment would set the prototype.
    if (name === '__proto__') return null;
    const list = bytes[start] === openBracket ? scanRecords(text, start, body, positions) : null;
    if (list === null && (bytes[start] === openBracket || bytes[start] === openBrace)) return null;
    const end = list?.end ?? endIn(endOfValue(text, start));
    if (end === invalid) return null;
    if (list !== null && (lists += 1) > maxLists) return null;
    object[name] = list?.records ?? (JSON.parse(bytes.toString('utf8', start, end)) as unknown);
    at = skipWhitespace(bytes, end);
    if (bytes[at] === closeBrace) {
      if (lists === 0 || skipWhitespace(bytes, at + 1) !== bytes.length) return null;
      body.positions = positions.array;
      return object;
    }
    if (bytes[at] !== comma) return null;
  }
}

/** A reply contains one list of records. With many lists, learning their layouts costs more than the scan saves. */
const maxLists = 4;

const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const comma = 0x2c;
