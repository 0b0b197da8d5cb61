/* A call of an endpoint: its request is encoded and sent, and its reply decoded. */

import { isAscii } from 'node:buffer';
import { JsonBody } from '../json/json.js';
import type { TimeZone } from '../primitives/calendar.js';
import type { Secret } from '../primitives/secret.js';
import { UpstreamInvalidResponseError } from '../records/errors.js';
import type { ActivityId } from '../records/ids.js';
import type { Envelope } from '../records/reply.js';
import type { EncodedRequest, Endpoint, FormEntry } from './endpoints.js';
import { decodeEnvelope } from './envelope.js';
import { type CallOptions, type WireReply, type WireRequest, replyFacts } from './transport/exchange.js';
import type { Lanes } from './transport/lane.js';

/**
 * Calls one endpoint of the service for one activity. When the signal of the options reports the regular end (`onEnd`), the
 * bytes of the reply are released, and its records cannot be read any more.
 *
 * @throws UpstreamError
 */
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
        options?.signal?.onEnd?.(() => body.release());
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

/** The size of the reply that a decoded value was read from. `createCall` records it, and the cache of content bounds its memory by it. */
const sizes = new WeakMap<object, number>();

/** Records the bytes of the reply from which a value was decoded. A value that is not an object is small, and is not recorded. */
export function recordReplySize(value: unknown, bytes: number): void {
  if (typeof value === 'object' && value !== null) sizes.set(value, bytes);
}

/** Returns the bytes of the reply from which a value was decoded; 0 if they are not recorded. */
export const replySizeOf = (value: unknown): number => (typeof value === 'object' && value !== null && sizes.get(value)) || 0;
