import type { CachedKind } from '../model/cached-kind.js';
import type { ActivityId } from '../model/ids.js';
import type { Secret } from '../model/secret.js';
import type { FormEntry } from '../transport/multipart.js';
import type { Envelope } from './envelope.js';

/** One operation of the service (§4) as data: how its request is encoded and how its reply is decoded. */
export interface Endpoint<Input, Output> {
  /** The section in docs/event-service-interface.md. */
  readonly section: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** `service`: the request carries Service-Auth (§5). `none`: the operation authenticates by its own parameters. */
  readonly auth: 'service' | 'none';
  /** Whether the request may be sent again after a failure. */
  readonly repeatable: (input: Input) => boolean;
  /** The kind of content, if replies may be cached. Left out for attendees, check-in, registration and single sign-on. */
  readonly cachedAs?: CachedKind;
  /** Credentials in the input. They are masked in messages of the service. */
  readonly secrets?: (input: Input) => readonly Secret[];
  readonly encode: (input: Input, activityId: ActivityId) => EncodedRequest;
  /** @throws UpstreamInvalidResponseError if a required member is missing or is no list or object. Fields of records are decoded when they are read. */
  readonly decode: (envelope: Envelope, activityId: ActivityId, input: Input) => Output;
}

export interface EncodedRequest {
  readonly query?: readonly FormEntry[];
  /** The fields of a multipart body, perhaps none. If left out, the request has no body. */
  readonly form?: readonly FormEntry[];
}

/** For reads. */
export const always = (): boolean => true;
/** For writes. */
export const never = (): boolean => false;
