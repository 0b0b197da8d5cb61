/*
 * Finds the end of a JSON value (RFC 8259) from its bytes, without creating the value.
 *
 * All of the value is checked: if an end is returned, JSON.parse accepts the bytes up to it. Bytes that are not UTF-8 count as
 * characters, because decoding replaces them and leaves every ASCII byte at its place.
 */

/** Stands for "not JSON, or not supported by the scan". No value ends at this address. */
export const invalid: usize = 0;

/** Facts about the string that was scanned last: the sum of {@link beyondAscii} and {@link escaped}. */
export let marks: i32 = 0;
/** The string contains bytes beyond ASCII. */
const beyondAscii: i32 = 1;
/** The string contains an escape. */
const escaped: i32 = 2;

export const quote: u8 = 0x22;
export const comma: u8 = 0x2c;
const plus: u8 = 0x2b;
const minus: u8 = 0x2d;
const point: u8 = 0x2e;
const zero: u8 = 0x30;
export const colon: u8 = 0x3a;
export const openBracket: u8 = 0x5b;
const backslash: u8 = 0x5c;
export const closeBracket: u8 = 0x5d;
export const openBrace: u8 = 0x7b;
export const closeBrace: u8 = 0x7d;

/** The end of the value at an address, where no white space may stand. Sets {@link marks}. @returns invalid for anything except JSON */
export function endOfValue(at: usize): usize {
  if (load<u8>(at) == quote) return endOfString(at);
  const end = endOfOther(at, 0);
  marks = 0;
  return end;
}

/** The address of the next byte that is not white space. */
export function skipWhitespace(at: usize): usize {
  while (isWhitespace(load<u8>(at))) at++;
  return at;
}

/** The address of a member's value, from the end of its key. @returns invalid without a colon */
export function startOfMemberValue(keyEnd: usize): usize {
  const at = skipWhitespace(keyEnd);
  return load<u8>(at) == colon ? skipWhitespace(at + 1) : invalid;
}

/** The end of the string whose opening quote is at an address. Compares 16 bytes at a time. Sets {@link marks}. */
export function endOfString(start: usize): usize {
  let at = start + 1;
  marks = 0;
  while (true) {
    const bytes = v128.load(at);
    const isQuote = i8x16.eq(bytes, i8x16.splat(quote));
    const isBackslash = i8x16.eq(bytes, i8x16.splat(backslash));
    const isControl = i8x16.lt_u(bytes, i8x16.splat(0x20));
    const special = i8x16.bitmask(v128.or(v128.or(isQuote, isBackslash), isControl));
    const high = i8x16.bitmask(bytes);
    if (special == 0) {
      if (high != 0) marks |= beyondAscii;
      at += 16;
      continue;
    }
    const plain = ctz(special);
    if ((high & ((1 << plain) - 1)) != 0) marks |= beyondAscii;
    at += plain;
    if (load<u8>(at) == quote) return at + 1;
    if (load<u8>(at) != backslash) return invalid;
    marks |= escaped;
    at = endOfEscape(at);
    if (at == invalid) return invalid;
  }
}

function endOfEscape(at: usize): usize {
  switch (load<u8>(at + 1)) {
    case 0x22: // "
    case 0x2f: // /
    case 0x5c: // \
    case 0x62: // b
    case 0x66: // f
    case 0x6e: // n
    case 0x72: // r
    case 0x74: // t
      return at + 2;
    case 0x75: // u
      for (let digit: usize = 2; digit < 6; digit++) if (!isHexDigit(load<u8>(at + digit))) return invalid;
      return at + 6;
    default:
      return invalid;
  }
}

function endOfOther(at: usize, depth: i32): usize {
  switch (load<u8>(at)) {
    case 0x6e: // null
      return load<u32>(at) == 0x6c6c756e ? at + 4 : invalid;
    case 0x74: // true
      return load<u32>(at) == 0x65757274 ? at + 4 : invalid;
    case 0x66: // false
      return load<u32>(at + 1) == 0x65736c61 ? at + 5 : invalid;
    case 0x5b: // [
    case 0x7b: // {
      return endOfContainer(at, depth + 1);
    default:
      return endOfNumber(at);
  }
}

function endOfNumber(start: usize): usize {
  let at = start;
  if (load<u8>(at) == minus) at++;
  const whole = at;
  at = endOfDigits(at);
  if (at == whole || (load<u8>(whole) == zero && at > whole + 1)) return invalid;
  if (load<u8>(at) == point) {
    const fraction = at + 1;
    at = endOfDigits(fraction);
    if (at == fraction) return invalid;
  }
  if ((load<u8>(at) | 0x20) == 0x65) {
    at++;
    if (load<u8>(at) == plus || load<u8>(at) == minus) at++;
    const exponent = at;
    at = endOfDigits(exponent);
    if (at == exponent) return invalid;
  }
  return at;
}

/** Deeper values are left to JSON.parse, which does not run out of stack. */
const maxDepth: i32 = 100;

/** The values in objects and lists so far, those of the first record twice: each is created when its object or list is read. */
let nestedValues: i32 = 0;
/** `leastValues` of src/json/json.ts. A text with more is left to the parser, which refuses what exceeds it. */
const maxNestedValues: i32 = 500_000;

/** Begins a new text. */
export function resetValues(): void {
  nestedValues = 0;
}

function endOfContainer(start: usize, depth: i32): usize {
  if (depth > maxDepth) return invalid;
  const isObject = load<u8>(start) == openBrace;
  const closing = isObject ? closeBrace : closeBracket;
  let at = skipWhitespace(start + 1);
  if (load<u8>(at) == closing) return at + 1;
  while (true) {
    if (++nestedValues > maxNestedValues) return invalid;
    if (isObject) {
      if (load<u8>(at) != quote) return invalid;
      const keyEnd = endOfString(at);
      if (keyEnd == invalid) return invalid;
      at = startOfMemberValue(keyEnd);
      if (at == invalid) return invalid;
    }
    at = load<u8>(at) == quote ? endOfString(at) : endOfOther(at, depth);
    if (at == invalid) return invalid;
    at = skipWhitespace(at);
    if (load<u8>(at) == closing) return at + 1;
    if (load<u8>(at) != comma) return invalid;
    at = skipWhitespace(at + 1);
  }
}

function endOfDigits(start: usize): usize {
  let at = start;
  while (isDigit(load<u8>(at))) at++;
  return at;
}

function isWhitespace(byte: u8): bool {
  return byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09;
}

function isDigit(byte: u8): bool {
  return <u32>byte - 0x30 < 10;
}

function isHexDigit(byte: u8): bool {
  return isDigit(byte) || (<u32>byte | 0x20) - 0x61 < 6;
}
