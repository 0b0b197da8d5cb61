import type { CancelSignal } from '../model/cancellation.js';
import type { ActivityId } from '../model/ids.js';

/** One request to the service, ready but for its signature. */
export interface WireRequest {
  /** The operation's path below the base address; names the operation in errors and logs. */
  readonly operation: string;
  readonly method: 'GET' | 'POST';
  /** The path with its query string. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  /** Whether the operation carries Service-Auth (§5). */
  readonly auth: 'service' | 'none';
  readonly activityId: ActivityId;
  /** Whether a second attempt does no harm. Reads are POSTs here, so the HTTP method tells nothing. */
  readonly repeatable: boolean;
}

export interface WireReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Why a call is given up: its time is over, or nobody waits for it any more. */
export type StopReason = 'timeout' | 'cancelled';

/** What bounds one call, retries included. The signal's reason is a {@link StopReason}. */
export interface CallBounds {
  readonly signal: CancelSignal;
  /** On the clock of `performance.now()`, in milliseconds. */
  readonly expiresAt: number;
  /** Told of every attempt, the first included. */
  readonly onAttempt?: (() => void) | undefined;
}

/**
 * Carries one request to the service. Every wrapper around a transport is a transport again.
 * @throws UpstreamError, and nothing else.
 */
export type Transport = (request: WireRequest, bounds: CallBounds) => Promise<WireReply>;

export interface CallOptions {
  /** The caller's way to give up. */
  readonly signal?: CancelSignal | undefined;
  readonly onAttempt?: (() => void) | undefined;
}

/** A transport whose calls bound themselves. */
export type BoundedTransport = (request: WireRequest, options?: CallOptions) => Promise<WireReply>;
