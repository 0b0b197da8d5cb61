/*
 * Turns the body of a reply into values. This is the only file of this folder that others import.
 *
 * A list of 100 attendees is about 110 kB: 38 members for each attendee. A query selects perhaps 8 of them. JSON.parse would
 * create 3,800 values, and 3,000 of them are never read. A body is therefore scanned instead of parsed:
 *
 * 1. json-scan.ts passes the text to a WebAssembly module, whose source is wasm/json-scan. The module checks all of the text, and
 *    stores where each value of each record begins and ends.
 * 2. It creates the envelope and a scanned record for each record.
 * 3. A scanned record creates a value when a view reads it.
 *
 * The scan is safe because it is a complete check of the grammar (RFC 8259), and because a WebAssembly module can only read and write
 * its own memory. It returns null for everything it does not support, such as invalid JSON, records with members that the first lacks, in
 * another order or with other white space, deep nesting, too many values in records, or more than 4 MB. `parseExactly` then decides
 * (primitives/json-text.ts). Neither rounds a number. Property tests compare both on valid, damaged and truncated texts (test/json).
 *
 * docs/decisions/0002-json-scanner.md states what the scan saves.
 */

import { countValues, entriesInOrder, JsonNumber, parseExactly } from '../primitives/json-text.js';
import type { JsonWriter } from '../primitives/json-writer.js';
import { isObject } from '../primitives/values.js';
import { type JsonBody, scanObject, ScannedRecord, type MemberName } from './json-scan.js';

export { JsonBody, MemberName } from './json-scan.js';

/** An object of a reply: parsed, or scanned. {@link memberOf} reads both. */
export type JsonRecord = Readonly<Record<string, unknown>> | ScannedRecord;

export interface ParsedJson {
  /** The top-level value. Items of its lists may be scanned records. */
  readonly value: unknown;
}

/** Why a text is not parsed: it is anything but JSON, or has more values than {@link maxValues}. */
export type UnparsedJson = 'NOT_JSON' | 'TOO_LARGE';

/** Parses a JSON text in UTF-8, with or without a byte order mark. A body is scanned if the scan supports it. */
export function parseJson(body: JsonBody): ParsedJson | UnparsedJson {
  const scanned = scanObject(body);
  return scanned === null ? parseWithoutScan(body) : { value: scanned };
}

/**
 * Creates all values. Only here all are counted, because counting takes longer than scanning. The scan counts those in objects and lists of
 * its records.
 */
function parseWithoutScan({ bytes }: JsonBody): ParsedJson | UnparsedJson {
  if (hasTooManyValues(bytes)) return 'TOO_LARGE';
  try {
    return { value: parseExactly(bytes) };
  } catch {
    return 'NOT_JSON';
  }
}

/** Whether a raw value is an object. A number may be an object of JavaScript (JsonNumber). */
export const isRecord = (raw: unknown): raw is JsonRecord => isObject(raw) && !(raw instanceof JsonNumber);

/** A member of an object, as `parseExactly` creates it. undefined if the object has no such member. */
export function memberOf(record: JsonRecord, key: string): unknown {
  return record instanceof ScannedRecord ? record.get(key) : record[key];
}

/**
 * Writes a string of a scanned record as JSON text.
 * @returns null for "", null and no member, which are not written; false for a value that must be decoded, as all of a parsed record
 */
export const writeString = (record: JsonRecord, member: MemberName, out: JsonWriter): boolean | null =>
  record instanceof ScannedRecord && record.writeString(member, out);

/** Writes a positive integer of plain digits of a scanned record. @returns whether the member is one */
export const writeDigits = (record: JsonRecord, member: MemberName, out: JsonWriter): boolean =>
  record instanceof ScannedRecord && record.writeDigits(member, out);

/** A member of an object that has it itself: a name such as `constructor` finds nothing of Object.prototype. */
export function ownMemberOf(record: JsonRecord, key: string): unknown {
  if (record instanceof ScannedRecord) return record.get(key);
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** The names and values of all members of an object, in the order of the reply. */
export function entriesOf(record: JsonRecord): readonly (readonly [key: string, value: unknown])[] {
  return record instanceof ScannedRecord ? record.keys().map((key) => [key, record.get(key)] as const) : entriesInOrder(record);
}

/** The value of a JSON text inside a string of a reply. undefined if the string is not JSON, or has too many values. */
export function parseJsonText(text: string): unknown {
  const json = Buffer.from(text);
  if (hasTooManyValues(json)) return undefined;
  try {
    return parseExactly(json);
  } catch {
    return undefined;
  }
}

/** Every text may have this many values. A ticket has 6 of them, an attendee of a page about 40. */
const leastValues = 500_000;
/** A long text may have more: one for this number of bytes. */
const bytesPerValue = 32;

/**
 * The maximum number of values, which are objects, lists and scalars, in a JSON text of a length in bytes. Parsed objects and lists take
 * far more time and memory than their text: 16 MB of `{},{},…` would hold the event loop for seconds, and take more than a gigabyte.
 */
export const maxValues = (length: number): number => Math.max(leastValues, Math.floor(length / bytesPerValue));

/** Whether a JSON text has more values than are parsed. A value takes two bytes at least, so those of a short text are not counted. */
export const hasTooManyValues = (json: Uint8Array): boolean => json.length > 2 * leastValues && countValues(json) > maxValues(json.length);
