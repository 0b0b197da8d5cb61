import { UpstreamInvalidResponseError, UpstreamRejectedError, type ReplyFacts } from '../model/upstream-errors.js';
import type { Secret } from '../primitives/secret.js';
import { list, type RawObject, type RawRecord } from './decode.js';
import { parseJson, type JsonBody } from './json/json.js';
import { firstPart, maskedMessage } from './masking.js';
import { Source } from './source.js';

/** A reply whose code reports success (§1). */
export interface Envelope {
  /** The members of the reply's top-level object. */
  readonly raw: RawObject;
  /** The position of the top-level object. `source.child(name)` is the position of a member. */
  readonly source: Source;
}

/**
 * Parses a reply and checks its code. The code alone decides, under any HTTP status that reaches this stage (§4.3).
 *
 * @param endpointPath the endpoint's path, for errors
 * @param reply carried by errors, also by those of the records; undefined for a status of 200
 * @param secrets returns what is masked in the service's message
 * @throws UpstreamRejectedError for code 0
 * @throws UpstreamInvalidResponseError for anything except a JSON object with code 0 or 1
 */
export function openEnvelope(
  endpointPath: string,
  body: JsonBody,
  reply?: ReplyFacts,
  secrets: () => readonly Secret[] = () => [],
): Envelope {
  const parsed = parseJson(body);
  if (parsed === null) throw new UpstreamInvalidResponseError(endpointPath, '$', 'JSON', { flaw: 'NOT_JSON', reply });
  const source = new Source(endpointPath, parsed.latin, null, '$', reply);
  if (typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value)) throw source.invalid('an object');
  const raw = parsed.value as RawObject;
  if (raw.code === 1 || raw.code === '1') return { raw, source };
  if (raw.code === 0 || raw.code === '0') {
    const message = firstPart(typeof raw.msg === 'string' ? source.string(raw.msg) : '');
    throw new UpstreamRejectedError(endpointPath, message, (more) => maskedMessage(message, [...secrets(), ...more]));
  }
  throw source.child('code').invalid('0 or 1');
}

/** The records of a list member: one view for each item, created without reading a field. */
export function records<T>(raw: unknown, source: Source, createView: (raw: RawRecord, source: Source) => T): readonly T[] {
  return list(raw, source).map((item, index) => {
    // An item that is no object becomes an empty record: its required fields then fail on their own, not the whole list.
    const record = typeof item === 'object' && item !== null && !Array.isArray(item) ? (item as RawRecord) : {};
    return createView(record, source.child(index));
  });
}
