/*
 * Parses JSON without losing what a text states. JSON.parse rounds numbers to doubles, moves members whose names are integers to the front of
 * their object, and accepts halves of surrogate pairs, which no UTF-8 text can contain. Other services send all three: identity numbers as
 * numbers, lists of PHP as objects with number keys, and strings that were cut within a character.
 *
 * Only texts that may have one of them are read a second time, after JSON.parse has checked their grammar.
 */

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

/** Returns the digits of a number's text, with the exponent expanded. @returns null for an exponent beyond 1000, which would be as many digits */
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
 * @param utf8 the text in UTF-8
 * @param number creates the value of a number from its text
 * @throws SyntaxError
 */
export function parseExactly(text: string, utf8: Uint8Array = Buffer.from(text), number: (text: string) => unknown = numberOf): unknown {
  const value: unknown = JSON.parse(text);
  return mayBeInexact(utf8) ? exactValue(text, number) : value;
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
function exactValue(text: string, number: (text: string) => unknown): unknown {
  const outer: unknown[][] = [];
  /** The items of the list that is being read; of an object, its names and values by turns. */
  let items: unknown[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const first = text[at]!;
    if (first === '[' || first === '{') {
      outer.push(items);
      items = [];
    } else if (first === ']' || first === '}') {
      const value = first === ']' ? items : objectOf(items);
      items = outer.pop()!;
      items.push(value);
    } else if (!betweenTokens.includes(first)) {
      const end = first === '"' ? endOfString(text, at) : endOfScalar(text, at);
      const token = text.slice(at, end);
      items.push(startsNumber.test(first) ? number(ownString(token)) : wellFormed(JSON.parse(token)));
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

function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at += 1) {
    if (text[at] === '"') return at + 1;
    if (text[at] === '\\') at += 1;
  }
}

function endOfScalar(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && !afterScalar.includes(text[end]!)) end += 1;
  return end;
}

/** Returns a copy of a slice, which would keep the whole text in memory. */
const ownString = (slice: string): string => Buffer.from(slice, 'latin1').toString('latin1');

const wellFormed = (scalar: unknown): unknown => (typeof scalar === 'string' ? scalar.toWellFormed() : scalar);

/**
 * Whether a JSON text may have a number that JavaScript writes otherwise, such as 1e3, 19.90 or one of 16 digits, a member's name of digits, or a
 * surrogate as an escape. A loop over bytes takes a fraction of the time of JSON.parse, and a pattern or a loop over characters half.
 */
function mayBeInexact(utf8: Uint8Array): boolean {
  const { length } = utf8;
  for (let at = 0; at < length; at += 1) {
    const start = at;
    const first = utf8[at]!;
    if (first === quote) {
      for (at += 1; at < length && utf8[at] !== quote; at += 1) {
        if (utf8[at] !== backslash) continue;
        at += 1;
        // The hexadecimal digits above 7 are 8, 9 and the letters.
        if (utf8[at] === letterU && (utf8[at + 1]! | lowerCase) === letterD && utf8[at + 2]! > seven) return true;
      }
      if (isReordered(utf8, start + 1, at) && isName(utf8, at)) return true;
    } else if ((first >= zero && first <= nine) || first === minus) {
      for (at += 1; utf8[at]! >= zero && utf8[at]! <= nine;) at += 1;
      if (utf8[at] === point) {
        for (at += 1; utf8[at]! >= zero && utf8[at]! <= nine;) at += 1;
        // A fraction as JavaScript writes it: 19.9, not 19.90, and not 0.0000001, which is 1e-7.
        if (utf8[at - 1] === zero || utf8[start] === zero || first === minus) return true;
      }
      if ((utf8[at]! | lowerCase) === letterE || at - start > maxExactDigits) return true;
      if (first === minus && utf8[start + 1] === zero) return true;
      at -= 1;
    }
  }
  return false;
}

/** Whether JSON.parse may move a member of this name: a name of digits, some of which may be escapes. */
function isReordered(utf8: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    if (utf8[at] === backslash) return true;
    if (utf8[at]! < zero || utf8[at]! > nine) return false;
  }
  return end > start;
}

/** Whether a colon follows the string that ends at a position. */
function isName(utf8: Uint8Array, end: number): boolean {
  let next = end + 1;
  while (utf8[next]! <= space) next += 1;
  return utf8[next] === colon;
}

const sentOrder = Symbol('names of the members in the order of the text');
/** The integers up to this one are exact in a double. */
const maxExact = 2 ** 53;
const maxExponent = 1000;
const withExponent = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))$/;
const integerDigits = /^-?\d+(?:\.0*)?$/;
const startsNumber = /[-\d]/;
const betweenTokens = ' \t\n\r,:';
const afterScalar = `${betweenTokens}]}`;
const maxExactDigits = 15;
const space = 0x20;
const lowerCase = 0x20;
const quote = 0x22;
const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const seven = 0x37;
const nine = 0x39;
const colon = 0x3a;
const backslash = 0x5c;
const letterD = 0x64;
const letterE = 0x65;
const letterU = 0x75;
