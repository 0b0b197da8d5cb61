/* Where the parts of a JSON text are, for what its values do not show: their number, its end, and members that occur twice. */

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
export function endOfString(json: Uint8Array, start: number): number {
  const { length } = json;
  let at = start + 1;
  while (at < length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at + 1;
}

/** Returns the index behind the number, true, false or null that begins at an index. */
export function endOfScalar(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (json[at]! > space && isMark[json[at]!] !== 1) at += 1;
  return at;
}

/** Returns the index of the first byte from an index on that is no blank. */
export function afterBlanks(json: Uint8Array, from: number): number {
  let at = from;
  while (json[at]! <= space) at += 1;
  return at;
}

export const isOpening = (byte: number | undefined): boolean => byte === openBrace || byte === openBracket;
export const isClosing = (byte: number | undefined): boolean => byte === closeBrace || byte === closeBracket;

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

export const space = 0x20;
export const quote = 0x22;
const comma = 0x2c;
export const colon = 0x3a;
const openBracket = 0x5b;
export const backslash = 0x5c;
const closeBracket = 0x5d;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;

/** 1 at the code of each mark. */
const isMark = new Uint8Array(256);
for (const mark of [comma, colon, openBracket, closeBracket, openBrace, closeBrace]) isMark[mark] = 1;
