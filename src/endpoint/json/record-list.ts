import { beyondAscii, endIn, endOfValue, escaped, nowhere, skipBlank, type JsonBytes } from './json-scan.js';
import { layoutOf, stands, type Layout } from './record-layout.js';

/** A list of records that was not parsed: where each value stands is known, and it is made when it is read. */
export interface ScannedList {
  readonly records: readonly ScannedRecord[];
  /** Behind the list. */
  readonly end: number;
  /** Lets go of the bytes; the records cannot be read afterwards. */
  readonly release: () => void;
}

/**
 * Scans a list of objects that are written in a few ways only, as a service does that prints rows. What stands between two
 * values is learned from the first record of each layout, and only compared from then on.
 * @param at the place of the opening bracket
 * @returns null for any other list
 */
export function scanRecords(text: JsonBytes, at: number): ScannedList | null {
  const { bytes } = text;
  const scan = new RecordScan(text);
  let place = at;
  do {
    place = scan.record(skipBlank(bytes, place + 1));
    if (place === nowhere) return null;
    place = skipBlank(bytes, place);
  } while (bytes[place] === 0x2c);
  return bytes[place] === 0x5d ? scan.list(place + 1) : null;
}

/** Where the values of a list stand. */
interface Values {
  /** null when they were let go of. */
  bytes: Buffer | null;
  /** Of each value of each record: where it begins, and its marked end. */
  places: Int32Array | null;
}

const fewRecords = 16;
/** Records of more layouts are as well parsed. */
const mostLayouts = 12;

class RecordScan {
  readonly #values: Values;
  readonly #records: ScannedRecord[] = [];
  /** The layouts that were met, the last used first. */
  readonly #layouts: Layout[] = [];
  #places = new Int32Array(0);
  #used = 0;
  #misses = 0;

  constructor(private readonly text: JsonBytes) {
    this.#values = { bytes: text.bytes, places: null };
  }

  /** Behind the record that begins at `at`; nowhere for one that makes the list one for JSON.parse. */
  record(at: number): number {
    for (const [index, layout] of this.#layouts.entries()) {
      const end = this.#scanned(layout, at);
      if (end !== nowhere) {
        if (index > 0) this.#layouts.unshift(...this.#layouts.splice(index, 1));
        return end;
      }
      this.#misses += 1;
    }
    if (this.#layouts.length === mostLayouts || this.#misses > 4 * (this.#records.length + 8)) return nowhere;
    const layout = layoutOf(this.text, at);
    if (layout === null) return nowhere;
    this.#layouts.unshift(layout);
    return this.#scanned(layout, at);
  }

  list(end: number): ScannedList {
    const values = this.#values;
    values.places = this.#places;
    return { records: this.#records, end, release: () => (values.bytes = values.places = null) };
  }

  /** Behind the record if it has this layout. */
  #scanned({ columns, gaps }: Layout, at: number): number {
    const { text } = this;
    if (this.#used + gaps.length * 2 > this.#places.length) this.#grow(gaps.length * 2);
    const places = this.#places;
    let used = this.#used;
    let place = at;
    for (let column = 0; column < gaps.length; column += 1) {
      const gap = gaps[column]!;
      if (!stands(text, gap, place)) return nowhere;
      place += gap.length;
      const end = endOfValue(text, place);
      if (end === nowhere) return nowhere;
      places[used] = place;
      places[used + 1] = end;
      used += 2;
      place = endIn(end);
    }
    const brace = skipBlank(text.bytes, place);
    if (text.bytes[brace] !== 0x7d) return nowhere;
    this.#records.push(new ScannedRecord(this.#values, columns, this.#used));
    this.#used = used;
    return brace + 1;
  }

  /** Makes room for a few records at first, later for as many again. */
  #grow(width: number): void {
    const larger = new Int32Array(Math.max(this.#places.length * 2, this.#used + width * fewRecords));
    larger.set(this.#places);
    this.#places = larger;
  }
}

/** A record of a scanned list. */
export class ScannedRecord {
  readonly #values: Values;
  readonly #columns: ReadonlyMap<string, number>;
  readonly #first: number;

  /** @param first where the record's places begin */
  constructor(values: Values, columns: ReadonlyMap<string, number>, first: number) {
    this.#values = values;
    this.#columns = columns;
    this.#first = first;
  }

  /** A member's value as JSON.parse makes it; undefined where there is none. */
  get(key: string): unknown {
    const column = this.#columns.get(key);
    if (column === undefined) return undefined;
    const { bytes, places } = this.#values;
    if (bytes === null || places === null) throw new Error('The answer was let go of: its records are read while the operation lasts.');
    const index = this.#first + column * 2;
    return valueAt(bytes, places[index]!, places[index + 1]!);
  }
}

function valueAt(bytes: Buffer, start: number, marked: number): unknown {
  const end = endIn(marked);
  const first = bytes[start]!;
  if (first === 0x22) {
    if (marked & escaped) return JSON.parse(bytes.toString('utf8', start, end));
    return bytes.toString(marked & beyondAscii ? 'utf8' : 'latin1', start + 1, end - 1);
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
