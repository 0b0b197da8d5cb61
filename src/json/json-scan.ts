/*
 * The scan of a reply: its bytes are passed to the WebAssembly module whose source is wasm/json-scan, and what the module found becomes the
 * envelope with scanned records. json.ts states why.
 */

import { isUtf8 } from 'node:buffer';
import { numberOf, parseExactly, type JsonNumber } from '../primitives/json-text.js';
import type { JsonWriter } from '../primitives/json-writer.js';
import { jsonScanModule } from './json-scan.generated.js';

/** The bytes of one reply, and the positions of the values that the scan found in them. Every scanned record refers to its body. */
export class JsonBody {
  /** The bytes behind byte order marks, blanks and line ends. */
  bytes: ReplyBytes;
  #isUtf8: boolean | undefined;
  /** Two numbers for each scanned value: its start, and its {@link MarkedEnd}. Both are 0 for a member that a record lacks. */
  positions = new Int32Array(0);

  /** Where other text than the envelope stands in the reply; null if there is none. */
  textAround: string | null = null;

  /** @param bytes UTF-8, perhaps behind byte order marks, blanks and line ends */
  constructor(bytes: Buffer) {
    this.bytes = withoutMarks(bytes) as ReplyBytes;
  }

  /** Whether the bytes are valid UTF-8, so that a text of them is too. */
  get isUtf8(): boolean {
    return (this.#isUtf8 ??= isUtf8(this.bytes));
  }

  /** Replaces the bytes by those of the envelope among them. To be called before records are scanned. */
  narrowTo(bytes: Buffer, textAround: string): void {
    this.bytes = bytes as ReplyBytes;
    this.#isUtf8 = undefined;
    this.textAround = textAround;
  }
}

/**
 * A Buffer with the two methods that its `toString` ends in. A page of attendees has hundreds of short texts, for which finding
 * the encoding by its name takes longer than decoding. Node has had them since its first Buffers; its types leave them out.
 */
interface ReplyBytes extends Buffer {
  latin1Slice(start: number, end: number): string;
  utf8Slice(start: number, end: number): string;
}

/** Returns the bytes behind byte order marks, blanks and line ends, in any order. */
function withoutMarks(bytes: Buffer): Buffer {
  let at = 0;
  for (;;) {
    const byte = bytes[at];
    if (byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d)) at += 1;
    else if (byte === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) at += 3;
    else return at === 0 ? bytes : bytes.subarray(at);
  }
}

/**
 * The end of a value and two facts about its string, in one number, so that it fits into an Int32Array:
 * {@link endIn} returns the end, {@link escaped} and {@link beyondAscii} select the facts.
 */
type MarkedEnd = number;
const endIn = (marked: MarkedEnd): number => marked >> 2;
/** The string contains bytes beyond ASCII. */
const beyondAscii = 1;
/** The string contains an escape. */
const escaped = 2;

/** Longer texts are left to JSON.parse: the module's memory has room for this length (tools/json-scan.ts). */
const maxLength = 4 * 1024 * 1024;

/** The exports of wasm/json-scan/index.ts. Sizes and addresses are in bytes. */
interface JsonScanExports {
  readonly memory: WebAssembly.Memory;
  readonly text: Constant;
  readonly padding: Constant;
  readonly members: Constant;
  readonly memberSize: Constant;
  readonly columns: Constant;
  readonly columnSize: Constant;
  readonly positionsOf: (length: number) => number;
  readonly positionCount: (length: number) => number;
  readonly columnCount: () => number;
  readonly scanObject: (length: number) => number;
}

interface Constant {
  readonly value: number;
}

const jsonScan = instantiate();

function instantiate(): JsonScanExports | null {
  // V8 without its just-in-time compiler has no WebAssembly.
  if (typeof WebAssembly === 'undefined') return null;
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(jsonScanModule, 'base64')));
    return exports as unknown as JsonScanExports;
  } catch {
    return null;
  }
}

/**
 * Scans an object whose members are scalars, lists of records of one layout, and objects of these. Stores the positions of the records'
 * values in the body.
 *
 * @returns null for everything else, which is left to JSON.parse. null also where the engine has no WebAssembly or the processor no 128-bit
 * instructions
 */
export function scanObject(body: JsonBody): Readonly<Record<string, unknown>> | null {
  const { bytes } = body;
  const { length } = bytes;
  if (jsonScan === null || length > maxLength) return null;
  const { buffer } = jsonScan.memory;
  const memory = new Uint8Array(buffer);
  const start = jsonScan.text.value;
  memory.set(bytes, start);
  memory.fill(0, start + length, start + length + jsonScan.padding.value);
  const count = jsonScan.scanObject(length);
  if (count === 0) return null;
  body.positions = new Int32Array(buffer, jsonScan.positionsOf(length), jsonScan.positionCount(length)).slice();
  const layout = layoutIn(jsonScan, bytes);
  // A member occurs twice, and a record may lack one of both.
  if (layout.indexes.size < layout.names.length) return null;
  const step = jsonScan.memberSize.value / 4;
  const members = new Int32Array(buffer, jsonScan.members.value, count * step);
  let [at, scannedRecords] = [0, 0];
  /** Creates the object whose members are the next ones of the table. null if an assignment could not create what JSON.parse does */
  const objectOf = (end: number): Record<string, unknown> | null => {
    const object: Record<string, unknown> = {};
    while (at < end) {
      const name = valueAt(bytes, members[at]!, members[at + 1]!) as string;
      const [valueStart, valueEnd, content] = [members[at + 2]!, members[at + 3]!, members[at + 4]!];
      at += step;
      if (name === '__proto__' || digits.test(name)) return null;
      if (content >= 0) {
        object[name] = recordsOf(body, layout, scannedRecords, content);
        scannedRecords += content;
      } else if (content === scalar) object[name] = valueAt(bytes, valueStart, valueEnd);
      else if ((object[name] = objectOf(at + (-2 - content) * step)) === null) return null;
    }
    return object;
  };
  return objectOf(members.length);
}

/** What the table of members has for a value that is no list of records, and no object that was scanned. */
const scalar = -1;
/** Names of members that JavaScript moves to the front of their object. */
const digits = /^\d+$/;

/** The layout that a scan has learned. */
function layoutIn({ memory, columns, columnSize, columnCount }: JsonScanExports, bytes: ReplyBytes): Layout {
  const step = columnSize.value / 4;
  const learned = new Int32Array(memory.buffer, columns.value, columnCount() * step);
  const known = knownLayouts.find((each) => each.isAt(bytes, learned, step));
  if (known) return known;
  const names: string[] = [];
  for (let at = 2; at < learned.length; at += step) names.push(valueAt(bytes, learned[at]!, learned[at + 1]!) as string);
  const layout = new Layout(names);
  knownLayouts.unshift(layout);
  knownLayouts.length = Math.min(knownLayouts.length, maxKnownLayouts);
  return layout;
}

function recordsOf(body: JsonBody, layout: Layout, before: number, count: number): ScannedRecord[] {
  const records: ScannedRecord[] = [];
  // A fifth of the time of Array.from, for each reply.
  for (let index = before; index < before + count; index += 1)
    records.push(new ScannedRecord(body, layout, 2 * layout.names.length * index));
  return records;
}

/** An object of a scanned list. Its values are created when they are read. */
export class ScannedRecord {
  readonly #body: JsonBody;
  readonly #layout: Layout;
  readonly #first: number;

  /**
   * @param first the index of the record's first number in the body's positions
   */
  constructor(body: JsonBody, layout: Layout, first: number) {
    this.#body = body;
    this.#layout = layout;
    this.#first = first;
  }

  /** The names of all members. */
  keys(): readonly string[] {
    const { positions } = this.#body;
    return [...this.#layout.indexes].filter(([, column]) => positions[this.#first + column * 2] !== 0).map(([key]) => key);
  }

  /** A member's value, as `parseExactly` creates it. undefined if there is no such member */
  get(key: string): unknown {
    const column = this.#layout.indexes.get(key);
    if (column === undefined) return undefined;
    const { bytes, positions } = this.#body;
    const index = this.#first + column * 2;
    const start = positions[index]!;
    return start === 0 ? undefined : valueAt(bytes, start, positions[index + 1]!);
  }

  /** See `writeString` in json.ts. */
  writeString(member: MemberName, out: JsonWriter): boolean | null {
    const column = member.columnIn(this.#layout);
    if (column === undefined) return null;
    const body = this.#body;
    const { bytes, positions } = body;
    const index = this.#first + column * 2;
    const start = positions[index]!;
    const marked = positions[index + 1]!;
    if (bytes[start] !== quote) return start === 0 || bytes[start] === letterN ? null : false;
    if (marked & escaped || (marked & beyondAscii && !body.isUtf8)) return false;
    const end = endIn(marked);
    if (end - start === 2) return null;
    out.copy(bytes, start, end);
    return true;
  }

  /** See `writeDigits` in json.ts. */
  writeDigits(member: MemberName, out: JsonWriter): boolean {
    const column = member.columnIn(this.#layout);
    if (column === undefined) return false;
    const body = this.#body;
    const { bytes, positions } = body;
    const index = this.#first + column * 2;
    const start = positions[index]!;
    const end = endIn(positions[index + 1]!);
    // A JSON number that begins with 1 to 9 has no leading zero and no sign.
    if (end - start > maxExactDigits || end === 0 || bytes[start] === zero) return false;
    for (let at = start; at < end; at += 1) if (bytes[at]! < zero || bytes[at]! > nine) return false;
    out.copy(bytes, start, end);
    return true;
  }
}

/** The names of the members of a record, in their order. */
class Layout {
  /** The index of each member among the values. */
  readonly indexes: ReadonlyMap<string, number>;

  constructor(readonly names: readonly string[]) {
    this.indexes = new Map(names.map((name, index) => [name, index]));
  }

  /** Whether the columns of a scan have the names of this layout, written in ASCII without escapes. */
  isAt(bytes: ReplyBytes, columns: Int32Array, step: number): boolean {
    if (columns.length !== this.names.length * step) return false;
    let column = 2;
    for (const name of this.names) {
      const start = columns[column]! + 1;
      const marked = columns[column + 1]!;
      if (marked & (escaped | beyondAscii) || endIn(marked) - 1 - start !== name.length) return false;
      for (let at = 0; at < name.length; at += 1) if (bytes[start + at] !== name.charCodeAt(at)) return false;
      column += step;
    }
    return true;
  }
}

/** The layouts that were learned last. The lists of an endpoint have one, whose names are then not read again for each reply. */
const knownLayouts: Layout[] = [];
const maxKnownLayouts = 8;

/** The name of a member, with its place in the records that were read last. */
export class MemberName {
  #layout: Layout | undefined;
  #column: number | undefined;

  constructor(readonly key: string) {}

  /** The member's index among the values of a layout. undefined if it has no such member */
  columnIn(layout: Layout): number | undefined {
    if (layout !== this.#layout) {
      this.#layout = layout;
      this.#column = layout.indexes.get(this.key);
    }
    return this.#column;
  }
}

/** The value of a checked text, as `parseExactly` creates it. */
function valueAt(bytes: ReplyBytes, start: number, marked: MarkedEnd): unknown {
  const end = endIn(marked);
  const first = bytes[start]!;
  if (first === quote) {
    if (marked & escaped) return parseExactly(bytes.subarray(start, end));
    return marked & beyondAscii ? bytes.utf8Slice(start + 1, end - 1) : bytes.latin1Slice(start + 1, end - 1);
  }
  if (first >= zero && first <= nine && end - start <= maxExactDigits) return numberAt(bytes, start, end);
  return first === letterN ? null : parseExactly(bytes.subarray(start, end));
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
