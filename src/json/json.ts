/*
 * Turns the body of a reply into values. This is the only file of this folder that the rest of the stage imports.
 *
 * A list of 100 attendees is about 110 kB: 38 members for each attendee. A query selects perhaps 8 of them. JSON.parse would
 * create 3,800 values, and 3,000 of them are never read. A large body is therefore scanned instead of parsed:
 *
 * 1. json-scan.ts passes the text to a WebAssembly module, whose source is wasm/json-scan. The module checks all of the text, and
 *    stores where each value of each record begins and ends.
 * 2. It creates the envelope and a scanned record for each record.
 * 3. A scanned record creates a value when a view reads it.
 *
 * The scan is safe because it is a complete check of the grammar (RFC 8259), and because a WebAssembly module can only read and write
 * its own memory. It returns null for everything it does not support: invalid JSON, records of too many layouts, deep nesting, an
 * object among the envelope's members. JSON.parse then decides. Neither rounds a number (primitives/json.ts). Property tests compare
 * both on valid, damaged and truncated texts (test/wasm, test/json).
 *
 * docs/decisions/0002-json-scanner.md states what the scan saves.
 */

import { isAscii, isUtf8 } from 'node:buffer';
import type { JsonWriter } from '../primitives/json-writer.js';
import { entriesInOrder, JsonNumber, parseExactly } from '../primitives/json.js';
import { isObject } from '../primitives/values.js';
import type { JsonBody } from './json-body.js';
import { scanObject, ScannedRecord, type MemberName } from './json-scan.js';

export { JsonBody } from './json-body.js';
export { MemberName } from './json-scan.js';

/** An object of a reply: parsed, or scanned. {@link memberOf} reads both. */
export type JsonRecord = Readonly<Record<string, unknown>> | ScannedRecord;

export interface ParsedJson {
  /** The top-level value. Items of its lists may be scanned records. */
  readonly value: unknown;
  /** Whether the strings are UTF-8 bytes decoded as Latin-1. Each is then decoded again when it is read. */
  readonly isLatin: boolean;
}

/** Why a text is not parsed: it is anything but JSON, or has more structure than {@link maxStructure}. */
export type UnparsedJson = 'NOT_JSON' | 'TOO_LARGE';

/** Parses a JSON text in UTF-8, with or without a byte order mark: {@link parseJson} scans large bodies, {@link parseWithoutScan} none. */
export type ParseJson = (body: JsonBody) => ParsedJson | UnparsedJson;

/**
 * Uses the first of three methods that applies:
 *
 * 1. Scan, for bodies of 4 kB or more: see the head of this file.
 * 2. Parse as Latin-1. Decoding UTF-8 costs as much as parsing, and most strings of a reply are never read. Pure ASCII needs no
 *    second decoding; other strings are decoded when they are read.
 * 3. Parse as UTF-8, for bodies that contain bytes beyond ASCII and \u escapes, and for invalid UTF-8. As Latin-1, the character of an
 *    escape could not be distinguished from a byte of an undecoded one.
 */
export const parseJson: ParseJson = (body) => {
  const scanned = body.bytes.length < minScannedBytes ? null : scanObject(body);
  return scanned === null ? parseWithoutScan(body) : { value: scanned, isLatin: false };
};

/**
 * Uses the second or the third method: JSON.parse reads every body. Only these create a value for each object, so only here the structure is
 * counted: a page of 1,000 attendees is longer than 1 MB, and counting takes longer than scanning.
 */
export const parseWithoutScan: ParseJson = (body) => {
  const { bytes } = body;
  if (hasTooMuchStructure(bytes)) return 'TOO_LARGE';
  const ascii = isAscii(bytes);
  const isLatin = !ascii && isUtf8(bytes) && !bytes.includes('\\u');
  try {
    return { value: parseExactly(bytes.toString(ascii || isLatin ? 'latin1' : 'utf8'), bytes), isLatin };
  } catch {
    return 'NOT_JSON';
  } finally {
    // Parsed values do not refer to the bytes, which the call would hold until the operation ends.
    body.release();
  }
};

/** Shorter bodies are parsed in less time than it takes to learn a layout. */
const minScannedBytes = 4096;

/** Whether a raw value is an object. A number may be an object of JavaScript (JsonNumber). */
export const isRecord = (raw: unknown): raw is JsonRecord => isObject(raw) && !(raw instanceof JsonNumber);

/** A member of an object, as `parseExactly` creates it. undefined if the object has no such member. */
export function memberOf(record: JsonRecord, key: string): unknown {
  return record instanceof ScannedRecord ? record.get(key) : record[key];
}

/**
 * Writes a string as JSON text.
 * @param isLatin whether the parsed strings are UTF-8 decoded as Latin-1
 * @returns null for "", null and no member, which are not written; false for a value that must be decoded
 */
export function writeString(record: JsonRecord, member: MemberName, isLatin: boolean, out: JsonWriter): boolean | null {
  if (record instanceof ScannedRecord) return record.writeString(member, out);
  const value = record[member.key];
  if (value === '' || value === null || value === undefined) return null;
  if (typeof value !== 'string') return false;
  if (isLatin) return out.latinString(value);
  out.string(value);
  return true;
}

/** Writes a positive integer of plain digits. @returns whether the member is one */
export function writeDigits(record: JsonRecord, member: MemberName, out: JsonWriter): boolean {
  if (record instanceof ScannedRecord) return record.writeDigits(member, out);
  const value = record[member.key];
  if (!Number.isSafeInteger(value) || (value as number) <= 0) return false;
  out.ascii(String(value));
  return true;
}

/** A member of an object that has it itself: a name such as `constructor` finds nothing of Object.prototype. */
export function ownMemberOf(record: JsonRecord, key: string): unknown {
  if (record instanceof ScannedRecord) return record.get(key);
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** The names and values of all members of an object, in the order of the reply. */
export function entriesOf(record: JsonRecord): readonly (readonly [key: string, value: unknown])[] {
  return record instanceof ScannedRecord ? record.keys().map((key) => [key, record.get(key)] as const) : entriesInOrder(record);
}

/** The value of a JSON text inside a string of a reply. undefined if the string is not JSON, or has too much structure. */
export function parseJsonText(text: string): unknown {
  if (text.length > leastStructure && hasTooMuchStructure(Buffer.from(text))) return undefined;
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

/** Every text may have this many structural characters. A ticket has 11 of them, an attendee of a page about 80. */
export const leastStructure = 1_000_000;
/** A long text may have more: one structural character for this number of bytes. */
const bytesPerCharacter = 16;

/**
 * The maximum number of structural characters in a JSON text of a length in bytes: opening brackets, colons and commas outside strings. Parsed
 * objects and lists take far more time and memory than their text: 16 MB of `{},{},…` would hold the event loop for seconds, and take more
 * than a gigabyte.
 */
export const maxStructure = (length: number): number => Math.max(leastStructure, Math.floor(length / bytesPerCharacter));

/** Whether a JSON text has more structure than is parsed. */
export function hasTooMuchStructure(text: Uint8Array): boolean {
  const { length } = text;
  let left = maxStructure(length);
  if (length <= left) return false;
  let inString = false;
  for (let at = 0; at < length; at += 1) {
    const byte = text[at];
    if (byte === quote) inString = !inString;
    else if (inString) at += byte === backslash ? 1 : 0;
    else if ((byte === openBrace || byte === openBracket || byte === comma || byte === colon) && (left -= 1) < 0) return true;
  }
  return false;
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const openBrace = 0x7b;
