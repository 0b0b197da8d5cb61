import type { JsonObject } from '../primitives/json.js';
import type { Secret } from '../primitives/secret.js';
import type { ContentKind } from '../records/content-kind.js';
import type { ActivityId } from '../records/ids.js';
import type { Envelope } from './calls/envelope.js';
import type { FormEntry } from './transport/multipart.js';

/**
 * One endpoint of the service (§4) as data: how its request is encoded and how its reply is decoded. The endpoints that a file
 * binds (§4.12) are endpoints too: bound/bound-endpoint.ts derives them from the file.
 */
export interface Endpoint<Input, Output, By extends RepeatableBy = RepeatableBy> {
  /** Unique among the endpoints: reads and cache entries are distinguished by it, because endpoints may share a path. */
  readonly name: string;
  /** The section in docs/event-service-interface.md. */
  readonly section: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** `service`: the request carries Service-Auth (§5). `none`: the endpoint authenticates by its own parameters. */
  readonly auth: 'service' | 'none';
  /** Who may repeat the request after the service may have received it. */
  readonly repeatableBy: By;
  /** The kind of content, or a lifetime, if replies may be cached. Omitted for records of people and for writes, which are never cached. */
  readonly cachedAs?: ContentKind | CacheLifetime;
  /** The credentials and personal data in the input, which the service may repeat in its message of a rejection. They are masked there. */
  readonly secrets: (input: Input) => readonly Secret[];
  readonly encode: (input: Input, activityId: ActivityId) => EncodedRequest;
  /**
   * @throws UpstreamInvalidResponseError if a required member is missing, or is neither a list nor an object. Fields of records are decoded
   * when they are read.
   */
  readonly decode: (envelope: Envelope, activityId: ActivityId, input: Input) => Output;
}

/**
 * Who may repeat a request after the service may have received it. It decides whether the request is retried and recorded:
 *
 * - `transport`: a second request does no harm, as for a read. It is retried after a failure, over connections that are used again.
 * - `caller`: a second request takes effect again, as a second invitation does, and a caller may want that. The transport retries it
 *   only if certainly nothing was sent, and each attempt has a new connection.
 * - `none`: a second request takes effect again, which no caller wants, as of a second registration. The transport treats it as `caller`. In
 *   addition it is recorded before it is sent (domain/at-most-once), so that a caller cannot repeat it by mistake. Of the methods of
 *   `OperationUpstream`, only `writeRecorded` accepts the endpoint, and `writeUnrecorded`, which states when it is right.
 */
export type RepeatableBy = 'transport' | 'caller' | 'none';

/** An endpoint whose replies are content: the same for all callers, so that they may be cached. It is the only endpoint of its kind. */
export interface ContentEndpoint<Kind extends ContentKind, Input, Output> extends Endpoint<Input, Output, 'transport'> {
  readonly cachedAs: Kind;
}

/** How long replies are cached, for an endpoint without a kind of its own. */
export interface CacheLifetime {
  readonly ttlSeconds: number;
}

/**
 * A query string, and at most one body, such as `{ query: [['activity_id', '1001']] }` for a GET. Without one of the last three members the
 * request has no body: a POST without parameters has `{ form: [] }`, an empty multipart body, if the service expects one.
 */
export interface EncodedRequest {
  readonly query?: readonly FormEntry[];
  /** The fields of a multipart body, perhaps none. */
  readonly form?: readonly FormEntry[];
  /** The fields of an application/x-www-form-urlencoded body, perhaps none. */
  readonly urlEncoded?: readonly FormEntry[];
  /** The value of a JSON body. */
  readonly json?: JsonObject;
}

/** For an input without credentials and personal data. */
export const noSecrets = (): readonly Secret[] => [];
