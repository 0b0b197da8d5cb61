import { UpstreamInvalidResponseError, UpstreamRateLimitedError, UpstreamUnavailableError } from '../model/upstream-errors.js';
import type { Transport, WireReply } from './transport.js';

/**
 * Refuses the answers that are failures whatever their body says: 3xx, 429 and 5xx.
 * Any other status is left to the envelope's code: §4.3 is documented under 400.
 */
export function statusChecked(transport: Transport, now: () => number): Transport {
  return async (request, bounds) => {
    const reply = await transport(request, bounds);
    if (reply.status === 429) throw new UpstreamRateLimitedError(request.operation, retryAfterMs(reply, now()));
    if (reply.status >= 500) {
      throw new UpstreamUnavailableError(request.operation, true, retryAfterMs(reply, now()), undefined, reply.status);
    }
    if (reply.status >= 300 && reply.status < 400) {
      throw new UpstreamInvalidResponseError(request.operation, 'status', 'no redirect');
    }
    return reply;
  };
}

/** Retry-After in milliseconds, given as seconds or as an HTTP date; undefined where it is absent or unreadable. */
export function retryAfterMs(reply: WireReply, now: number): number | undefined {
  const header = reply.headers['retry-after'];
  if (typeof header !== 'string') return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  if (!/^[A-Za-z]{3}, /.test(header)) return undefined;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
