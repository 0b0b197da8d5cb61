import { isIP } from 'node:net';
import type { Handler } from './http.js';
import { Refusal } from './refusal.js';

/** Whether a request with this Host header is served. */
export type IsAllowedHost = (host: string | undefined) => boolean;

/**
 * Allows IP addresses, localhost and the names given, in lower case; null allows every host. Where nobody has to
 * authenticate, a page of another site could have its own name resolve to this address (DNS rebinding) and read
 * everything as its own origin; but it cannot change the name that the browser sends.
 */
export function allowedHosts(names: readonly string[] | null): IsAllowedHost {
  if (names === null) return () => true;
  const allowed = new Set(['localhost', ...names]);
  return (host = '') => {
    const name = nameIn(host);
    return isIP(name) !== 0 || allowed.has(name);
  };
}

/** The name without port, brackets and the dot of a fully qualified one. */
function nameIn(host: string): string {
  const [, address, name] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host.trim()) ?? [];
  return address ?? (name ?? '').toLowerCase().replace(/\.$/, '');
}

export const misdirected =
  'This host name is not served without authentication. Use an IP address or localhost, or ask the operator to add the name to ALLOWED_HOSTS.';

/** Turns requests for other hosts away, but for the exempt paths. */
export function forAllowedHosts(handle: Handler, isAllowedHost: IsAllowedHost, exempt: ReadonlySet<string>): Handler {
  return (request) => {
    const host = request.headers['host'];
    if (exempt.has(request.path) || isAllowedHost(typeof host === 'string' ? host : undefined)) return handle(request);
    return new Refusal(421, misdirected).answer();
  };
}
