/* The interface of transports: a request to the service, its bounds, and the reply. */

import type { CancelSignal } from '../../primitives/cancellation.js';
import type { ActivityId } from '../../records/ids.js';

/** One request to the service, complete except for its signature. */
export interface WireRequest {
  /** The endpoint's path below the base address. Errors and logs name the endpoint by it. */
  readonly endpointPath: string;
  readonly method: 'GET' | 'POST';
  /** The path with its query string. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  /** `service`: the signature's header is added (§5). */
  readonly auth: 'service' | 'none';
  readonly activityId: ActivityId;
  /**
   * Whether the transport may send the request again after the service may have received it. The HTTP method does not show it: most
   * reads are POST requests here.
   */
  readonly repeatable: boolean;
}

/** One reply of the service, with any status. */
export interface WireReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** Reports how the attempt ends, once it is decoded. Omitted if nothing observes attempts. */
  readonly report?: (outcome: 'ok' | 'rejected' | 'invalid_response' | 'defect', error?: unknown) => void;
}

/** Why a call ends early: its time has passed, or its caller cancelled it. */
export type StopReason = 'timeout' | 'cancelled';

/** The limits of one call, with its retries. The reason of the signal is a {@link StopReason}. */
export interface CallBounds {
  readonly signal: CancelSignal;
  /** Milliseconds on the clock of `performance.now()`. */
  readonly expiresAt: number;
  /** Called at the start of every attempt, the first one included. */
  readonly onAttempt?: (() => void) | undefined;
  /** The permit of a recorded write, obtained before each attempt. Omitted for a read, and for a write that is not recorded. */
  readonly permit?: WritePermit | undefined;
}

/**
 * The permit to send a recorded write: its row still belongs to this process. If a process seems to have ended, another one may record a
 * new write under the same key. A process that was only suspended must learn that before it sends, or the write would be sent twice. The
 * permit is checked twice: by a request to the store before each attempt, and by the clock immediately before the first byte.
 */
export interface WritePermit {
  /** Asks the store, before each attempt. @throws WritePermitLostError, StateUnavailableError: the write must not be sent */
  obtain(): Promise<void>;
  /** Whether the permit that was obtained last is still valid. Checked on an open connection, immediately before the first byte. */
  readonly isValid: () => boolean;
}

/**
 * Sends one request to the service and returns the reply. A wrapper takes a transport and returns one.
 * @throws UpstreamError, and the errors of a permit, and no other error
 */
export type Transport = (request: WireRequest, bounds: CallBounds) => Promise<WireReply>;

/** The options of one call. {@link CallBounds} describes `onAttempt` and `permit`. */
export interface CallOptions {
  /** Cancels the call when it aborts. */
  readonly signal?: CancelSignal | undefined;
  readonly onAttempt?: (() => void) | undefined;
  readonly permit?: WritePermit | undefined;
}

/** A transport that sets the limits of each call itself. */
export type BoundedTransport = (request: WireRequest, options?: CallOptions) => Promise<WireReply>;

/** Obtains the permit of each write that requires one, before each attempt. A write without its permit is not sent. */
export function withWritePermit(transport: Transport): Transport {
  return (request, bounds) => {
    const { permit } = bounds;
    return permit === undefined ? transport(request, bounds) : permit.obtain().then(() => transport(request, bounds));
  };
}
