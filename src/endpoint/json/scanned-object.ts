import { endIn, endOfKey, endOfValue, jsonBytes, nowhere, skipBlank, stringAt, valueBehind } from './json-scan.js';
import { scanRecords, type ScannedList } from './record-list.js';

export interface ScannedObject {
  readonly value: Readonly<Record<string, unknown>>;
  /** Lets go of the bytes; records cannot be read afterwards. */
  readonly release: () => void;
}

/**
 * An object whose lists of records are scanned, not parsed. @returns null for anything that is left to JSON.parse: any
 * other list or object among the members too, of which nothing would be spared.
 */
export function scanObject(bytes: Buffer): ScannedObject | null {
  const text = jsonBytes(bytes);
  const value: Record<string, unknown> = {};
  const lists: ScannedList[] = [];
  const release = () => {
    for (const list of lists) list.release();
  };
  if (bytes[0] !== 0x7b) return null;
  for (let place = 1; ; place += 1) {
    const key = skipBlank(bytes, place);
    const keyEnd = endOfKey(text, key);
    const start = keyEnd === nowhere ? nowhere : valueBehind(bytes, keyEnd);
    if (start === nowhere) return null;
    const name = stringAt(text, key, keyEnd);
    if (name === '__proto__') return null;
    const list = bytes[start] === 0x5b ? scanRecords(text, start) : null;
    if (list === null && (bytes[start] === 0x5b || bytes[start] === 0x7b)) return null;
    const end = list?.end ?? endIn(endOfValue(text, start));
    if (end === nowhere) return null;
    if (list !== null && lists.push(list) > mostLists) return null;
    value[name] = list?.records ?? (JSON.parse(bytes.toString('utf8', start, end)) as unknown);
    place = skipBlank(bytes, end);
    if (bytes[place] === 0x7d) return lists.length > 0 && skipBlank(bytes, place + 1) === bytes.length ? { value, release } : null;
    if (bytes[place] !== 0x2c) return null;
  }
}

/** An answer has one list of records. With many, learning how each is written would cost more than it spares. */
const mostLists = 4;
