/* A text as bytes that are sent without encoding them again. */

/** Up to this length, one chunk costs less than two, although it is copied. */
const maxCopiedCharacters = 4096;

/**
 * A text that is encoded in UTF-8 once and sent many times, in the form that node:http sends with the least work. A short text is
 * a string whose characters are the bytes (Latin-1): node:http sends a string together with the headers, in one chunk. A long
 * text is a Buffer, which is not copied.
 */
export class EncodedText {
  private constructor(readonly chunk: string | Buffer) {}

  static of(text: string): EncodedText {
    if (text.length > maxCopiedCharacters) return new EncodedText(Buffer.from(text));
    // Text without characters beyond ASCII is the same in both encodings.
    return new EncodedText(Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString('latin1'));
  }

  /** @param bytes the UTF-8 bytes of the text */
  static ofBytes(bytes: Buffer): EncodedText {
    return new EncodedText(bytes.length > maxCopiedCharacters ? bytes : bytes.toString('latin1'));
  }

  /** The number of bytes. */
  get length(): number {
    return this.chunk.length;
  }

  toString(): string {
    return typeof this.chunk === 'string' ? Buffer.from(this.chunk, 'latin1').toString() : this.chunk.toString();
  }
}
