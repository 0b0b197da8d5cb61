/*
 * JSON texts: parsed without losing what they state; and where their parts are.
 *
 * JSON.parse rounds numbers to doubles, moves members whose names are integers to the front of their object, and accepts halves of surrogate
 * pairs, which no UTF-8 text can contain. Other services send all three: identity numbers as numbers, lists of PHP as objects with number
 * keys, and strings that were cut within a character. Only texts that may have one of them are read a second time, after JSON.parse has
 * checked their grammar.
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

/* Where the parts of a text are, for what its values do not show: their number, the end of an object, and members that occur twice. */

/**
 * Returns the index of the next bracket, brace, comma or colon outside strings, from an index on. Without one: the length of the text,
 * or more. Also of a text that is not JSON.
 */
function nextMark(json: Uint8Array, from: number): number {
  const { length } = json;
  let at = from;
  while (at < length) {
    const byte = json[at]!;
    if (byte === quote) at = endOfString(json, at);
    else if (isMark[byte] === 1) return at;
    else at += 1;
  }
  return at;
}

/** Returns the index behind the string that begins at an index. */
function endOfString(json: Uint8Array, start: number): number {
  const { length } = json;
  let at = start + 1;
  while (at < length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at + 1;
}

/** Returns the index behind the number, true, false or null that begins at an index. */
function endOfScalar(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (json[at]! > space && isMark[json[at]!] !== 1) at += 1;
  return at;
}

/** Returns the index of the first byte from an index on that is no blank. */
function afterBlanks(json: Uint8Array, from: number): number {
  let at = from;
  while (json[at]! <= space) at += 1;
  return at;
}

const isOpening = (byte: number | undefined): boolean => byte === openBrace || byte === openBracket;
const isClosing = (byte: number | undefined): boolean => byte === closeBrace || byte === closeBracket;

/**
 * Returns the number of objects, lists and scalars in a JSON text, the outermost included: the first, one after each
 * comma, and one after each bracket that is not closed immediately. Names of members are not values. For a text that is
 * not JSON: at least what JSON.parse makes of it.
 */
export function countValues(json: Uint8Array): number {
  let values = 1;
  for (let at = nextMark(json, 0); at < json.length; at = nextMark(json, at + 1)) {
    const byte = json[at];
    if (byte === comma || (isOpening(byte) && !isClosing(json[afterBlanks(json, at + 1)]))) values += 1;
  }
  return values;
}

/** Returns the index behind the brace that closes the one at an index; null if there is none. */
export function endOfBraces(json: Uint8Array, start: number): number | null {
  let depth = 0;
  for (let at = start; at < json.length; at = nextMark(json, at + 1)) {
    if (json[at] === openBrace) depth += 1;
    else if (json[at] === closeBrace && (depth -= 1) === 0) return at + 1;
  }
  return null;
}

/**
 * Returns the members of a text that is JSON whose object has an earlier one of the name: for each, the names on its path. JSON.parse
 * silently keeps the last.
 */
export function repeatedMembers(text: string): readonly (readonly string[])[] {
  const json = Buffer.from(text);
  const repeated: (readonly string[])[] = [];
  /** The names in each open object so far. The last ones are the path, without the indexes of lists. */
  const open: string[][] = [];
  for (let at = 0; at < json.length; at += 1) {
    if (json[at] === openBrace) open.push([]);
    else if (json[at] === closeBrace) open.pop();
    if (json[at] !== quote) continue;
    const end = endOfString(json, at);
    if (json[afterBlanks(json, end)] === colon) {
      const name = JSON.parse(json.toString('utf8', at, end)) as string;
      const names = open.at(-1)!;
      const isRepeated = names.includes(name);
      names.push(name);
      if (isRepeated) repeated.push(open.map((each) => each.at(-1)!));
    }
    at = end - 1;
  }
  return repeated;
}

const sentOrder = Symbol('names of the members in the order of the text');
/** The integers up to this one are exact in a double. */
const maxExact = 2 ** 53;
const maxExponent = 1000;
const withExponent = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))$/;
const integerDigits = /^-?\d+(?:\.0*)?$/;
const maxExactDigits = 15;
const minus = 0x2d;
const zero = 0x30;
const seven = 0x37;
const nine = 0x39;
const lowerCase = 0x20;
const letterD = 0x64;
const letterU = 0x75;
const space = 0x20;
const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;

/** 1 at the code of each mark. */
const isMark = new Uint8Array(256);
for (const mark of [comma, colon, openBracket, closeBracket, openBrace, closeBrace]) isMark[mark] = 1;
