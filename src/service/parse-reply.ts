/* From the body of a reply to its envelope, also within other text: a PHP program has printed a notice or a trace before or after it. */

import { hasTooManyValues, type JsonBody, parseJson, type ParsedJson, type UnparsedJson } from '../json/json.js';
import { closeBrace, endOfBraces, openBrace } from '../primitives/json-text.js';

/** Where text stands beside an envelope. */
type TextAround = 'before' | 'after' | 'before and after';

/** Parses a body. If it is not JSON, the envelope within it is parsed, and `body.textAround` states where other text stands. */
export function parseReply(body: JsonBody): ParsedJson | UnparsedJson {
  const { bytes } = body;
  const parsed = parseJson(body);
  const found = parsed === 'NOT_JSON' ? envelopeWithin(bytes) : null;
  if (found === null) return parsed;
  body.narrowTo(bytes.subarray(found.start, found.end), found.textAround);
  return parseJson(body);
}

/**
 * Finds the envelope in a text that is not JSON as a whole.
 *
 * Only outermost braces count: each pair encloses an object, or something that is skipped as a whole. Exactly one of the objects must have
 * a member `code`. A brace without its counterpart ends the search: within a truncated reply, a record that has a `code` is not taken for
 * the envelope. The time is proportional to the length, and a page of a proxy with many braces is given up.
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

/** Whether a text is a JSON object with the member. One with too many values counts, so that it is refused for its size. */
function hasCode(text: Buffer): boolean {
  if (hasTooManyValues(text)) return true;
  try {
    return Object.hasOwn(JSON.parse(text.toString()) as object, 'code');
  } catch {
    return false;
  }
}

const maxPairs = 1_000;
