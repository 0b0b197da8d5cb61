/*
 * Where JSON values end (RFC 8259), told from the bytes of a text alone, so that nothing is made of what nobody reads.
 * All of it is checked: what is found to end somewhere is a value that JSON.parse takes, once the bytes are decoded with
 * replacement, which leaves every ASCII byte in its place.
 */

/** A text of UTF-8 bytes, one at a time and four at once. */
export interface JsonBytes {
  readonly bytes: Buffer;
  readonly words: DataView;
}

export const jsonBytes = (bytes: Buffer): JsonBytes => ({ bytes, words: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) });

/** No value, or one that is left to JSON.parse. */
export const nowhere = -1;

/** An end and what a string holds beside plain ASCII, in one number: {@link endIn} and the marks below take it apart. */
export type MarkedEnd = number;
export const endIn = (marked: MarkedEnd): number => marked >> 2;
export const beyondAscii = 1;
export const escaped = 2;

const quote = 0x22;
const backslash = 0x5c;

const table = (isIn: (character: string) => boolean) =>
  Uint8Array.from({ length: 256 }, (_, code) => Number(isIn(String.fromCharCode(code))));
/** ASCII that stands for itself in a string. */
const plainAscii = table((character) => character >= ' ' && character < '\u0080' && character !== '"' && character !== '\\');
const blank = table((character) => ' \t\n\r'.includes(character));
const digit = table((character) => character >= '0' && character <= '9');
const inNumber = table((character) => '+-.eE0123456789'.includes(character));
const singleEscape = table((character) => '"\\/bfnrt'.includes(character));
const hexDigit = table((character) => /[0-9a-fA-F]/.test(character));

/** Of four bytes at once: whether one of them is a quote, a backslash, a control character or beyond ASCII. */
function isSpecial(word: number): boolean {
  const quotes = word ^ 0x22222222;
  const backslashes = word ^ 0x5c5c5c5c;
  return (
    ((((quotes - 0x01010101) & ~quotes) | ((backslashes - 0x01010101) & ~backslashes) | (word - 0x20202020) | word) & 0x80808080) !== 0
  );
}

/** Behind the closing quote of the string whose opening quote is at `at`. */
function endOfString({ bytes, words }: JsonBytes, at: number): MarkedEnd {
  const lastWord = bytes.length - 4;
  let place = at + 1;
  let marks = 0;
  for (;;) {
    while (place <= lastWord && !isSpecial(words.getInt32(place, true))) place += 4;
    while (plainAscii[bytes[place]!] === 1) place += 1;
    const byte = bytes[place];
    if (byte === quote) return ((place + 1) << 2) | marks;
    if (byte === undefined || byte < 0x20) return nowhere;
    if (byte === backslash) {
      marks |= escaped;
      place = endOfEscape(bytes, place);
      if (place === nowhere) return nowhere;
    } else {
      marks |= beyondAscii;
      while (bytes[place]! >= 0x80) place += 1;
    }
  }
}

function endOfEscape(bytes: Buffer, at: number): number {
  const kind = bytes[at + 1]!;
  if (singleEscape[kind] === 1) return at + 2;
  if (kind !== 0x75) return nowhere;
  for (let place = at + 2; place < at + 6; place += 1) if (hexDigit[bytes[place]!] !== 1) return nowhere;
  return at + 6;
}

const numberGrammar = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Behind the number that begins at `at`. */
function endOfNumber(bytes: Buffer, at: number): number {
  let place = at;
  while (digit[bytes[place]!] === 1) place += 1;
  const whole = place > at && inNumber[bytes[place]!] !== 1;
  if (whole && (bytes[at] !== 0x30 || place === at + 1)) return place;
  while (inNumber[bytes[place]!] === 1) place += 1;
  return numberGrammar.test(bytes.toString('latin1', at, place)) ? place : nowhere;
}

/** Past what may stand between any two tokens. */
export function skipBlank(bytes: Buffer, at: number): number {
  let place = at;
  while (blank[bytes[place]!] === 1) place += 1;
  return place;
}

const [isTrue, isFalse, isNull] = ['true', 'false', 'null'].map((word) => Buffer.from(word)) as [Buffer, Buffer, Buffer];

function endOfLiteral(bytes: Buffer, at: number, literal: Buffer): number {
  for (let index = 0; index < literal.length; index += 1) if (bytes[at + index] !== literal[index]) return nowhere;
  return at + literal.length;
}

/** Behind the value that begins at `at`: there must be nothing blank before it. Very deep ones are left to JSON.parse. */
export function endOfValue(text: JsonBytes, at: number): MarkedEnd {
  if (text.bytes[at] === quote) return endOfString(text, at);
  const end = endOfOther(text, at);
  return end === nowhere ? nowhere : end << 2;
}

function endOfOther(text: JsonBytes, at: number): number {
  const { bytes } = text;
  const byte = bytes[at]!;
  if (digit[byte] === 1) return endOfNumber(bytes, at);
  if (byte === 0x6e) return endOfLiteral(bytes, at, isNull);
  if (byte === 0x74) return endOfLiteral(bytes, at, isTrue);
  if (byte === 0x66) return endOfLiteral(bytes, at, isFalse);
  return byte === 0x7b || byte === 0x5b ? endOfContainer(text, at, 1) : endOfNumber(bytes, at);
}

const deepest = 100;

function endOfContainer(text: JsonBytes, at: number, depth: number): number {
  if (depth > deepest) return nowhere;
  const { bytes } = text;
  const isObject = bytes[at] === 0x7b;
  const closing = isObject ? 0x7d : 0x5d;
  let place = skipBlank(bytes, at + 1);
  if (bytes[place] === closing) return place + 1;
  for (;;) {
    if (isObject) {
      const key = endOfKey(text, place);
      place = key === nowhere ? nowhere : valueBehind(bytes, key);
    }
    if (place === nowhere) return nowhere;
    const nested = bytes[place] === 0x7b || bytes[place] === 0x5b;
    const end = nested ? endOfContainer(text, place, depth + 1) : endIn(endOfValue(text, place));
    if (end === nowhere) return nowhere;
    place = skipBlank(bytes, end);
    if (bytes[place] === closing) return place + 1;
    if (bytes[place] !== 0x2c) return nowhere;
    place = skipBlank(bytes, place + 1);
  }
}

/** Behind the key whose opening quote is at `at`. */
export function endOfKey(text: JsonBytes, at: number): MarkedEnd {
  return text.bytes[at] === quote ? endOfString(text, at) : nowhere;
}

/** Where the value of a member begins, from behind its key. */
export function valueBehind(bytes: Buffer, keyEnd: MarkedEnd): number {
  const colon = skipBlank(bytes, endIn(keyEnd));
  return bytes[colon] === 0x3a ? skipBlank(bytes, colon + 1) : nowhere;
}

/** The string that begins at `at`. */
export function stringAt({ bytes }: JsonBytes, at: number, end: MarkedEnd): string {
  if ((end & (escaped | beyondAscii)) === 0) return bytes.toString('latin1', at + 1, endIn(end) - 1);
  return JSON.parse(bytes.toString('utf8', at, endIn(end))) as string;
}
