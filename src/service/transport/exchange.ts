/* An exchange with the service: the request, its bounds, and the reply. */

import type { CancelSignal } from '../../primitives/cancellation.js';
import type { ActivityId } from '../../records/ids.js';

/** One request to the service, complete except for its signature. */
export interface WireRequest {
  /** The endpoint's path below the base address. Errors and logs name the endpoint by it. */
  readonly endpointPath: string;
  readonly method: 'GET' | 'POST';
  /** The path with its query string. */
  readonly target: string;
  /** The header Content-Type; null for a request without a body. */
  readonly contentType: string | null;
  readonly body: Buffer | null;
  /** `service`: the signature's header is added (§5). */
  readonly auth: 'service' | 'none';
  readonly activityId: ActivityId;
  /**
   * Whether the request may be sent again after the service may have received it. The HTTP method does not show it: most reads are POST
   * requests here.
   */
  readonly repeatable: boolean;
}

/** One reply of the service, with any status. */
export interface WireReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** The options of one call. */
export interface CallOptions {
  /** Cancels the call when it aborts. */
  readonly signal?: CancelSignal | undefined;
  /** Called at the start of every attempt that is sent, the first one included. */
  readonly onAttempt?: (() => void) | undefined;
  /** The permit of a recorded write, obtained before each attempt. Omitted for a read, and for a write that is not recorded. */
  readonly permit?: WritePermit | undefined;
}

/** The limits of one call, with its retries. */
export interface CallBounds extends CallOptions {
  /** Aborts when the deadline has passed (`timeout`), or earlier when the caller cancels (`cancelled`). */
  readonly signal: CancelSignal;
  /** The deadline, in milliseconds of the lane's clock: a retry whose pause would end later is not begun. */
  readonly expiresAt: number;
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
 * Exchanges one request and its reply over a socket.
 * @param headers names and values in turn
 * @throws UpstreamError, WritePermitLostError
 */
export type Exchange = (request: WireRequest, headers: string[], bounds: CallBounds) => Promise<WireReply>;

/**
 * Sends one request, within a deadline, and returns what `read` makes of the reply. Whether a reply is usable shows only when it is read,
 * so reading is the end of an attempt. @throws UpstreamError, the errors of a permit, and those of `read`
 */
export type SendRequest = <Value>(request: WireRequest, read: (reply: WireReply) => Value, options?: CallOptions) => Promise<Value>;
