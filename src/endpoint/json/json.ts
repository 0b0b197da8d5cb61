import { isAscii } from 'node:buffer';
import { scanObject } from './scanned-object.js';

export interface ParsedJson {
  readonly value: unknown;
  /** True when the texts are UTF-8 bytes taken as Latin-1, to be decoded when read. */
  readonly latin: boolean;
  /** Lets go of the bytes, where some of the value is still to be made of them. */
  readonly release?: () => void;
}

/**
 * Parses a JSON text in UTF-8, a byte order mark allowed. @returns null for anything else.
 *
 * Making a string of UTF-8 costs as much as parsing it, and most texts of an answer are never read, so the bytes are
 * parsed as Latin-1 where that cannot be told apart later: pure ASCII needs nothing more, other bytes are decoded text
 * by text when read. Only an answer that also has \u escapes is decoded whole: afterwards é and \u00e9 would look alike.
 */
export function parseJson(body: Buffer): ParsedJson | null {
  const bytes = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body;
  const scanned = bytes.length < scanFrom ? null : scanObject(bytes);
  if (scanned !== null) return { ...scanned, latin: false };
  const ascii = isAscii(bytes);
  const latin = !ascii && !bytes.includes('\\u');
  try {
    return { value: JSON.parse(bytes.toString(ascii || latin ? 'latin1' : 'utf8')) as unknown, latin };
  } catch {
    return null;
  }
}

/** Shorter texts are parsed in less time than it takes to learn how they are written. */
const scanFrom = 4096;

/** The value of a JSON text inside an answer; undefined where it is none. */
export function jsonIn(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return undefined;
  }
}
