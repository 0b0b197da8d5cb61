import { isIP } from 'node:net';
import type { HttpHandler } from './handler.js';
import { HttpError } from './http-error.js';

/** Whether a request to this host is accepted. */
export type IsAllowedHost = (host: string | undefined) => boolean;

/**
 * Accepts IP addresses, localhost and the given names, which are in lower case. null accepts every host.
 *
 * The check prevents DNS rebinding: a page of another site can let its own host name resolve to this server's address, and
 * then reads responses as its own origin. Without authentication it could read everything. The page cannot change the host
 * to which its requests are addressed, which is still its own name.
 */
export function createIsAllowedHost(names: readonly string[] | null): IsAllowedHost {
  if (names === null) return () => true;
  const allowed = new Set(['localhost', ...names]);
  return (host = '') => {
    const name = hostName(host);
    return isIP(name) !== 0 || allowed.has(name);
  };
}

/** Returns the host without the port, the brackets of an IPv6 address and the final dot of a fully qualified name. */
function hostName(host: string): string {
  const [, address, name] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host.trim()) ?? [];
  return address ?? (name ?? '').toLowerCase().replace(/\.$/, '');
}

export const hostNotAllowed =
  'This host name is not served without authentication. Use an IP address or localhost, or ask the operator to add the name to ALLOWED_HOSTS.';

/** Wraps a handler: refuses requests for other hosts with 421, except for the exempt paths. */
export function withAllowedHosts(handle: HttpHandler, isAllowedHost: IsAllowedHost, exempt: ReadonlySet<string>): HttpHandler {
  return (request) => {
    if (exempt.has(request.path) || isAllowedHost(request.host)) return handle(request);
    return new HttpError(421, hostNotAllowed).toResponse();
  };
}
