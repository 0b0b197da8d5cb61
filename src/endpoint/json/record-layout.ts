import { endIn, endOfKey, endOfValue, nowhere, skipBlank, stringAt, valueBehind, type JsonBytes } from './json-scan.js';

/** How a record is written: its members in their order, and what stands between their values. */
export interface Layout {
  /** Where each member is to be found among the values; of one that is there twice the last counts. */
  readonly columns: ReadonlyMap<string, number>;
  /** What stands before each value. */
  readonly gaps: readonly Gap[];
}

/** Bytes to compare four at a time. */
export interface Gap {
  readonly length: number;
  readonly words: readonly number[];
  /** The bytes that are left over, and which of four they are. */
  readonly rest: number;
  readonly mask: number;
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

/** Records of more members are none of the interface's. */
const mostMembers = 500;

/** The layout of the record at `at`. @returns null where there is none, and for one that is left to JSON.parse */
export function layoutOf(text: JsonBytes, at: number): Layout | null {
  const { bytes } = text;
  if (bytes[at] !== 0x7b) return null;
  const columns = new Map<string, number>();
  const gaps: Gap[] = [];
  let gapStart = at;
  for (let place = at + 1; ; place += 1) {
    const key = skipBlank(bytes, place);
    const keyEnd = endOfKey(text, key);
    const value = keyEnd === nowhere ? nowhere : valueBehind(bytes, keyEnd);
    const gap = value === nowhere || gaps.length === mostMembers ? null : gapOf(text, gapStart, value);
    if (gap === null) return null;
    columns.set(stringAt(text, key, keyEnd), gaps.length);
    gaps.push(gap);
    gapStart = endIn(endOfValue(text, value));
    if (gapStart === nowhere) return null;
    place = skipBlank(bytes, gapStart);
    if (bytes[place] === 0x7d) return { columns, gaps };
    if (bytes[place] !== 0x2c) return null;
  }
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
