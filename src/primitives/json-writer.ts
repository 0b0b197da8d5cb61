/* Writes JSON text as bytes, in memory that is used again. */

/**
 * Writes something of a value as JSON text, such as its form in the response, or one of its properties.
 * @returns whether it has; null, without having written it, if it is null. After null and false, nothing of it has been written
 */
export type WriteJson = (value: unknown, out: JsonWriter) => boolean | null;

/**
 * Writes JSON text as UTF-8 bytes. It writes what JSON.stringify writes, but a text that is JSON already is copied without becoming a
 * string in between.
 */
export class JsonWriter {
  #bytes: Buffer;
  #end = 0;

  constructor(size = 16_384) {
    this.#bytes = Buffer.allocUnsafeSlow(size);
  }

  /** The number of bytes that have been written. */
  get length(): number {
    return this.#end;
  }

  /** Forgets all bytes beyond a length. */
  truncate(length: number): void {
    this.#end = length;
  }

  /** The size of the memory, in bytes. */
  get capacity(): number {
    return this.#bytes.length;
  }

  /** A part of what has been written. The next call of a method may change it. */
  bytes(start = 0, end = this.#end): Buffer {
    return this.#bytes.subarray(start, end);
  }

  /** Writes a text of ASCII characters, without quotation marks and escapes. */
  ascii(text: string): void {
    const bytes = this.#reserve(text.length);
    let end = this.#end;
    for (let at = 0; at < text.length; at += 1) bytes[end++] = text.charCodeAt(at);
    this.#end = end;
  }

  /** Writes bytes of another buffer as they are. Most values are too short for a call of `Buffer.copy`. */
  copy(source: Buffer, start: number, end: number): void {
    const bytes = this.#reserve(end - start);
    let to = this.#end;
    for (let from = start; from < end; from += 1) bytes[to++] = source[from]!;
    this.#end = to;
  }

  /** Writes a string as JSON: in quotation marks, and escaped where necessary. */
  string(text: string): void {
    if (text.length > longText || !this.#plainString(text)) this.utf8(JSON.stringify(text));
  }

  /** Writes a value of a scalar or an enum as JSON. */
  scalar(value: unknown): void {
    if (typeof value === 'string') this.string(value);
    else if (Number.isFinite(value)) this.ascii(String(value));
    else this.utf8(JSON.stringify(value));
  }

  /** Writes a text as its UTF-8 bytes, without quotation marks and escapes. */
  utf8(text: string): void {
    const bytes = this.#reserve(text.length * 3);
    this.#end += bytes.write(text, this.#end);
  }

  /** Writes a string of ASCII characters. @returns false, with nothing written, if one is beyond ASCII or needs an escape */
  #plainString(text: string): boolean {
    const bytes = this.#reserve(text.length + 2);
    let end = this.#end;
    bytes[end++] = quotationMark;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit < space || unit > lastAscii || unit === quotationMark || unit === backslash) return false;
      bytes[end++] = unit;
    }
    bytes[end++] = quotationMark;
    this.#end = end;
    return true;
  }

  #reserve(count: number): Buffer {
    const needed = this.#end + count;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(2 * needed);
      this.#bytes.copy(larger, 0, 0, this.#end);
      this.#bytes = larger;
    }
    return this.#bytes;
  }
}

/** From this number of characters on, JSON.stringify takes less time. */
const longText = 256;
const space = 0x20;
/** The last ASCII character that is not a control character. */
const lastAscii = 0x7e;
const quotationMark = 0x22;
const backslash = 0x5c;
