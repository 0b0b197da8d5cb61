/* What the status line and the headers of a reply state: failures, and facts for errors. */

import { UpstreamInvalidResponseError, UpstreamRateLimitedError, UpstreamUnavailableError, type ReplyFacts } from '../../records/errors.js';
import type { WireReply } from './exchange.js';

/** Whether a reply means that the service limits the rate, although its status does not. */
export type IsBusy = (endpointPath: string, body: Buffer) => boolean;

/**
 * Checks for the statuses that are failures whatever the body contains: 3xx, 429 and 5xx. For any other status the envelope's code
 * decides later: §4.3 documents its reply under status 400. @throws UpstreamError
 */
export function checkStatus(endpointPath: string, reply: WireReply, isBusy: IsBusy | null): void {
  const { status } = reply;
  if (status === 429) throw new UpstreamRateLimitedError(endpointPath, failedCall(reply));
  if (status >= 500) throw new UpstreamUnavailableError(endpointPath, true, failedCall(reply));
  if (status >= 300 && status < 400)
    throw new UpstreamInvalidResponseError(endpointPath, 'status', 'no redirect', { flaw: 'REDIRECT', reply: replyFacts(reply) });
  if (isBusy?.(endpointPath, reply.body)) throw new UpstreamRateLimitedError(endpointPath, { reply: replyFacts(reply) });
}

const failedCall = (reply: WireReply) => ({ retryAfterMs: retryAfterMs(reply, Date.now()), reply: replyFacts(reply) });
/** The longest wait that an error states, in milliseconds: a service could name the year 9999. */
const maxRetryAfterMs = 86_400_000;

/**
 * Returns the header Retry-After, which has seconds or an HTTP date, in milliseconds from now, a day at most; undefined where it is missing
 * or invalid.
 */
export function retryAfterMs(reply: WireReply, now: number): number | undefined {
  const header = reply.headers['retry-after'];
  if (typeof header !== 'string') return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Math.min(Number(header) * 1000, maxRetryAfterMs);
  if (!/^[A-Za-z]{3}, /.test(header)) return undefined;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.min(Math.max(0, at - now), maxRetryAfterMs);
}

/** Returns the status and the media type of a reply, and where a redirect leads to, for errors about it. */
export function replyFacts({ status, headers }: Pick<WireReply, 'status' | 'headers'>): ReplyFacts {
  const header = headers['content-type'];
  const contentType = typeof header === 'string' ? (mediaType.exec(header)?.[0] ?? null) : null;
  const location = status >= 300 && status < 400 ? placeOf(headers['location']) : undefined;
  return location === undefined ? { status, contentType } : { status, contentType, location };
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
