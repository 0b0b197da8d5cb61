import { UpstreamInvalidResponseError, UpstreamRejectedError } from '../model/upstream-errors.js';
import type { Secret } from '../model/secret.js';
import type { WireReply } from '../transport/transport.js';
import { list, type RawObject, type RawRecord } from './decode.js';
import { parseJson } from './json/json.js';
import { maskedMessage, readPart } from './masking.js';
import { Source } from './source.js';

/** An answer whose code says success (§1). Its members are read through `source.child(name)`. */
export interface Envelope {
  readonly raw: RawObject;
  readonly source: Source;
  /** Lets go of the answer's bytes, where records are still made of them. */
  readonly release?: (() => void) | undefined;
}

/**
 * Opens an answer. The code decides, whatever the HTTP status is (§4.3). The secrets are masked in the service's message.
 * @throws UpstreamRejectedError for code 0, UpstreamInvalidResponseError for anything but code 0 or 1.
 */
export function openEnvelope(operation: string, reply: WireReply, secrets: readonly Secret[] = []): Envelope {
  const parsed = parseJson(reply.body);
  if (parsed === null) throw new UpstreamInvalidResponseError(operation, '$', 'JSON');
  const source = new Source(operation, parsed.latin);
  if (typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value)) throw source.broken('an object');
  const raw = parsed.value as RawObject;
  if (raw.code === 1 || raw.code === '1') return { raw, source, release: parsed.release };
  if (raw.code === 0 || raw.code === '0') {
    const message = readPart(typeof raw.msg === 'string' ? source.text(raw.msg) : '');
    throw new UpstreamRejectedError(operation, message, (more) => maskedMessage(message, [...secrets, ...more]));
  }
  throw source.child('code').broken('0 or 1');
}

/** The records of a list member, each a view that decodes on demand. */
export function records<T>(raw: unknown, source: Source, view: (raw: RawRecord, source: Source) => T): readonly T[] {
  return list(raw, source).map((item, index) => {
    const place = source.child(index);
    // A broken item costs its own place: as an empty record every field that it owes is missing.
    return view(typeof item === 'object' && item !== null && !Array.isArray(item) ? (item as RawRecord) : {}, place);
  });
}
