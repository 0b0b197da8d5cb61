import { endIn, endOfKey, endOfValue, invalid, skipWhitespace, startOfMemberValue, stringAt, type JsonBytes } from './scan-value.js';

/** How a record is written: the names of its members in their order, and the bytes between its values. */
export interface Layout {
  /** The index of each member among the values. Of a member that occurs twice, the last one, as JSON.parse takes it. */
  readonly columns: ReadonlyMap<string, number>;
  /** The bytes before each value: brace or comma, key, colon, white space. */
  readonly gaps: readonly Gap[];
}

/** Bytes to be compared four at a time. */
export interface Gap {
  readonly length: number;
  /** All groups of four bytes, little-endian. */
  readonly words: readonly number[];
  /** The remaining zero to three bytes as a word, and the mask that selects them. */
  readonly rest: number;
  readonly mask: number;
}

/** Whether a gap's bytes are at a position. False within 4 bytes of the end, where no whole word can be read. */
export function isGapAt({ bytes, words }: JsonBytes, gap: Gap, start: number): boolean {
  if (start + gap.length + 4 > bytes.length) return false;
  let at = start;
  for (let index = 0; index < gap.words.length; index += 1) {
    if (words.getInt32(at, true) !== gap.words[index]) return false;
    at += 4;
  }
  return (words.getInt32(at, true) & gap.mask) === gap.rest;
}

/** Records of the interface have at most 41 members. */
const maxMembers = 500;

/** Reads the layout of the record at a position, and checks all of the record. @returns null for anything but a record that can be scanned */
export function readLayout(text: JsonBytes, start: number): Layout | null {
  const { bytes } = text;
  if (bytes[start] !== openBrace) return null;
  const columns = new Map<string, number>();
  const gaps: Gap[] = [];
  let gapStart = start;
  for (let at = start + 1; ; at += 1) {
    const key = skipWhitespace(bytes, at);
    const keyEnd = endOfKey(text, key);
    const value = keyEnd === invalid ? invalid : startOfMemberValue(bytes, keyEnd);
    const gap = value === invalid || gaps.length === maxMembers ? null : readGap(text, gapStart, value);
    if (gap === null) return null;
    columns.set(stringAt(text, key, keyEnd), gaps.length);
    gaps.push(gap);
    gapStart = endIn(endOfValue(text, value));
    if (gapStart === invalid) return null;
    at = skipWhitespace(bytes, gapStart);
    if (bytes[at] === closeBrace) return { columns, gaps };
    if (bytes[at] !== comma) return null;
  }
}

/** The bytes from `start` up to `end`. @returns null within 4 bytes of the end of the text */
function readGap({ bytes, words: text }: JsonBytes, start: number, end: number): Gap | null {
  if (end + 4 > bytes.length) return null;
  const words: number[] = [];
  let at = start;
  for (; at + 4 <= end; at += 4) words.push(text.getInt32(at, true));
  const mask = (1 << ((end - at) * 8)) - 1;
  return { length: end - start, words, rest: text.getInt32(at, true) & mask, mask };
}

const openBrace = 0x7b;
const closeBrace = 0x7d;
const comma = 0x2c;
