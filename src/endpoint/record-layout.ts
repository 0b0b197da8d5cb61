import { beyondAscii, endIn, endOfString, endOfValue, escaped, nowhere, skipBlank, valueBehindKey, type JsonBytes } from './json-scan.js';

/** How the records of a list are written, where all are written alike. */
export interface Layout {
  readonly keys: readonly string[];
  /** What stands before the value of each member; the first is not used. */
  readonly gaps: readonly Gap[];
  /** What stands between the last value of a record and the first one of the next; null where there is no next one. */
  readonly between: Gap | null;
  readonly firstValue: number;
  /** Of the first record, in bytes. */
  readonly rowLength: number;
}

/** Bytes to compare four at a time. */
export interface Gap {
  readonly length: number;
  readonly words: readonly number[];
  /** The bytes that are left over, and which of four they are. */
  readonly rest: number;
  readonly mask: number;
}

/** @returns null near the very end, where a whole word cannot be read */
function gapOf({ bytes, words: text }: JsonBytes, start: number, end: number): Gap | null {
  if (end + 4 > bytes.length) return null;
  const words: number[] = [];
  let place = start;
  for (; place + 4 <= end; place += 4) words.push(text.getInt32(place, true));
  const mask = (1 << ((end - place) * 8)) - 1;
  return { length: end - start, words, rest: text.getInt32(place, true) & mask, mask };
}

/** Whether exactly these bytes are at a place. Nothing is near the very end, where a whole word cannot be read. */
export function stands({ bytes, words }: JsonBytes, gap: Gap, at: number): boolean {
  if (at + gap.length + 4 > bytes.length) return false;
  let place = at;
  for (let index = 0; index < gap.words.length; index += 1) {
    if (words.getInt32(place, true) !== gap.words[index]) return false;
    place += 4;
  }
  return (words.getInt32(place, true) & gap.mask) === gap.rest;
}

/** How the first record of the list at `at` is written, and how the second one follows it. @returns null for a list of anything else */
export function layoutOf(text: JsonBytes, at: number): Layout | null {
  const { bytes } = text;
  const opening = skipBlank(bytes, at + 1);
  if (bytes[opening] !== 0x7b) return null;
  const keys: string[] = [];
  const gaps: Gap[] = [];
  let firstValue = nowhere;
  let gapStart = opening;
  let keyStart = skipBlank(bytes, opening + 1);
  for (;;) {
    const value = valueBehindKey(text, keyStart);
    if (value === nowhere) return null;
    if (gaps.length === 0) firstValue = value;
    keys.push(stringAt(text, keyStart));
    const gap = gapOf(text, gapStart, value);
    if (gap === null) return null;
    gaps.push(gap);
    gapStart = endOfValue(text, value);
    if (gapStart === nowhere) return null;
    const separator = skipBlank(bytes, gapStart);
    if (bytes[separator] === 0x7d) {
      const rowLength = separator + 1 - opening;
      return { keys, gaps, between: gapToNext(text, gapStart, separator + 1, keys[0]!), firstValue, rowLength };
    }
    if (bytes[separator] !== 0x2c) return null;
    keyStart = skipBlank(bytes, separator + 1);
  }
}

function gapToNext(text: JsonBytes, start: number, behindRecord: number, firstKey: string): Gap | null {
  const { bytes } = text;
  const comma = skipBlank(bytes, behindRecord);
  if (bytes[comma] !== 0x2c) return null;
  const opening = skipBlank(bytes, comma + 1);
  if (bytes[opening] !== 0x7b) return null;
  const key = skipBlank(bytes, opening + 1);
  const value = valueBehindKey(text, key);
  return value === nowhere || stringAt(text, key) !== firstKey ? null : gapOf(text, start, value);
}

function stringAt(text: JsonBytes, at: number): string {
  const marked = endOfString(text, at);
  if ((marked & (escaped | beyondAscii)) === 0) return text.bytes.toString('latin1', at + 1, endIn(marked) - 1);
  return JSON.parse(text.bytes.toString('utf8', at, endIn(marked))) as string;
}
