/*
 * The hosts to which requests may be addressed, and the origins whose pages may read the responses (CORS) and open WebSockets.
 */

import { isIP } from 'node:net';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.js';
import { ThrottledLines } from '../../primitives/throttled-lines.js';
import type { HttpRequest } from './request.js';
import type { HttpResponse } from './response.js';

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

/** The origins of other servers whose pages may read responses and open WebSockets. */
export class AllowedOrigins {
  readonly #origins: ReadonlySet<string>;
  readonly #lines = new ThrottledLines(warningIntervalMs);

  constructor(
    private readonly settings: Config['server']['cors'],
    private readonly log: Pick<Logger, 'warn'>,
  ) {
    this.#origins = new Set(settings.origins);
  }

  has(origin: string): boolean {
    return this.#origins.has(origin) || (this.settings.local && loopbackOrigin.test(origin));
  }

  /** Logs, at most once a minute, that a page was refused. The browser does not tell the page's developer which setting is missing. */
  warnOfRefused(origin: string): void {
    const fields = { origin: origin.slice(0, maxLoggedLength), setting: 'CORS_ORIGINS' };
    const text = 'A page of another origin was refused. If the page is yours, add its origin to CORS_ORIGINS';
    this.#lines.add('refused', () => this.log.warn(fields, text));
  }
}

/**
 * Whether the header Origin has the host and port to which the request is addressed. Apps on phones send it so, over WebSockets also with
 * their scheme: React Native for Android `https://graph.example`, Apollo iOS `wss://graph.example`.
 */
export function isSameAddress(origin: string, host: string | undefined): boolean {
  const scheme = /^(?:https?|wss?):\/\//.exec(origin)?.[0];
  const address = `${scheme}${host}`;
  return scheme !== undefined && URL.canParse(origin) && URL.canParse(address) && new URL(origin).host === new URL(address).host;
}

const loopbackOrigin = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;
const warningIntervalMs = 60_000;
const maxLoggedLength = 200;

/**
 * Returns the response to a preflight request of an allowed origin; null for another request. Cookies
 * are never allowed: credentials are headers.
 */
export function preflight({ method, headers }: HttpRequest): HttpResponse | null {
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return null;
  const requested = headers['access-control-request-headers'];
  const allowed: Record<string, string> = { 'access-control-allow-methods': 'GET, POST', 'access-control-max-age': '600' };
  if (requested !== undefined) allowed['access-control-allow-headers'] = requested;
  // Browsers on Chromium before 142 ask this for a public page, such as Apollo Studio, that calls a server of this machine.
  if (headers['access-control-request-private-network'] === 'true') allowed['access-control-allow-private-network'] = 'true';
  return { status: 204, headers: allowed, body: '' };
}

/** Lets the pages of an origin read a response. */
export function withOrigin(origin: string, { status, headers, body }: HttpResponse): HttpResponse {
  const all: Record<string, string> = {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'x-request-id, retry-after',
  };
  return { status, headers: Object.assign(all, headers), body };
}
