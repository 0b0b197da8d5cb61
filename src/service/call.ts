/*
 * A call of an endpoint: its request is encoded and sent, the envelope of its reply (§1) decides whether it succeeded, and the data become
 * records.
 */

import { isAscii } from 'node:buffer';
import { entriesOf, hasTooManyValues, isRecord, JsonBody, maxValues, parseJson, type ParsedJson, type UnparsedJson } from '../json/json.js';
import type { TimeZone } from '../primitives/calendar.js';
import { closeBrace, endOfBraces, JsonNumber, openBrace } from '../primitives/json-text.js';
import type { Secret } from '../primitives/secret.js';
import { decodeString, hasNoValue } from '../records/decode.js';
import { UpstreamInvalidResponseError, UpstreamRejectedError, type ReplyFacts, type TextPattern } from '../records/errors.js';
import type { ActivityId } from '../records/ids.js';
import { type Envelope, type RawObject, ReplyPosition } from '../records/reply.js';
import type { EncodedRequest, Endpoint, FormEntry } from './endpoints.js';
import { firstPart, maskedMessage, readLength } from './masking.js';
import { type CallOptions, type WireReply, type WireRequest, replyFacts } from './transport/exchange.js';
import type { Lanes } from './transport/lane.js';

/** Calls one endpoint of the service for one activity. @throws UpstreamError */
export type Call = <Input, Output>(
  endpoint: Endpoint<Input, Output>,
  activityId: ActivityId,
  input: Input,
  options?: CallOptions,
) => Promise<Output>;

/** How replies are read. */
export interface ReplyOptions {
  /** Masked in the service's messages, together with the secrets of an endpoint's input. */
  readonly secrets?: readonly Secret[];
  /** Receives the path of an endpoint whose envelope stands within other text, and where that is: before or after the envelope. */
  readonly onTextAround?: ((endpointPath: string, where: string) => void) | undefined;
  /** Returns the time zone of an activity, in which its local times are read; null if it is not known. */
  readonly zoneOf?: (activityId: ActivityId) => TimeZone | null;
}

/**
 * Returns the call of an endpoint: encode, send, open the envelope, decode.
 * @param newBoundary returns a new multipart boundary for each request
 */
export function createCall(
  send: Lanes['send'],
  newBoundary: () => string,
  { secrets = [], onTextAround = () => {}, zoneOf = () => null }: ReplyOptions = {},
): Call {
  return async (endpoint, activityId, input, options) => {
    const read = (reply: WireReply) => {
      const body = new JsonBody(reply.body);
      let envelope: Envelope | undefined;
      try {
        refuseOtherCharset(endpoint.path, reply);
        const facts = reply.status === 200 ? undefined : replyFacts(reply);
        const secretsOfCall = () => [...secrets, ...endpoint.secrets(input)];
        envelope = decodeEnvelope(endpoint.path, body, facts, secretsOfCall, zoneOf(activityId));
        const value = endpoint.decode(envelope, activityId, input);
        if (endpoint.cachedAs !== undefined) recordReplySize(value, reply.body.length);
        return value;
      } catch (error) {
        if (!(error instanceof UpstreamInvalidResponseError)) throw error;
        const flaw = error.flaw ?? (envelope ? 'INVALID_DATA' : 'NOT_AN_ENVELOPE');
        throw error.with({ flaw, reply: replyFacts(reply) });
      } finally {
        if (body.textAround !== null) onTextAround(endpoint.path, body.textAround);
      }
    };
    return send(wireRequest(endpoint, activityId, input, newBoundary), read, options);
  };
}

/**
 * Refuses a body beyond ASCII whose header Content-Type names another character encoding than UTF-8. Decoded as UTF-8, it would be other
 * characters than the service means. UTF-8 is a superset of ASCII, so that other bodies are the same in nearly all encodings.
 * @throws UpstreamInvalidResponseError
 */
function refuseOtherCharset(endpointPath: string, { headers, body }: WireReply): void {
  const contentType = headers['content-type'];
  if (contentType === undefined) return;
  const charset = charsetParameter.exec(String(contentType))?.[1];
  if (charset === undefined || readable.test(charset) || isAscii(body)) return;
  throw new UpstreamInvalidResponseError(endpointPath, 'header content-type', 'a body in UTF-8', { flaw: 'CHARSET' });
}

const charsetParameter = /;\s*charset\s*=\s*["']?([^\s"';,]+)/i;
const readable = /^(utf-?8|us-ascii|ascii)/i;

/** The HTTP request that an endpoint encodes from its input, without the signature. */
export function wireRequest<Input>(
  endpoint: Endpoint<Input, unknown>,
  activityId: ActivityId,
  input: Input,
  newBoundary: () => string,
): WireRequest {
  const encoded = endpoint.encode(input, activityId);
  const { query } = encoded;
  const content = encodedBody(encoded, newBoundary);
  return {
    endpointPath: endpoint.path,
    method: endpoint.method,
    target: query?.length ? `${endpoint.path}?${queryString(query)}` : endpoint.path,
    contentType: content?.contentType ?? null,
    body: content?.body ?? null,
    auth: endpoint.auth,
    activityId,
    repeatable: endpoint.repeatableBy === 'transport',
  };
}

/** The body of a request with its media type; undefined for none. */
function encodedBody({ form, urlEncoded, json }: EncodedRequest, newBoundary: () => string): RequestBody | undefined {
  if (form) return multipart(form, newBoundary);
  if (urlEncoded) return { contentType: 'application/x-www-form-urlencoded', body: Buffer.from(queryString(urlEncoded)) };
  return json && { contentType: 'application/json', body: Buffer.from(JSON.stringify(json)) };
}

function queryString(query: readonly FormEntry[]): string {
  return query.map(([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`).join('&');
}

/** The body of a request, and the media type with its boundary. */
interface RequestBody {
  readonly contentType: string;
  readonly body: Buffer;
}

/**
 * Encodes text fields as multipart/form-data (RFC 7578). Values are sent as they are, names with the escapes of the WHATWG form
 * encoding. Without entries the body is the closing delimiter only.
 * @param newBoundary is called again while its result occurs in a name or a value
 */
export function multipart(entries: readonly FormEntry[], newBoundary: () => string): RequestBody {
  let boundary = newBoundary();
  while (entries.some(([name, value]) => value.includes(boundary) || name.includes(boundary))) boundary = newBoundary();
  let text = '';
  for (const [name, value] of entries) {
    text += `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"\r\n\r\n${value}\r\n`;
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.from(`${text}--${boundary}--\r\n`),
  };
}

const escapeName = (name: string): string => name.replace(/[\r\n"]/g, encodeURIComponent);

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
  const position = new ReplyPosition(endpointPath, null, '$', { reply, zone });
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

/** Where text stands beside an envelope. */
type TextAround = 'before' | 'after' | 'before and after';

/**
 * Parses a body. If it is not JSON, the envelope within it is parsed, and `body.textAround` states where other text stands: a PHP program has
 * printed a notice or a trace before or after it.
 */
function parseReply(body: JsonBody): ParsedJson | UnparsedJson {
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

/** The size of the reply that a decoded value was read from. `createCall` records it, and the cache of content bounds its memory by it. */
const sizes = new WeakMap<object, number>();

/** Records the bytes of the reply from which a value was decoded. A value that is not an object is small, and is not recorded. */
export function recordReplySize(value: unknown, bytes: number): void {
  if (typeof value === 'object' && value !== null) sizes.set(value, bytes);
}

/** Returns the bytes of the reply from which a value was decoded; 0 if they are not recorded. */
export const replySizeOf = (value: unknown): number => (typeof value === 'object' && value !== null && sizes.get(value)) || 0;
