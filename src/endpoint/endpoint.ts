import type { CachedKind } from '../model/cached-kind.js';
import type { ActivityId } from '../model/ids.js';
import type { Secret } from '../model/secret.js';
import type { FormEntry } from '../transport/multipart.js';
import type { Envelope } from './envelope.js';

/** One operation of the service (§4) as data, with its two translations. */
export interface Endpoint<Input, Output> {
  /** The section of the interface. */
  readonly section: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Service-Auth, or none where the operation authenticates by its parameters (§5). */
  readonly auth: 'service' | 'none';
  /** Whether a second attempt does no harm. */
  readonly repeatable: (input: Input) => boolean;
  /** Under which name its answers may be kept in memory; left out for what is never kept: attendees, check-in, sign-on. */
  readonly cachedAs?: CachedKind;
  /** Credentials in the input, which no message may repeat. */
  readonly secrets?: (input: Input) => readonly Secret[];
  readonly encode: (input: Input, activityId: ActivityId) => EncodedRequest;
  /** @throws UpstreamInvalidResponseError where the answer's frame breaks the interface; fields are read on demand. */
  readonly decode: (envelope: Envelope, activityId: ActivityId, input: Input) => Output;
}

export interface EncodedRequest {
  readonly query?: readonly FormEntry[];
  /** A multipart body with these fields, perhaps none; no body at all where it is left out. */
  readonly form?: readonly FormEntry[];
}

export const always = (): boolean => true;
export const never = (): boolean => false;
