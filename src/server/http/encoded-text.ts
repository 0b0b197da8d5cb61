/**
 * A text that is encoded in UTF-8 once and sent many times. The bytes are the characters of a Latin-1 string: node:http sends
 * a string together with the headers in one chunk, and copies Latin-1 without encoding it.
 */
export class EncodedText {
  private constructor(readonly bytes: string) {}

  static of(text: string): EncodedText {
    // Text without characters beyond ASCII is the same in both encodings.
    return new EncodedText(Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString('latin1'));
  }

  /** @param bytes a character for each byte */
  static ofBytes(bytes: string): EncodedText {
    return new EncodedText(bytes);
  }
}
