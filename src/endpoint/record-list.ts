import { beyondAscii, endIn, endOfNumber, endOfString, endOfValue, escaped, nowhere, skipBlank, type JsonBytes } from './json-scan.js';
import { layoutOf, stands } from './record-layout.js';

/** A list of records that was not parsed: where each value stands is known, and it is made when it is read. */
export interface ScannedList {
  readonly records: readonly ScannedRecord[];
  /** Behind the list. */
  readonly end: number;
  /** Lets go of the bytes; the records cannot be read afterwards. */
  readonly release: () => void;
}

/**
 * Scans a list of objects that all have the same members in the same order, written alike, as a service does that prints
 * rows. What stands between two values is learned from the first row and only compared from then on.
 * @param at the place of the opening bracket
 * @returns null for any other list
 */
export function scanRecords(text: JsonBytes, at: number): ScannedList | null {
  const layout = layoutOf(text, at);
  if (layout === null) return null;
  const { bytes } = text;
  const { gaps, between, rowLength } = layout;
  const width = gaps.length * 2;
  let places = new Int32Array(width * (Math.ceil((bytes.length - at) / rowLength) + 8));
  let used = 0;
  let place = layout.firstValue;
  for (;;) {
    if (used + width > places.length) places = grown(places);
    for (let column = 0; column < gaps.length; column += 1) {
      if (column > 0) {
        const gap = gaps[column]!;
        if (!stands(text, gap, place)) return null;
        place += gap.length;
      }
      const end = markedEnd(text, place);
      if (end === nowhere) return null;
      places[used] = place;
      places[used + 1] = end;
      used += 2;
      place = endIn(end);
    }
    if (between === null || !stands(text, between, place)) break;
    place += between.length;
  }
  const end = endOfList(bytes, place);
  if (end === nowhere) return null;
  const scan: Scan = { bytes, places, columns: new Map(layout.keys.map((key, column) => [key, column * 2])) };
  const records = Array.from({ length: used / width }, (_, row) => new ScannedRecord(scan, row * width));
  return { records, end, release: () => (scan.bytes = scan.places = null) };
}

interface Scan {
  /** null when it was let go of. */
  bytes: Buffer | null;
  /** Of each value of each record: where it begins, and its marked end. */
  places: Int32Array | null;
  /** The column of each member, times two. */
  readonly columns: ReadonlyMap<string, number>;
}

/** A record of a scanned list. */
export class ScannedRecord {
  readonly #scan: Scan;
  readonly #row: number;

  constructor(scan: Scan, row: number) {
    this.#scan = scan;
    this.#row = row;
  }

  /** A member's value as JSON.parse makes it; undefined where there is none. */
  get(key: string): unknown {
    const scan = this.#scan;
    const column = scan.columns.get(key);
    if (column === undefined) return undefined;
    const { bytes, places } = scan;
    if (bytes === null || places === null) throw new Error('The answer was let go of: its records are read while the operation lasts.');
    const start = places[this.#row + column]!;
    const marked = places[this.#row + column + 1]!;
    const end = endIn(marked);
    const first = bytes[start]!;
    if (first === 0x22) {
      if (marked & escaped) return JSON.parse(bytes.toString('utf8', start, end));
      if (marked & beyondAscii) return bytes.toString('utf8', start + 1, end - 1);
      return bytes.toString('latin1', start + 1, end - 1);
    }
    if (first >= 0x30 && first <= 0x39 && end - start <= 15) {
      let number = 0;
      for (let place = start; place < end; place += 1) {
        const digit = bytes[place]! - 0x30;
        if (digit < 0 || digit > 9) return Number(bytes.toString('latin1', start, end));
        number = number * 10 + digit;
      }
      return number;
    }
    return first === 0x6e ? null : JSON.parse(bytes.toString('utf8', start, end));
  }
}

function markedEnd(text: JsonBytes, at: number): number {
  const { bytes } = text;
  const first = bytes[at]!;
  if (first === 0x22) return endOfString(text, at);
  if (first === 0x6e && at + 4 <= bytes.length && text.words.getInt32(at, true) === 0x6c6c756e) return (at + 4) << 2;
  const end = first >= 0x30 && first <= 0x39 ? endOfNumber(bytes, at) : endOfValue(text, at);
  return end === nowhere ? nowhere : end << 2;
}

/** Behind the list, from behind its last value. */
function endOfList(bytes: Buffer, at: number): number {
  const brace = skipBlank(bytes, at);
  if (bytes[brace] !== 0x7d) return nowhere;
  const bracket = skipBlank(bytes, brace + 1);
  return bytes[bracket] === 0x5d ? bracket + 1 : nowhere;
}

function grown(places: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(places.length * 2);
  larger.set(places);
  return larger;
}
