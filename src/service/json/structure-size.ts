/* How much structure a JSON text has, counted before it is parsed. */

/** Every text may have this many structural characters. A ticket has 11 of them, an attendee of a page about 80. */
export const leastStructure = 1_000_000;
/** A long text may have more: one structural character for this number of bytes. */
const bytesPerCharacter = 16;

/**
 * The maximum number of structural characters in a JSON text of a length in bytes: opening brackets, colons and commas outside strings. Parsed
 * objects and lists take far more time and memory than their text: 16 MB of `{},{},…` would hold the event loop for seconds, and take more
 * than a gigabyte.
 */
export const maxStructure = (length: number): number => Math.max(leastStructure, Math.floor(length / bytesPerCharacter));

/** Whether a JSON text has more structure than is parsed. */
export function hasTooMuchStructure(text: Uint8Array): boolean {
  const { length } = text;
  let left = maxStructure(length);
  if (length <= left) return false;
  let inString = false;
  for (let at = 0; at < length; at += 1) {
    const byte = text[at];
    if (byte === quote) inString = !inString;
    else if (inString) at += byte === backslash ? 1 : 0;
    else if ((byte === openBrace || byte === openBracket || byte === comma || byte === colon) && (left -= 1) < 0) return true;
  }
  return false;
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const openBrace = 0x7b;
