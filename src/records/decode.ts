/*
 * The decoders of values in replies of the service: one for each shape, such as a string or a list.
 *
 * Each takes a raw value and its position in the reply. It accepts the variants that the service sends ("1" for 1; if a value is optional,
 * null, false, "" or [] for none), and throws UpstreamInvalidResponseError for every other value.
 */

import { entriesOf, isRecord } from '../json/json.js';
import { type Json, JsonNumber, plainDigits } from '../primitives/json-text.js';
import type { ServiceId } from './ids.js';
import { existingTime, isTextTime, textInstant } from './local-times.js';
import type { RawObject, ReplyPosition } from './reply.js';

/** Whether a raw value stands for no value. The service uses undefined, null, "", false and []. */
export function hasNoValue(raw: unknown): boolean {
  return raw === undefined || raw === null || raw === '' || raw === false || (Array.isArray(raw) && raw.length === 0);
}

/** Whether a raw value stands for no record: no value, or an object without members, which PHP also writes for an empty array. */
export function hasNoRecord(raw: unknown): boolean {
  return hasNoValue(raw) || (isRecord(raw) && entriesOf(raw).length === 0);
}

/** A string; a number becomes its digits as sent. @returns "" for no value. */
export function decodeString(raw: unknown, position: ReplyPosition): string {
  if (typeof raw === 'string') return raw;
  if (hasNoValue(raw)) return '';
  if (typeof raw === 'number') return String(raw);
  if (raw instanceof JsonNumber) return raw.text;
  throw position.invalid('a string');
}

/** A string. @returns null for no value. */
export function decodeOptionalString(raw: unknown, position: ReplyPosition): string | null {
  return decodeString(raw, position) || null;
}

/** A safe integer, as a number or as a string of digits. */
export function decodeWholeNumber(raw: unknown, position: ReplyPosition): number {
  const number = typeof raw === 'string' && digits.test(raw) ? Number(raw) : raw instanceof JsonNumber ? raw.integer : raw;
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number;
  throw position.invalid('an integer');
}

/** An integer of 32 bits, the range of a GraphQL Int. */
export function decodeInt(raw: unknown, position: ReplyPosition): number {
  const number = decodeWholeNumber(raw, position);
  if (number === (number | 0)) return number;
  throw position.invalid('an integer of 32 bits');
}

/** An integer of 32 bits. @returns null for no value. */
export function decodeOptionalInt(raw: unknown, position: ReplyPosition): number | null {
  return hasNoValue(raw) ? null : decodeInt(raw, position);
}

/** The id of a record: a positive integer. */
export function decodeRecordId(raw: unknown, position: ReplyPosition): ServiceId {
  const number = decodeWholeNumber(raw, position);
  if (number > 0) return number as ServiceId;
  throw position.invalid('a positive integer');
}

/** The id of a related record. @returns null for no value and for 0, which the service sends for "none". */
export function decodeOptionalId(raw: unknown, position: ReplyPosition): ServiceId | null {
  return hasNoValue(raw) || decodeWholeNumber(raw, position) === 0 ? null : decodeRecordId(raw, position);
}

/**
 * A text for which 0 means none, such as the id of something that the interface does not document.
 * @returns null for no value and for 0.
 */
export function decodeTextUnlessZero(raw: unknown, position: ReplyPosition): string | null {
  const id = decodeString(raw, position);
  return id === '' || id === '0' || (raw instanceof JsonNumber && raw.integer === 0) ? null : id;
}

/** Whether there is an integer other than 0, or true. */
export function decodeFlag(raw: unknown, position: ReplyPosition): boolean {
  return raw === true || (decodeOptionalInt(raw, position) ?? 0) !== 0;
}

/** A time in Unix seconds, in milliseconds if it has 13 digits, or as text. @returns null for no value, for 0, and for a date of zeros. */
export function decodeInstant(raw: unknown, position: ReplyPosition): Date | null {
  if (hasNoValue(raw)) return null;
  if (typeof raw === 'string' && isTextTime(raw)) {
    const written = textInstant(raw, position);
    return written === null ? null : instantOf(written / 1000, position);
  }
  const time = decodeWholeNumber(raw, position);
  if (time === 0) return null;
  const isMilliseconds = Math.abs(time) >= 1e12 && Math.abs(time) < 1e13;
  return instantOf(isMilliseconds ? time / 1000 : time, position);
}

/** A time as text, in a format that the interface does not document. @returns null for no value, for 0, and for a date of zeros */
export function decodeUndocumentedTime(raw: unknown, position: ReplyPosition): string | null {
  const text = decodeTextUnlessZero(raw, position);
  return text !== null && isTextTime(text) && existingTime(text, position) === null ? null : text;
}

/** The instant of Unix seconds in the years 0000 to 9999, the range of RFC 3339. */
export function instantOf(seconds: number, position: ReplyPosition): Date {
  if (seconds < firstSecond || seconds > lastSecond) throw position.invalid('Unix seconds');
  return new Date(seconds * 1000);
}

/** Whether a raw value needs only the conversion to milliseconds. Nearly all times are such numbers. */
export function isPlainInstant(raw: unknown): raw is number {
  return Number.isSafeInteger(raw) && (raw as number) > 0 && (raw as number) <= lastSecond;
}

/** A decimal number in plain digits as sent; of a number with an exponent, the digits without it. @returns null for no value. */
export function decodeDecimal(raw: unknown, position: ReplyPosition): string | null {
  const text = decodeString(raw, position).trim();
  if (text === '') return null;
  const plain = typeof raw === 'string' ? text : plainDigits(text);
  if (plain !== null && decimalDigits.test(plain)) return plain;
  throw position.invalid('a decimal number');
}

/** A decimal number in plain digits. Throws also if there is no value. */
export function decodeRequiredDecimal(raw: unknown, position: ReplyPosition): string {
  const number = decodeDecimal(raw, position);
  if (number === null) throw position.invalid('a decimal number');
  return number;
}

/**
 * The maximum number of items of a list. A reply of 16 MB can contain millions, each of which would become a record: they would hold the
 * event loop for seconds and exhaust the memory.
 */
const maxItems = 100_000;

/** The items of a list. An object whose keys are all integers is a list too, in the order of the reply. @returns [] for no value. */
export function decodeList(raw: unknown, position: ReplyPosition, most = maxItems): readonly unknown[] {
  if (hasNoValue(raw)) return [];
  const items = itemsOf(raw);
  if (items === null) throw position.invalid('an array');
  if (items.length > most) throw position.invalid(`an array of at most ${most} items`);
  return items;
}

function itemsOf(raw: unknown): readonly unknown[] | null {
  if (Array.isArray(raw)) return raw as readonly unknown[];
  if (!isRecord(raw)) return null;
  const entries = entriesOf(raw);
  return entries.every(([key]) => digits.test(key)) ? entries.map(([, item]) => item) : null;
}

/** The items of a list as strings, without items that have no value. */
export function decodeStrings(raw: unknown, position: ReplyPosition): readonly string[] {
  return decodeList(raw, position).flatMap((item, index) => (hasNoValue(item) ? [] : [decodeString(item, position.child(index))]));
}

/** The items of a list as JSON values, without null items: their shape is not known, so "", false and [] may be values. */
export function decodeJsonItems(raw: unknown, position: ReplyPosition): readonly Json[] {
  return decodeList(raw, position)
    .filter((item) => item !== null)
    .map((item) => position.json(item));
}

/** An object. @returns an empty one for no value. */
export function decodeObject(raw: unknown, position: ReplyPosition): RawObject {
  if (hasNoValue(raw)) return {};
  if (isRecord(raw)) return raw as RawObject;
  throw position.invalid('an object');
}

const digits = /^-?\d{1,16}$/;
const decimalDigits = /^[+-]?\d+(\.\d+)?$/;
const firstSecond = -62_167_219_200;
const lastSecond = 253_402_300_799;
