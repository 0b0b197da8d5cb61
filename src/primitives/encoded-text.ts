/* Texts that are encoded in UTF-8 once, and sent as often as needed. */

/** Up to this length, one chunk costs less than two, although it is copied. */
const maxCopiedBytes = 4096;

/**
 * A text in the form that node:http sends with the least work. A short text is a string whose characters are the bytes (Latin-1): node:http
 * sends a string together with the headers, in one chunk. A long text is a Buffer, which is not copied.
 */
export class EncodedText {
  readonly chunk: string | Buffer;

  /** @param bytes the UTF-8 bytes of the text, which do not change */
  constructor(bytes: Buffer) {
    this.chunk = bytes.length > maxCopiedBytes ? bytes : bytes.toString('latin1');
  }

  /** The number of bytes. */
  get length(): number {
    return this.chunk.length;
  }

  get bytes(): Buffer {
    return typeof this.chunk === 'string' ? Buffer.from(this.chunk, 'latin1') : this.chunk;
  }

  toString(): string {
    return this.bytes.toString();
  }
}
