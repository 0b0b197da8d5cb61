/* Passes a text to the WebAssembly module that scans it, and reads what the module found. The module's source is wasm/json-scan. */
import { jsonScanModule } from './json-scan.generated.js';

/** The result of a scan. An offset counts the bytes from its beginning. */
export interface ScannedText {
  readonly members: readonly TopLevelMember[];
  /** The keys of each layout, in their order. */
  readonly layouts: readonly (readonly ScannedToken[])[];
  /** For each record: its layout, then for each of its values the offset and the marked end. */
  readonly positions: Int32Array;
}

export interface TopLevelMember {
  readonly key: ScannedToken;
  /** A scalar, or a list of records. */
  readonly value: ScannedToken;
  /** The records of a list, and the index of the first one in the positions. null for a scalar. */
  readonly records: { readonly count: number; readonly first: number } | null;
}

export interface ScannedToken {
  readonly start: number;
  readonly markedEnd: MarkedEnd;
}

/**
 * The end of a value and two facts about its string, in one number, so that it fits into an Int32Array:
 * {@link endIn} returns the end, {@link escaped} and {@link beyondAscii} select the facts.
 */
export type MarkedEnd = number;
export const endIn = (marked: MarkedEnd): number => marked >> 2;
/** The string contains bytes beyond ASCII. */
export const beyondAscii = 1;
/** The string contains an escape. */
export const escaped = 2;

/** Longer texts are left to JSON.parse: the memory of the module never shrinks. */
const maxLength = 4 * 1024 * 1024;

/**
 * Scans a JSON text whose top-level value is an object of scalars and one to four lists of records.
 * @returns null for every other text, and where the engine has no WebAssembly or the processor no 128-bit instructions
 */
export function scanText(text: Uint8Array): ScannedText | null {
  return jsonScan === null || text.length > maxLength ? null : jsonScan.scan(text);
}

/** The compiled wasm/json-scan, whose memory.ts has the map of the memory. */
class JsonScanModule {
  readonly #exports: JsonScanExports;
  #bytes: Uint8Array;

  constructor(exports: JsonScanExports) {
    this.#exports = exports;
    this.#bytes = new Uint8Array(exports.memory.buffer);
  }

  scan(text: Uint8Array): ScannedText | null {
    const { scanObject, positionsOf, positionCount, text: start, padding, memory } = this.#exports;
    const positions = positionsOf(text.length);
    this.#reserve(positions + 2 * text.length);
    this.#bytes.set(text, start.value);
    this.#bytes.fill(0, start.value + text.length, start.value + text.length + padding.value);
    const memberCount = scanObject(text.length);
    if (memberCount === 0) return null;
    return {
      members: this.#members(memberCount),
      layouts: this.#layouts(),
      positions: new Int32Array(memory.buffer, positions, positionCount(text.length)).slice(),
    };
  }

  #reserve(size: number): void {
    const { memory } = this.#exports;
    const missing = size - memory.buffer.byteLength;
    if (missing <= 0) return;
    memory.grow(Math.ceil(missing / pageSize));
    // Growing detaches the former buffer.
    this.#bytes = new Uint8Array(memory.buffer);
  }

  #members(count: number): TopLevelMember[] {
    const { members, memberSize, memory } = this.#exports;
    return Array.from({ length: count }, (_, index) => {
      const numbers = new Int32Array(memory.buffer, members.value + memberSize.value * index, 6);
      const [records, first] = [numbers[4]!, numbers[5]!];
      return { key: tokenAt(numbers, 0), value: tokenAt(numbers, 2), records: records < 0 ? null : { count: records, first } };
    });
  }

  #layouts(): ScannedToken[][] {
    const { layoutCount, layouts, layoutSize, columnCounts, columnSize, memory } = this.#exports;
    const counts = new Int32Array(memory.buffer, columnCounts.value, layoutCount());
    return Array.from(counts, (count, layout) => {
      const stride = columnSize.value / 4;
      const numbers = new Int32Array(memory.buffer, layouts.value + layoutSize.value * layout, count * stride);
      return Array.from({ length: count }, (_, column) => tokenAt(numbers, column * stride + 2));
    });
  }
}

const tokenAt = (numbers: Int32Array, index: number): ScannedToken => ({ start: numbers[index]!, markedEnd: numbers[index + 1]! });

/** The exports of wasm/json-scan/index.ts. Sizes and addresses are in bytes. */
interface JsonScanExports {
  readonly memory: WebAssembly.Memory;
  readonly text: Constant;
  readonly padding: Constant;
  readonly members: Constant;
  readonly memberSize: Constant;
  readonly layouts: Constant;
  readonly layoutSize: Constant;
  readonly columnCounts: Constant;
  readonly columnSize: Constant;
  readonly positionsOf: (length: number) => number;
  readonly positionCount: (length: number) => number;
  readonly layoutCount: () => number;
  readonly scanObject: (length: number) => number;
}

interface Constant {
  readonly value: number;
}

const pageSize = 65_536;

const jsonScan = instantiate();

function instantiate(): JsonScanModule | null {
  // V8 without its just-in-time compiler has no WebAssembly.
  if (typeof WebAssembly === 'undefined') return null;
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(jsonScanModule, 'base64')));
    return new JsonScanModule(exports as unknown as JsonScanExports);
  } catch {
    return null;
  }
}
