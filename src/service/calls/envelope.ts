/* The envelope of a reply (§1), whose code states whether the call succeeded. */

import { JsonNumber } from '../../primitives/exact-json.js';
import type { Secret } from '../../primitives/secret.js';
import { hasNoValue, string, type RawObject } from '../../records/decode.js';
import { UpstreamInvalidResponseError, UpstreamRejectedError, type ReplyFacts } from '../../records/errors.js';
import { ReplyPosition, type LocalTimes } from '../../records/reply-position.js';
import { entriesOf, isRecord, JsonBody, maxStructure, parseJson, type ParseJson } from '../json/json.js';
import { firstPart, maskedMessage, readLength } from './masking.js';
import { parseReply } from './reply-text.js';

/** A reply whose code reports success (§1). */
export interface Envelope {
  /** The members of the reply's top-level object. */
  readonly raw: RawObject;
  /** The position of the top-level object. `position.child(name)` is the position of a member. */
  readonly position: ReplyPosition;
}

/** A longer reply contains records. */
const maxRejectionBytes = 65_536;

/** Returns a function that returns whether a reply is a rejection (code 0) whose message a pattern matches. */
export const rejectionMatching =
  (pattern: { test(text: string): boolean }) =>
  (endpointPath: string, bytes: Buffer): boolean => {
    if (bytes.length > maxRejectionBytes) return false;
    try {
      decodeEnvelope(endpointPath, new JsonBody(bytes));
      return false;
    } catch (error) {
      return error instanceof UpstreamRejectedError && error.matches(pattern);
    }
  };

/**
 * Parses a reply and checks its code. The code alone decides, under any HTTP status that reaches this stage (§4.3).
 *
 * @param endpointPath the endpoint's path, for errors
 * @param reply carried by errors, including errors of the records; undefined for a status of 200
 * @param secrets returns what is masked in the service's message
 * @param times how local times in the records are read; without it, none is
 * @throws UpstreamRejectedError for code 0
 * @throws UpstreamInvalidResponseError for anything except a JSON object with code 0 or 1, or false or true in their place
 */
export function decodeEnvelope(
  endpointPath: string,
  body: JsonBody,
  reply?: ReplyFacts,
  secrets: () => readonly Secret[] = () => [],
  parse: ParseJson = parseJson,
  times?: LocalTimes,
): Envelope {
  const parsed = parseReply(body, parse);
  if (parsed === 'NOT_JSON') throw new UpstreamInvalidResponseError(endpointPath, '$', 'JSON', { flaw: parsed, reply });
  if (parsed === 'TOO_LARGE') {
    const expected = `at most ${maxStructure(body.bytes.length)} brackets, colons and commas`;
    throw new UpstreamInvalidResponseError(endpointPath, 'body', expected, { flaw: parsed, reply });
  }
  const position = new ReplyPosition(endpointPath, parsed.isLatin, null, '$', { reply, times });
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
    yield string(raw, position);
  }
}

const maxMessageDepth = 10;
