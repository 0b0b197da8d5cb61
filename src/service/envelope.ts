/* The envelope of a reply (§1), whose code states whether the call succeeded. */

import { entriesOf, hasTooManyValues, isRecord, JsonBody, maxValues, parseJson, type ParsedJson, type UnparsedJson } from '../json/json.js';
import type { TimeZone } from '../primitives/calendar.js';
import { JsonNumber } from '../primitives/exact-json.js';
import { closeBrace, endOfBraces, openBrace } from '../primitives/json-marks.js';
import type { Secret } from '../primitives/secret.js';
import { decodeString, hasNoValue } from '../records/decode.js';
import { UpstreamInvalidResponseError, UpstreamRejectedError, type ReplyFacts, type TextPattern } from '../records/errors.js';
import { type Envelope, type RawObject, ReplyPosition } from '../records/reply.js';
import { firstPart, maskedMessage, readLength } from './masking.js';

/** A longer reply contains records. */
const maxRejectionBytes = 65_536;

/** Returns a function that returns whether a reply is a rejection (code 0) whose message a pattern matches. */
export const rejectionMatching =
  (pattern: TextPattern) =>
  (endpointPath: string, bytes: Buffer): boolean => {
    if (bytes.length > maxRejectionBytes) return false;
    try {
      decodeEnvelope(endpointPath, new JsonBody(bytes));
      return false;
    } catch (error) {
      return UpstreamRejectedError.matches(error, pattern);
    }
  };

/**
 * Parses a reply and checks its code. The code alone decides, under any HTTP status that reaches this stage (§4.3).
 *
 * @param endpointPath the endpoint's path, for errors
 * @param reply carried by errors, including errors of the records; undefined for a status of 200
 * @param secrets returns what is masked in the service's message
 * @param zone in which local times in the records are read; without it, none is
 * @throws UpstreamRejectedError for code 0
 * @throws UpstreamInvalidResponseError for anything except a JSON object with code 0 or 1, as a number, a string or a boolean
 */
export function decodeEnvelope(
  endpointPath: string,
  body: JsonBody,
  reply?: ReplyFacts,
  secrets: () => readonly Secret[] = () => [],
  zone: TimeZone | null = null,
): Envelope {
  const parsed = parseReply(body);
  if (parsed === 'NOT_JSON') throw new UpstreamInvalidResponseError(endpointPath, '$', 'JSON', { flaw: parsed, reply });
  if (parsed === 'TOO_LARGE') {
    const expected = `at most ${maxValues(body.bytes.length)} values`;
    throw new UpstreamInvalidResponseError(endpointPath, 'body', expected, { flaw: parsed, reply });
  }
  const position = new ReplyPosition(endpointPath, parsed.isLatin, null, '$', { reply, zone });
  if (!isRecord(parsed.value)) throw position.invalid('an object');
  const raw = parsed.value as RawObject;
  const code = raw.code instanceof JsonNumber ? raw.code.integer : raw.code;
  if (code === 1 || code === '1' || code === true) return { raw, position };
  if (code === 0 || code === '0' || code === false) {
    const message = firstPart(messageOf(raw.msg, position));
    throw new UpstreamRejectedError(endpointPath, message, (more) => maskedMessage(message, [...secrets(), ...more]));
  }
  throw position.child('code').invalid('0 or 1');
}

/** The message of a reply. The service may send several texts, in a list or by the names of what they concern: they are joined by `; `. */
function messageOf(raw: unknown, position: ReplyPosition): string {
  let message = '';
  for (const text of textsIn(raw, position)) {
    message += message === '' ? text : `; ${text}`;
    if (message.length > readLength) break;
  }
  return message;
}

function* textsIn(raw: unknown, position: ReplyPosition, depth = 0): Generator<string> {
  if (Array.isArray(raw) || isRecord(raw)) {
    if (depth === maxMessageDepth) return;
    const values: Iterable<unknown> = Array.isArray(raw) ? raw : entriesOf(raw).map(([, value]) => value);
    for (const value of values) yield* textsIn(value, position, depth + 1);
  } else if (typeof raw !== 'boolean' && !hasNoValue(raw)) {
    yield decodeString(raw, position);
  }
}

const maxMessageDepth = 10;

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
 * Finds the envelope in a text that is not JSON as a whole, because a PHP program has printed a notice or a trace before or after it.
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
