/* The bytes of a reply while they are in use. */

import { isUtf8 } from 'node:buffer';
import { viewOf } from '../primitives/json-writer.js';

/**
 * The bytes of one reply, and the positions of the values that the scan found in them.
 *
 * Both are memory outside the JavaScript heap, about 140 kB for a page of 100 attendees. Every scanned record refers to its body. Records
 * of requests in progress survive young-generation collections and move to the old generation; from there, they would keep the body in
 * memory until the next major collection. Instead, {@link release} drops both when the operation has ended.
 * docs/decisions/0002-json-scanner.md states what this saves.
 */
export class JsonBody {
  #bytes: ReplyBytes | null;
  #view: DataView | undefined;
  #isUtf8: boolean | undefined;
  /** Two numbers for each scanned value: its start, and its marked end (json-scan.ts). */
  positions: Int32Array = noPositions;

  /** Where other text than the envelope stands in the reply; null if there is none. */
  textAround: string | null = null;

  /** @param bytes UTF-8, perhaps behind byte order marks, blanks and line ends */
  constructor(bytes: Buffer) {
    this.#bytes = withoutMarks(bytes) as ReplyBytes;
  }

  /** The bytes behind byte order marks, blanks and line ends. @throws Error after {@link release} */
  get bytes(): ReplyBytes {
    if (this.#bytes === null) throw new Error('The reply was released when its operation ended: its records cannot be read any more.');
    return this.#bytes;
  }

  /** The bytes, to copy them. */
  get view(): DataView {
    return (this.#view ??= viewOf(this.bytes));
  }

  /** Whether the bytes are valid UTF-8, so that a text of them is too. */
  get isUtf8(): boolean {
    return (this.#isUtf8 ??= isUtf8(this.bytes));
  }

  /** Replaces the bytes by those of the envelope among them. To be called before records are scanned. */
  narrowTo(bytes: Buffer, textAround: string): void {
    this.#bytes = bytes as ReplyBytes;
    this.#view = undefined;
    this.#isUtf8 = undefined;
    this.textAround = textAround;
  }

  /** Drops the bytes. Scanned records of this body cannot be read afterwards; parsed ones can. */
  release(): void {
    this.#bytes = null;
    this.#view = undefined;
    this.positions = noPositions;
  }
}

/**
 * A Buffer with the two methods that its `toString` ends in. A page of attendees has hundreds of short texts, for which finding
 * the encoding by its name takes longer than decoding. Node has had them since its first Buffers; its types leave them out.
 */
export interface ReplyBytes extends Buffer {
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

const noPositions = new Int32Array(0);
