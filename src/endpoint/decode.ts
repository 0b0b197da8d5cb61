import type { Json } from '../model/json.js';
import type { ScannedRecord } from './json/record-list.js';
import type { Source } from './source.js';

/*
 * One decoder per shape. Each takes a raw value and where it stands, understands the service's habits ("1" for 1,
 * false, "" or [] for nothing), and throws UpstreamInvalidResponseError for what breaks the interface.
 */

/** The many ways in which the service says nothing. */
export function isBlank(raw: unknown): boolean {
  return raw === undefined || raw === null || raw === '' || raw === false || (Array.isArray(raw) && raw.length === 0);
}

/** @returns "" for nothing. */
export function text(raw: unknown, source: Source): string {
  if (typeof raw === 'string') return source.text(raw);
  if (isBlank(raw)) return '';
  if (typeof raw === 'number' && Number.isFinite(raw)) return String(raw);
  throw source.broken('a string');
}

/** @returns null for nothing. */
export function optionalText(raw: unknown, source: Source): string | null {
  return text(raw, source) || null;
}

/** A whole number that JavaScript holds exactly. */
export function wholeNumber(raw: unknown, source: Source): number {
  const number = typeof raw === 'string' && digits.test(raw) ? Number(raw) : raw;
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number;
  throw source.broken('an integer');
}

/** A whole number of 32 bits, which is what a GraphQL Int holds. */
export function int(raw: unknown, source: Source): number {
  const number = wholeNumber(raw, source);
  if (number === (number | 0)) return number;
  throw source.broken('an integer of 32 bits');
}

/** @returns null for nothing. */
export function optionalInt(raw: unknown, source: Source): number | null {
  return isBlank(raw) ? null : int(raw, source);
}

/** The number of a record: positive. */
export function recordId(raw: unknown, source: Source): number {
  const number = wholeNumber(raw, source);
  if (number > 0) return number;
  throw source.broken('a positive integer');
}

/** @returns null for nothing and for 0, which is how the service says "none". */
export function optionalId(raw: unknown, source: Source): number | null {
  return isBlank(raw) || raw === 0 || raw === '0' ? null : recordId(raw, source);
}

/** The number of something whose kind the interface does not tell; null for nothing and for 0. */
export function foreignId(raw: unknown, source: Source): string | null {
  const id = text(raw, source);
  return id === '' || id === '0' ? null : id;
}

/** Unix seconds; null for nothing and for 0. */
export function instant(raw: unknown, source: Source): Date | null {
  if (isBlank(raw)) return null;
  const seconds = wholeNumber(raw, source);
  if (seconds === 0) return null;
  if (seconds < firstSecond || seconds > lastSecond) throw source.broken('Unix seconds');
  return new Date(seconds * 1000);
}

/** Whether a value is a usable instant as it stands, which nearly all are. */
export function isPlainInstant(raw: unknown): raw is number {
  return Number.isSafeInteger(raw) && (raw as number) > 0 && (raw as number) <= lastSecond;
}

/** A decimal in plain digits: those of a string are kept, a number is written without exponent. @returns null for nothing. */
export function decimal(raw: unknown, source: Source): string | null {
  if (typeof raw === 'number' && Number.isFinite(raw)) return plainDigits(raw);
  const written = text(raw, source).trim();
  if (written === '') return null;
  if (decimalDigits.test(written)) return written;
  throw source.broken('a decimal number');
}

/** A list; an object whose keys are all numbers is a list too. @returns [] for nothing. */
export function list(raw: unknown, source: Source): readonly unknown[] {
  if (Array.isArray(raw)) return raw;
  if (isBlank(raw)) return [];
  if (typeof raw === 'object' && Object.keys(raw as object).every((key) => digits.test(key))) return Object.values(raw as object);
  throw source.broken('an array');
}

/** The items of a list as they came; a null among them is nothing. */
export function jsonItems(raw: unknown, source: Source): readonly Json[] {
  return list(raw, source)
    .filter((item) => item !== null)
    .map((item) => source.json(item));
}

export type RawObject = Readonly<Record<string, unknown>>;
/** An object as it was parsed, or where it stands in the answer. */
export type RawRecord = RawObject | ScannedRecord;

/** A member that an answer owes, be it empty. @throws UpstreamInvalidResponseError where it is missing */
export function owed(raw: RawObject, key: string, source: Source, expected: string): unknown {
  if (raw[key] === undefined) throw source.child(key).broken(expected);
  return raw[key];
}

/** An object. @returns an empty one for nothing. */
export function object(raw: unknown, source: Source): RawObject {
  if (isBlank(raw)) return {};
  if (typeof raw === 'object' && !Array.isArray(raw)) return raw as RawObject;
  throw source.broken('an object');
}

/** The name of a code, or null for a code that the interface does not name. */
export function nameOf<Name extends string>(codes: Readonly<Record<Name, number>>, code: number | null): Name | null {
  for (const name in codes) if (codes[name] === code) return name;
  return null;
}

const digits = /^-?\d{1,16}$/;
const decimalDigits = /^[+-]?\d+(\.\d+)?$/;
/** The years 0000 to 9999: beyond them RFC 3339 has no date. */
const firstSecond = -62_167_219_200;
const lastSecond = 253_402_300_799;

/** The shortest digits that mean the number, its exponent written out. */
function plainDigits(number: number): string {
  const written = String(number);
  const [, sign, whole, fraction = '', exponent] = withExponent.exec(written) ?? [];
  if (exponent === undefined) return written;
  const point = whole!.length + Number(exponent);
  const digitsOnly = whole! + fraction;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digitsOnly}`;
  return sign + digitsOnly.padEnd(point, '0');
}
const withExponent = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/;
