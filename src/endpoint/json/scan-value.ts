/*
 * Finds the end of a JSON value (RFC 8259) from its bytes, without creating the value.
 *
 * All of the value is checked: if an end is returned, JSON.parse accepts the bytes up to it. Bytes that are not UTF-8 count as
 * characters, because decoding replaces them and leaves every ASCII byte at its place.
 */

/** A text in UTF-8, readable byte by byte and in words of four bytes. */
export interface JsonBytes {
  readonly bytes: Buffer;
  readonly words: DataView;
}

export const jsonBytes = (bytes: Buffer): JsonBytes => ({ bytes, words: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) });

/** The position that stands for "not JSON, or not supported by the scan". JSON.parse then decides. */
export const invalid = -1;

/**
 * The end of a value and two facts about its string, in one number, so that it fits into an Int32Array:
 * {@link endIn} returns the end, {@link escaped} and {@link beyondAscii} select the facts.
 */
export type MarkedEnd = number;
export const endIn = (marked: MarkedEnd): number => marked >> 2;
/** The string contains bytes beyond ASCII. */
export const beyondAscii = 1;
/** The string contains an escape. */
export const escaped = 2;

const quote = 0x22;
const comma = 0x2c;
const zero = 0x30;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const letterF = 0x66;
const letterN = 0x6e;
const letterT = 0x74;
const letterU = 0x75;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** A table of all bytes: 1 for the characters that belong to a class, otherwise 0. */
const characterClass = (contains: (character: string) => boolean) =>
  Uint8Array.from({ length: 256 }, (_, code) => Number(contains(String.fromCharCode(code))));
/** ASCII characters that need no escape in a string. */
const plainAscii = characterClass((character) => character >= ' ' && character < '\u0080' && character !== '"' && character !== '\\');
const whitespace = characterClass((character) => ' \t\n\r'.includes(character));
const digit = characterClass((character) => character >= '0' && character <= '9');
const numberCharacter = characterClass((character) => '+-.eE0123456789'.includes(character));
const escapeCharacter = characterClass((character) => '"\\/bfnrt'.includes(character));
const hexDigit = characterClass((character) => /[0-9a-fA-F]/.test(character));

/**
 * The position after the value at `start`, where no white space may stand.
 * @returns `invalid` for anything but JSON, and for values nested deeper than 100
 */
export function endOfValue(text: JsonBytes, start: number): MarkedEnd {
  if (text.bytes[start] === quote) return endOfString(text, start);
  const end = endOfOther(text, start);
  return end === invalid ? invalid : end << 2;
}

/** The position after the key whose opening quote is at `start`; `invalid` if there is none. */
export function endOfKey(text: JsonBytes, start: number): MarkedEnd {
  return text.bytes[start] === quote ? endOfString(text, start) : invalid;
}

/** The position of a member's value, from the end of its key; `invalid` without a colon. */
export function startOfMemberValue(bytes: Buffer, keyEnd: MarkedEnd): number {
  const at = skipWhitespace(bytes, endIn(keyEnd));
  return bytes[at] === colon ? skipWhitespace(bytes, at + 1) : invalid;
}

/** The string at `start`, decoded. */
export function stringAt({ bytes }: JsonBytes, start: number, end: MarkedEnd): string {
  if ((end & (escaped | beyondAscii)) === 0) return bytes.toString('latin1', start + 1, endIn(end) - 1);
  return JSON.parse(bytes.toString('utf8', start, endIn(end))) as string;
}

/** The position of the next character that is not white space. */
export function skipWhitespace(bytes: Buffer, start: number): number {
  let at = start;
  while (whitespace[bytes[at]!] === 1) at += 1;
  return at;
}

function endOfString({ bytes, words }: JsonBytes, start: number): MarkedEnd {
  const lastWord = bytes.length - 4;
  let at = start + 1;
  let marks = 0;
  for (;;) {
    while (at <= lastWord && !hasSpecialByte(words.getInt32(at, true))) at += 4;
    while (plainAscii[bytes[at]!] === 1) at += 1;
    const byte = bytes[at];
    if (byte === quote) return ((at + 1) << 2) | marks;
    if (byte === undefined || byte < 0x20) return invalid;
    if (byte === backslash) {
      marks |= escaped;
      at = endOfEscape(bytes, at);
      if (at === invalid) return invalid;
    } else {
      marks |= beyondAscii;
      while (bytes[at]! >= 0x80) at += 1;
    }
  }
}

/**
 * Whether one of four bytes is a quote, a backslash, a control character or beyond ASCII.
 *
 * The high bit of a byte is the result. `x - 1` sets it where x, the difference to the character searched for, is 0; `word - 0x20` sets it
 * for control characters; beyond ASCII it is set already. A borrow from a lower byte may set it wrongly but never clears it, so
 * the caller then checks single bytes.
 */
function hasSpecialByte(word: number): boolean {
  const quotes = word ^ 0x22222222;
  const backslashes = word ^ 0x5c5c5c5c;
  return (
    ((((quotes - 0x01010101) & ~quotes) | ((backslashes - 0x01010101) & ~backslashes) | (word - 0x20202020) | word) & 0x80808080) !== 0
  );
}

function endOfEscape(bytes: Buffer, start: number): number {
  const kind = bytes[start + 1]!;
  if (escapeCharacter[kind] === 1) return start + 2;
  if (kind !== letterU) return invalid;
  for (let at = start + 2; at < start + 6; at += 1) if (hexDigit[bytes[at]!] !== 1) return invalid;
  return start + 6;
}

function endOfOther(text: JsonBytes, start: number): number {
  const { bytes } = text;
  const byte = bytes[start]!;
  if (digit[byte] === 1) return endOfNumber(bytes, start);
  if (byte === letterN) return endOfLiteral(bytes, start, nullLiteral);
  if (byte === letterT) return endOfLiteral(bytes, start, trueLiteral);
  if (byte === letterF) return endOfLiteral(bytes, start, falseLiteral);
  return byte === openBrace || byte === openBracket ? endOfContainer(text, start, 1) : endOfNumber(bytes, start);
}

const [trueLiteral, falseLiteral, nullLiteral] = ['true', 'false', 'null'].map((word) => Buffer.from(word)) as [Buffer, Buffer, Buffer];

function endOfLiteral(bytes: Buffer, start: number, literal: Buffer): number {
  for (let index = 0; index < literal.length; index += 1) if (bytes[start + index] !== literal[index]) return invalid;
  return start + literal.length;
}

const numberGrammar = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function endOfNumber(bytes: Buffer, start: number): number {
  let at = start;
  while (digit[bytes[at]!] === 1) at += 1;
  // Most numbers are digits alone, without a leading zero: they need no string for the grammar.
  const digitsOnly = at > start && numberCharacter[bytes[at]!] !== 1;
  if (digitsOnly && (bytes[start] !== zero || at === start + 1)) return at;
  while (numberCharacter[bytes[at]!] === 1) at += 1;
  return numberGrammar.test(bytes.toString('latin1', start, at)) ? at : invalid;
}

/** Deeper values are left to JSON.parse, which does not run out of stack. */
const maxDepth = 100;

function endOfContainer(text: JsonBytes, start: number, depth: number): number {
  if (depth > maxDepth) return invalid;
  const { bytes } = text;
  const isObject = bytes[start] === openBrace;
  const closing = isObject ? closeBrace : closeBracket;
  let at = skipWhitespace(bytes, start + 1);
  if (bytes[at] === closing) return at + 1;
  for (;;) {
    if (isObject) {
      const key = endOfKey(text, at);
      at = key === invalid ? invalid : startOfMemberValue(bytes, key);
    }
    if (at === invalid) return invalid;
    const isContainer = bytes[at] === openBrace || bytes[at] === openBracket;
    const end = isContainer ? endOfContainer(text, at, depth + 1) : endIn(endOfValue(text, at));
    if (end === invalid) return invalid;
    at = skipWhitespace(bytes, end);
    if (bytes[at] === closing) return at + 1;
    if (bytes[at] !== comma) return invalid;
    at = skipWhitespace(bytes, at + 1);
  }
}
