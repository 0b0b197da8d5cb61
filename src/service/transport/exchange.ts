/* An exchange with the service: the request, its bounds and the reply; facts of the reply for errors; and how a call ends early. */

import type { CancelSignal } from '../../primitives/cancellation.js';
import { type ReplyFacts, CancelledError, UpstreamTimeoutError } from '../../records/errors.js';
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
  /** The permit of a recorded write, confirmed before each attempt. Omitted for a read, and for a write that is not recorded. */
  readonly permit?: WritePermit | undefined;
}

/** The limits of one call, with its retries. */
export interface CallBounds extends CallOptions {
  /** Aborts when the deadline has passed (`timeout`), or earlier when the call is cancelled (`cancelled`). */
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
  confirm(): Promise<void>;
  /** Whether the permit as last confirmed is still valid. Checked on an open connection, immediately before the first byte. */
  readonly isValid: () => boolean;
}

/**
 * Exchanges one request and its reply over a socket.
 * @param headers names and values in turn
 * @throws UpstreamError, WritePermitLostError
 */
export type Exchange = (request: WireRequest, headers: string[], bounds: CallBounds) => Promise<WireReply>;

/** Returns the status and the media type of a reply, and where a redirect leads to, for errors about it. */
export function replyFacts({ status, headers }: Pick<WireReply, 'status' | 'headers'>): ReplyFacts {
  const header = headers['content-type'];
  const contentType = typeof header === 'string' ? (mediaType.exec(header)?.[0] ?? null) : null;
  const location = status >= 300 && status < 400 ? placeOf(headers['location']) : undefined;
  return { status, contentType, location };
}

/** Returns an address without query, fragment and credentials: they may contain secrets and personal data. */
function placeOf(location: string | string[] | undefined): string | undefined {
  if (typeof location !== 'string') return undefined;
  const place = location.replace(/[?#].*$/s, '').replace(/^([a-z]*:?\/\/)[^/]*@/i, '$1');
  return visibleAscii.test(place) ? place.slice(0, maxPlaceLength) : undefined;
}

const mediaType = /^[\w.+-]{1,60}\/[\w.+-]{1,60}/;
const visibleAscii = /^[\x21-\x7e]+$/;
const maxPlaceLength = 200;

/* How a call ends early: its deadline has passed, or it is cancelled. */

/** Returns the error for a call whose signal has aborted. @param sent whether a byte may have reached the service */
export function stopError(endpointPath: string, signal: CancelSignal, sent = false): UpstreamTimeoutError | CancelledError {
  return signal.reason === 'cancelled' ? new CancelledError(endpointPath) : new UpstreamTimeoutError(endpointPath, sent);
}

/**
 * Waits, before a byte is sent, for work that does not know the signal. When the signal aborts, it fails with {@link stopError}, and ignores
 * the work.
 */
export function untilStopped<T>(work: Promise<T>, endpointPath: string, signal: CancelSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(stopError(endpointPath, signal));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Waits before an attempt. @throws UpstreamTimeoutError or CancelledError where the signal aborts */
export async function pauseBefore(ms: number, endpointPath: string, signal: CancelSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const pause = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  try {
    await untilStopped(pause, endpointPath, signal);
  } finally {
    clearTimeout(timer);
  }
}
