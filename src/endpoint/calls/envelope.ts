/* The envelope of a reply (§1), whose code states whether the call succeeded. */

import { UpstreamInvalidResponseError, UpstreamRejectedError, type ReplyFacts } from '../../model/upstream-errors.js';
import type { Secret } from '../../primitives/secret.js';
import type { RawObject } from '../decoding/decode.js';
import { ReplyPosition } from '../decoding/reply-position.js';
import { maxStructure, parseJson, type JsonBody, type ParseJson } from '../json/json.js';
import { firstPart, maskedMessage } from './masking.js';

/** A reply whose code reports success (§1). */
export interface Envelope {
  /** The members of the reply's top-level object. */
  readonly raw: RawObject;
  /** The position of the top-level object. `position.child(name)` is the position of a member. */
  readonly position: ReplyPosition;
}

/**
 * Parses a reply and checks its code. The code alone decides, under any HTTP status that reaches this stage (§4.3).
 *
 * @param endpointPath the endpoint's path, for errors
 * @param reply carried by errors, including errors of the records; undefined for a status of 200
 * @param secrets returns what is masked in the service's message
 * @throws UpstreamRejectedError for code 0
 * @throws UpstreamInvalidResponseError for anything except a JSON object with code 0 or 1
 */
export function decodeEnvelope(
  endpointPath: string,
  body: JsonBody,
  reply?: ReplyFacts,
  secrets: () => readonly Secret[] = () => [],
  parse: ParseJson = parseJson,
): Envelope {
  const parsed = parse(body);
  if (parsed === 'NOT_JSON') throw new UpstreamInvalidResponseError(endpointPath, '$', 'JSON', { flaw: parsed, reply });
  if (parsed === 'TOO_LARGE') {
    const expected = `at most ${maxStructure(body.bytes.length)} brackets, colons and commas`;
    throw new UpstreamInvalidResponseError(endpointPath, 'body', expected, { flaw: parsed, reply });
  }
  const position = new ReplyPosition(endpointPath, parsed.isLatin, null, '$', reply);
  if (typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value)) throw position.invalid('an object');
  const raw = parsed.value as RawObject;
  if (raw.code === 1 || raw.code === '1') return { raw, position };
  if (raw.code === 0 || raw.code === '0') {
    const message = firstPart(typeof raw.msg === 'string' ? position.string(raw.msg) : '');
    throw new UpstreamRejectedError(endpointPath, message, (more) => maskedMessage(message, [...secrets(), ...more]));
  }
  throw position.child('code').invalid('0 or 1');
}
