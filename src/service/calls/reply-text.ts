/* The text of a reply: its character encoding, and the envelope within other text. */

import { isAscii } from 'node:buffer';
import { hasTooMuchStructure, type JsonBody, type ParsedJson, type ParseJson, type UnparsedJson } from '../json/json.js';

/**
 * Whether the header Content-Type names another character encoding than UTF-8, and the body has bytes beyond ASCII. Decoded as UTF-8, they would
 * be other characters than the service means. UTF-8 is a superset of ASCII, so that other bodies are the same in nearly all encodings.
 */
export function isInOtherCharset(contentType: string | string[] | undefined, body: Buffer): boolean {
  if (typeof contentType !== 'string') return false;
  const charset = charsetParameter.exec(contentType)?.[1];
  return charset !== undefined && !readable.test(charset) && !isAscii(body);
}

const charsetParameter = /;\s*charset\s*=\s*["']?([^\s"';,]+)/i;
const readable = /^(utf-?8|us-ascii|ascii)/i;

/** Where text stands beside an envelope. */
export type TextAround = 'before' | 'after' | 'before and after';

/** Parses a body. If it is not JSON, the envelope within it is parsed, and `body.textAround` states where other text stands. */
export function parseReply(body: JsonBody, parse: ParseJson): ParsedJson | UnparsedJson {
  const { bytes } = body;
  const parsed = parse(body);
  const found = parsed === 'NOT_JSON' ? envelopeWithin(bytes) : null;
  if (found === null) return parsed;
  body.narrowTo(bytes.subarray(found.start, found.end), found.textAround);
  return parse(body);
}

/**
 * Finds the envelope in a text that is not JSON as a whole, because a PHP program has printed a notice or a trace before or after it.
 *
 * Only outermost braces count: each pair encloses an object, or something that is skipped as a whole. Exactly one of the objects must have a member
 * `code`. A brace without its counterpart ends the search: within a truncated reply, a record that has a `code` is not taken for the envelope.
 * The time is proportional to the length, and a page of a proxy with many braces is given up.
 */
function envelopeWithin(text: Buffer): { readonly start: number; readonly end: number; readonly textAround: TextAround } | null {
  let found: { readonly start: number; readonly end: number } | null = null;
  let end = 0;
  for (let pairs = 0; ; pairs += 1) {
    const start = text.indexOf(openBrace, end);
    if (text.subarray(end, start < 0 ? undefined : start).includes(closeBrace)) return null;
    if (start < 0) break;
    const closed = endOfBraces(text, start);
    if (closed === null || pairs === maxPairs) return null;
    end = closed;
    if (!hasCode(text.subarray(start, end))) continue;
    if (found !== null) return null;
    found = { start, end };
  }
  if (found === null) return null;
  const [before, after] = [found.start > 0, found.end < text.length];
  return { start: found.start, end: found.end, textAround: before && after ? 'before and after' : before ? 'before' : 'after' };
}

/** Returns the index behind the brace that closes the one at `start`; null if there is none. Braces in strings do not count. */
function endOfBraces(text: Buffer, start: number): number | null {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const byte = text[at];
    if (byte === quote) inString = !inString;
    else if (inString) at += byte === backslash ? 1 : 0;
    else if (byte === openBrace) depth += 1;
    else if (byte === closeBrace && (depth -= 1) === 0) return at + 1;
  }
  return null;
}

/** Whether a text is a JSON object with the member. One with too much structure counts, so that it is refused for its size. */
function hasCode(text: Buffer): boolean {
  if (hasTooMuchStructure(text)) return true;
  try {
    return Object.hasOwn(JSON.parse(text.toString()) as object, 'code');
  } catch {
    return false;
  }
}

const maxPairs = 1_000;
const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
