/*
 * Which handler responds to a request, and what every path has in common: the hosts to which requests may be addressed, the origins whose
 * pages may read the responses (CORS), and errors as responses. A request passes the allowed hosts, then the router. For `/graphql` it calls
 * operations/handle.ts, behind the explorer, which takes a browser that opens the path.
 */

import { isIP } from 'node:net';
import type { GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.js';
import { ThrottledLines } from '../../primitives/throttled-lines.js';
import { readOnly, type HttpHandler, type HttpRequest } from './request.js';
import { HttpError, type HttpResponse } from './response.js';

/** Handlers by path: `/graphql`, or `/hooks/check-in/{activityId}` for every path with one more segment. */
export type Routes = Readonly<Record<string, HttpHandler>>;

/**
 * Returns a handler that selects another one by path and turns every error into a response. It never throws.
 * @param origins those whose pages may read responses. Omitted: none
 */
export function createRouter(
  routes: Routes,
  formatError: (error: unknown, requestId: string) => GraphQLFormattedError,
  origins?: AllowedOrigins,
): HttpHandler {
  const handlers = new Map(Object.entries(routes));
  return async (request) => {
    const { origin } = request.headers;
    const isAllowed = origin !== undefined && origins !== undefined && origins.has(origin);
    let response: HttpResponse;
    try {
      const path = handlers.has(request.path) ? request.path : withParameter(request.path);
      const handle = handlers.get(path);
      if (handle === undefined) throw new HttpError(404, `This path does not exist. Paths: ${Object.keys(routes).join(', ')}.`);
      request.logFields.path = path;
      const preflighted = preflight(request);
      if (preflighted !== null && origin !== undefined && !isAllowed) origins?.warnOfRefused(origin);
      response = (isAllowed ? preflighted : null) ?? (await handle(request));
    } catch (error) {
      response = (error instanceof HttpError ? error : defect(formatError(error, request.id))).toResponse();
    }
    return isAllowed ? withOrigin(origin, response) : response;
  };
}

/**
 * Returns `/hooks/check-in/{activityId}` for `/hooks/check-in/1001`. A regular expression would take seconds for a long path that ends
 * with a slash.
 */
function withParameter(path: string): string {
  const at = path.lastIndexOf('/') + 1;
  return at === path.length ? path : `${path.slice(0, at)}{activityId}`;
}

const defect = ({ message, extensions }: GraphQLFormattedError) => new HttpError(500, message, extensions);

/**
 * Returns the routes of liveness, 200 while the process can respond at all, and of readiness, 200 if the program accepts
 * requests, 503 while it starts or drains.
 */
export const healthRoutes = (state: { readonly ready: boolean }): Routes => ({
  '/healthz': readOnly(() => plain(200, 'ok')),
  '/readyz': readOnly(() => (state.ready ? plain(200, 'ready') : plain(503, 'not ready'))),
});

const plain = (status: number, text: string) => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `${text}\n`,
});

/* Hosts. */

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
    if (exempt.has(request.path) || isAllowedHost(request.headers.host)) return handle(request);
    return new HttpError(421, hostNotAllowed).toResponse();
  };
}

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
function preflight({ method, headers }: HttpRequest): HttpResponse | null {
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return null;
  const requested = headers['access-control-request-headers'];
  const allowed: Record<string, string> = { 'access-control-allow-methods': 'GET, POST', 'access-control-max-age': '600' };
  if (requested !== undefined) allowed['access-control-allow-headers'] = requested;
  // Browsers on Chromium before 142 ask this for a public page, such as Apollo Studio, that calls a server of this machine.
  if (headers['access-control-request-private-network'] === 'true') allowed['access-control-allow-private-network'] = 'true';
  return { status: 204, headers: allowed, body: '' };
}

/** Lets the pages of an origin read a response. */
function withOrigin(origin: string, { status, headers, body }: HttpResponse): HttpResponse {
  const all: Record<string, string> = {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'x-request-id, retry-after',
  };
  return { status, headers: Object.assign(all, headers), body };
}
