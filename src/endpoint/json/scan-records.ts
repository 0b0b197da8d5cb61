import type { JsonBody } from './json-body.js';
import { isGapAt, readLayout, type Layout } from './record-layout.js';
import { endIn, endOfValue, invalid, skipWhitespace, type JsonBytes } from './scan-value.js';
import { ScannedRecord } from './scanned-record.js';

export interface ScannedList {
  readonly records: readonly ScannedRecord[];
  /** The position after the closing bracket. */
  readonly end: number;
}

/** A growing array: for each value of each record its start and its marked end. */
export class Positions {
  array = new Int32Array(0);
  length = 0;

  /**
   * Makes room for more numbers: for 16 records at first, later for the whole text, if the rest of it is like its beginning.
   * @param numbers the numbers of the next record
   * @param share the share of the text that has been scanned, from 0 to 1
   */
  reserve(numbers: number, share: number): void {
    if (this.length + numbers <= this.array.length) return;
    const whole = Math.min(this.length / share, this.array.length * 8);
    const larger = new Int32Array(Math.max(whole, this.array.length * 1.5, this.length) + numbers * 16);
    larger.set(this.array);
    this.array = larger;
  }
}

/**
 * Scans a list of objects that have few layouts, such as a service that prints table rows produces.
 *
 * @param start the position of the opening bracket
 * @param body the body that the records read from
 * @param positions receives the positions of the values
 * @returns null for every other list
 */
export function scanRecords(text: JsonBytes, start: number, body: JsonBody, positions: Positions): ScannedList | null {
  const { bytes } = text;
  const scan = new RecordScan(text, body, positions);
  let at = start;
  do {
    at = scan.record(skipWhitespace(bytes, at + 1));
    if (at === invalid) return null;
    at = skipWhitespace(bytes, at);
  } while (bytes[at] === comma);
  return bytes[at] === closeBracket ? { records: scan.records, end: at + 1 } : null;
}

/** Above this number of layouts, parsing is faster than scanning. */
const maxLayouts = 12;

class RecordScan {
  readonly records: ScannedRecord[] = [];
  /** The layouts found so far, the last used one first. */
  readonly #layouts: Layout[] = [];
  #mismatches = 0;

  constructor(
    private readonly text: JsonBytes,
    private readonly body: JsonBody,
    private readonly positions: Positions,
  ) {}

  /** Adds the record at a position. @returns the position after it, or `invalid` if the list has to be parsed */
  record(start: number): number {
    for (const [index, layout] of this.#layouts.entries()) {
      const end = this.#recordOf(layout, start);
      if (end !== invalid) {
        if (index > 0) this.#layouts.unshift(...this.#layouts.splice(index, 1));
        return end;
      }
      this.#mismatches += 1;
    }
    // Layouts that alternate all the time make the scan slower than JSON.parse.
    if (this.#layouts.length === maxLayouts || this.#mismatches > 4 * (this.records.length + 8)) return invalid;
    const layout = readLayout(this.text, start);
    if (layout === null) return invalid;
    this.#layouts.unshift(layout);
    return this.#recordOf(layout, start);
  }

  /** Adds the record at a position if it has this layout. @returns the position after it, or `invalid` */
  #recordOf({ columns, gaps }: Layout, start: number): number {
    const { text, positions } = this;
    positions.reserve(gaps.length * 2, start / text.bytes.length);
    const { array } = positions;
    const first = positions.length;
    let next = first;
    let at = start;
    for (let column = 0; column < gaps.length; column += 1) {
      const gap = gaps[column]!;
      if (!isGapAt(text, gap, at)) return invalid;
      at += gap.length;
      const end = endOfValue(text, at);
      if (end === invalid) return invalid;
      array[next] = at;
      array[next + 1] = end;
      next += 2;
      at = endIn(end);
    }
    const brace = skipWhitespace(text.bytes, at);
    if (text.bytes[brace] !== closeBrace) return invalid;
    this.records.push(new ScannedRecord(this.body, columns, first));
    positions.length = next;
    return brace + 1;
  }
}

const comma = 0x2c;
const closeBracket = 0x5d;
const closeBrace = 0x7d;
