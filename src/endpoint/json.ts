import { isAscii } from 'node:buffer';
import { endOfString, endIn, endOfValue, jsonBytes, nowhere, skipBlank, valueBehindKey, type JsonBytes } from './json-scan.js';
import { scanRecords } from './record-list.js';

export interface ParsedJson {
  readonly value: unknown;
  /** True when the texts are UTF-8 bytes taken as Latin-1, to be decoded when read. */
  readonly latin: boolean;
}

/**
 * Parses a JSON text in UTF-8, a byte order mark allowed. @returns null for anything else.
 *
 * Making a string of UTF-8 costs as much as parsing it, and most texts of an answer are never read, so the bytes are
 * parsed as Latin-1 where that cannot be told apart later: pure ASCII needs nothing more, other bytes are decoded text
 * by text when read. Only an answer that also has \u escapes is decoded whole: afterwards é and \u00e9 would look alike.
 */
export function parseJson(body: Buffer): ParsedJson | null {
  const bytes = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body;
  const scanned = bytes.length < scanFrom ? null : scanObject(jsonBytes(bytes));
  if (scanned !== null) return { value: scanned, latin: false };
  const ascii = isAscii(bytes);
  const latin = !ascii && !bytes.includes('\\u');
  try {
    return { value: JSON.parse(bytes.toString(ascii || latin ? 'latin1' : 'utf8')) as unknown, latin };
  } catch {
    return null;
  }
}

/** Shorter texts are parsed in less time than it takes to learn how they are written. */
const scanFrom = 4096;

/** An object whose lists of records are scanned, not parsed. @returns null for anything that is left to JSON.parse */
function scanObject(text: JsonBytes): Record<string, unknown> | null {
  const { bytes } = text;
  const value: Record<string, unknown> = {};
  if (bytes[0] !== 0x7b) return null;
  for (let place = 1; ; place += 1) {
    const key = skipBlank(bytes, place);
    const start = valueBehindKey(text, key);
    if (start === nowhere) return null;
    const name = JSON.parse(bytes.toString('utf8', key, endIn(endOfString(text, key)))) as string;
    if (name === '__proto__') return null;
    const list = bytes[start] === 0x5b ? scanRecords(text, start) : null;
    const end = list?.end ?? endOfValue(text, start);
    if (end === nowhere) return null;
    value[name] = list?.records ?? (JSON.parse(bytes.toString('utf8', start, end)) as unknown);
    place = skipBlank(bytes, end);
    if (bytes[place] === 0x7d) return skipBlank(bytes, place + 1) === bytes.length ? value : null;
    if (bytes[place] !== 0x2c) return null;
  }
}

/** The value of a JSON text inside an answer; undefined where it is none. */
export function jsonIn(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return undefined;
  }
}
