/*
 * Parses JSON without losing what a text states. JSON.parse rounds numbers to doubles, moves members whose names are integers to the front
 * of their object, and accepts halves of surrogate pairs, which no UTF-8 text can contain. Other services send all three: identity numbers
 * as numbers, lists of PHP as objects with number keys, and strings that were cut within a character.
 *
 * Only texts that may have one of them are read a second time, after JSON.parse has checked their grammar.
 */

import { afterBlanks, backslash, closeBrace, colon, endOfScalar, endOfString, isClosing, isOpening, quote, space } from './json-marks.js';

/** Any value that JSON can represent. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A number of a JSON text that a double does not write back as it was sent, such as 110101199003078515, 1.50 or 1e3. */
export class JsonNumber {
  constructor(readonly text: string) {}

  /** The value, if it is an integer, such as 1000 for `1e3`. Otherwise NaN: no rounding makes an integer of a number. */
  get integer(): number {
    const plain = plainDigits(this.text);
    return plain !== null && integerDigits.test(plain) ? Number(plain) : NaN;
  }

  /** The number as part of a JSON value: as a number, or as a string where a double would be another integer. */
  toJSON(): number | string {
    const number = Number(this.text);
    const isSmall = Math.abs(number) < maxExact && (!Number.isInteger(number) || number === this.integer);
    return isSmall ? number : this.text;
  }
}

/** The value of a number's text. */
export function numberOf(text: string): number | JsonNumber {
  const number = Number(text);
  return String(number) === text && Math.abs(number) <= maxExact ? number : new JsonNumber(text);
}

/** The value of a number's text as part of a JSON value. */
export function jsonNumberOf(text: string): number | string {
  const number = numberOf(text);
  return typeof number === 'number' ? number : number.toJSON();
}

/**
 * Returns the digits of a number's text, with the exponent expanded.
 * @returns null for an exponent beyond 1000, which would be as many digits
 */
export function plainDigits(text: string): string | null {
  const [, sign, whole, fraction = '', exponent] = withExponent.exec(text) ?? [];
  if (exponent === undefined) return text;
  if (!/[1-9]/.test(whole! + fraction)) return `${sign}0`;
  if (Math.abs(Number(exponent)) > maxExponent) return null;
  const point = whole!.length + Number(exponent);
  const digits = (whole! + fraction).padStart(whole!.length + fraction.length - Math.min(point - 1, 0), '0').padEnd(point, '0');
  const end = Math.max(point, 1);
  return sign + digits.slice(0, end).replace(/^0+(?=\d)/, '') + (digits.length > end ? `.${digits.slice(end)}` : '');
}

/**
 * Parses a JSON text as JSON.parse does, except that objects keep the order of their members ({@link entriesInOrder}), and each half of a
 * surrogate pair becomes U+FFFD.
 *
 * @param number creates the value of a number from its text
 * @throws SyntaxError
 */
export function parseExactly(json: Buffer, number: (text: string) => unknown = numberOf): unknown {
  const value: unknown = JSON.parse(json.toString());
  return mayBeInexact(json) ? exactValue(json, number) : value;
}

/** The names and values of an object's members, in the order of the text from which {@link parseExactly} created it. */
export function entriesInOrder<T>(object: Readonly<Record<string, T>>): [name: string, value: T][] {
  const names = (object as { readonly [sentOrder]?: readonly string[] })[sentOrder];
  return names ? names.map((name) => [name, object[name]!]) : Object.entries(object);
}

/** Returns an object that keeps the order of its members. @param object has the same members */
export function inOrderOf<T extends object>(names: readonly string[], object: T): T {
  const isInOrder = Object.keys(object).every((name, index) => name === names[index]);
  return isInOrder ? object : Object.defineProperty(object, sentOrder, { value: names });
}

/** Returns the JSON text of a value, with the members of objects in their order. */
export function orderedJsonText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(orderedJsonText).join(',')}]`;
  if (typeof value !== 'object' || value === null || value instanceof JsonNumber) return JSON.stringify(value);
  const members = entriesInOrder(value as Readonly<Record<string, unknown>>);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${orderedJsonText(member)}`).join(',')}}`;
}

/** Reads a text that is valid JSON. A loop, because values may be nested deeper than calls can be. */
function exactValue(json: Buffer, number: (text: string) => unknown): unknown {
  const outer: unknown[][] = [];
  /** The items of the list that is being read; of an object, its names and values by turns. */
  let items: unknown[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const first = json[at]!;
    if (isOpening(first)) {
      outer.push(items);
      items = [];
    } else if (isClosing(first)) {
      const value = first === closeBrace ? objectOf(items) : items;
      items = outer.pop()!;
      items.push(value);
    } else if (first > space && first !== comma && first !== colon) {
      const end = first === quote ? endOfString(json, at) : endOfScalar(json, at);
      const token = json.toString('utf8', at, end);
      items.push(beginsNumber(first) ? number(token) : wellFormed(JSON.parse(token)));
      at = end - 1;
    }
  }
  return items[0];
}

function objectOf(namesAndValues: readonly unknown[]): object {
  const members = new Map<string, unknown>();
  for (let at = 0; at < namesAndValues.length; at += 2) members.set(namesAndValues[at] as string, namesAndValues[at + 1]);
  // Like JSON.parse, and unlike an assignment, this creates a member of the name `__proto__`.
  return inOrderOf([...members.keys()], Object.fromEntries(members));
}

const wellFormed = (scalar: unknown): unknown => (typeof scalar === 'string' ? scalar.toWellFormed() : scalar);

/**
 * Whether a JSON text may have a number that JavaScript writes otherwise, such as 1e3, 19.90 or one of 16 digits, a member's
 * name of digits, or half of a surrogate pair as an escape. A loop over bytes takes a fraction of the time of JSON.parse, and
 * a pattern or a loop over characters half.
 */
function mayBeInexact(json: Buffer): boolean {
  for (let at = 0; at < json.length; at += 1) {
    const first = json[at]!;
    if (first === quote) {
      const start = at + 1;
      for (at = start; json[at] !== quote; at += 1) {
        if (json[at] !== backslash) continue;
        at += 1;
        if (isEscapedHalf(json, at)) return true;
      }
      if (isReordered(json, start, at) && json[afterBlanks(json, at + 1)] === colon) return true;
    } else if (beginsNumber(first)) {
      const end = endOfScalar(json, at);
      if (!isPlainInteger(json, at, end) && typeof numberOf(json.toString('latin1', at, end)) !== 'number') return true;
      at = end - 1;
    }
  }
  return false;
}

/** Whether the escape whose letter is at an index is one of D800 to DFFF. The hexadecimal digits above 7 are 8, 9 and the letters. */
const isEscapedHalf = (json: Buffer, at: number): boolean =>
  json[at] === letterU && (json[at + 1]! | lowerCase) === letterD && json[at + 2]! > seven;

/** Whether JSON.parse may move a member of this name: a name of digits, some of which may be escapes. */
function isReordered(json: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    if (json[at] === backslash) return true;
    if (!isDigit(json[at]!)) return false;
  }
  return end > start;
}

/** Whether a number is an integer that JavaScript surely writes in the same digits. */
function isPlainInteger(json: Buffer, start: number, end: number): boolean {
  const first = json[start] === minus ? start + 1 : start;
  if (end - first > maxExactDigits || (first > start && json[first] === zero)) return false;
  for (let at = first; at < end; at += 1) if (!isDigit(json[at]!)) return false;
  return true;
}

const isDigit = (byte: number): boolean => byte >= zero && byte <= nine;
const beginsNumber = (byte: number): boolean => byte === minus || isDigit(byte);

const sentOrder = Symbol('names of the members in the order of the text');
/** The integers up to this one are exact in a double. */
const maxExact = 2 ** 53;
const maxExponent = 1000;
const withExponent = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))$/;
const integerDigits = /^-?\d+(?:\.0*)?$/;
const maxExactDigits = 15;
const comma = 0x2c;
const minus = 0x2d;
const zero = 0x30;
const seven = 0x37;
const nine = 0x39;
const lowerCase = 0x20;
const letterD = 0x64;
const letterU = 0x75;
