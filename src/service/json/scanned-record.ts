/* The objects of a scanned list, and how their values are read from the bytes of the reply. */

import type { JsonWriter } from '../../primitives/json-writer.js';
import { numberOf, parseExactly, type JsonNumber } from '../../primitives/json.js';
import type { JsonBody, ReplyBytes } from './json-body.js';
import { beyondAscii, endIn, escaped, type MarkedEnd } from './json-scan.js';

/** An object of a scanned list. Its values are created when they are read. */
export class ScannedRecord {
  readonly #body: JsonBody;
  readonly #columns: LayoutColumns;
  readonly #first: number;

  /**
   * @param first the index of the record's first number in the body's positions
   */
  constructor(body: JsonBody, columns: LayoutColumns, first: number) {
    this.#body = body;
    this.#columns = columns;
    this.#first = first;
  }

  /** The names of all members. */
  keys(): readonly string[] {
    return [...this.#columns.indexes.keys()];
  }

  /** A member's value, as `parseExactly` creates it. undefined if there is no such member. @throws Error after the body was released */
  get(key: string): unknown {
    const column = this.#columns.indexes.get(key);
    if (column === undefined) return undefined;
    const { bytes, positions } = this.#body;
    const index = this.#first + column * 2;
    return valueAt(bytes, positions[index]!, positions[index + 1]!);
  }

  /** See `writeString` in json.ts. */
  writeString(member: MemberName, out: JsonWriter): boolean | null {
    const column = member.columnIn(this.#columns);
    if (column === undefined) return null;
    const body = this.#body;
    const { bytes, positions } = body;
    const index = this.#first + column * 2;
    const start = positions[index]!;
    const marked = positions[index + 1]!;
    if (bytes[start] !== quote) return bytes[start] === letterN ? null : false;
    if (marked & escaped || (marked & beyondAscii && !body.isUtf8)) return false;
    const end = endIn(marked);
    if (end - start === 2) return null;
    out.copy(body.view, start, end);
    return true;
  }

  /** See `writeDigits` in json.ts. */
  writeDigits(member: MemberName, out: JsonWriter): boolean {
    const column = member.columnIn(this.#columns);
    if (column === undefined) return false;
    const body = this.#body;
    const { bytes, positions } = body;
    const index = this.#first + column * 2;
    const start = positions[index]!;
    const end = endIn(positions[index + 1]!);
    // A JSON number that begins with 1 to 9 has no leading zero and no sign.
    if (end - start > maxExactDigits || bytes[start] === zero) return false;
    for (let at = start; at < end; at += 1) if (bytes[at]! < zero || bytes[at]! > nine) return false;
    out.copy(body.view, start, end);
    return true;
  }
}

export interface LayoutColumns {
  /** The values of a record: more than members if a member occurs twice. */
  readonly count: number;
  /** The index of each member among the values. Of a member that occurs twice, the last one, as JSON.parse takes it. */
  readonly indexes: ReadonlyMap<string, number>;
}

/** The name of a member, with its place in the records that were read last. */
export class MemberName {
  #columns: LayoutColumns | undefined;
  #column: number | undefined;

  constructor(readonly key: string) {}

  /** The member's index among the values of a layout. undefined if it has no such member */
  columnIn(columns: LayoutColumns): number | undefined {
    if (columns !== this.#columns) {
      this.#columns = columns;
      this.#column = columns.indexes.get(this.key);
    }
    return this.#column;
  }
}

/** The value of a checked text, as `parseExactly` creates it. */
export function valueAt(bytes: ReplyBytes, start: number, marked: MarkedEnd): unknown {
  const end = endIn(marked);
  const first = bytes[start]!;
  if (first === quote) {
    if (marked & escaped) return parseExactly(bytes.toString('utf8', start, end), bytes.subarray(start, end));
    return marked & beyondAscii ? bytes.utf8Slice(start + 1, end - 1) : bytes.latin1Slice(start + 1, end - 1);
  }
  if (first >= zero && first <= nine && end - start <= maxExactDigits) return numberAt(bytes, start, end);
  return first === letterN ? null : parseExactly(bytes.toString('utf8', start, end), bytes.subarray(start, end));
}

/** A number without a sign. Whole numbers, which most are, need no string. */
function numberAt(bytes: Buffer, start: number, end: number): number | JsonNumber {
  let number = 0;
  for (let at = start; at < end; at += 1) {
    const digit = bytes[at]! - zero;
    if (digit < 0 || digit > 9) return numberOf(bytes.toString('latin1', start, end));
    number = number * 10 + digit;
  }
  return number;
}

/** Whole numbers of at most this many digits are exact in a double. */
const maxExactDigits = 15;
const quote = 0x22;
const zero = 0x30;
const nine = 0x39;
const letterN = 0x6e;
