/* The innermost transport: undici's pool of connections to the service. */

import { buildConnector, Pool } from 'undici';
import { toError } from '../../primitives/values.js';
import { Exchange } from './exchange.js';
import { ignoreInterimResponses } from './interim-responses.js';
import type { Transport } from './transport.js';

/** The address of the service, and the limits of the connections to it. */
export interface UndiciOptions {
  /** Base address, perhaps with a path prefix. */
  readonly baseUrl: string;
  readonly maxConnections: number;
  readonly maxResponseBytes: number;
  readonly timeoutMs: number;
  /** Whether connections are reused. A call that must not be repeated needs a new one: the service may just have closed an idle one. */
  readonly keepAlive: boolean;
}

export interface OpenTransport {
  readonly transport: Transport;
  /** Ends idle connections immediately and busy ones after their call. */
  readonly close: () => Promise<void>;
  /** Ends all connections. Calls in progress fail. */
  readonly destroy: () => Promise<void>;
}

/**
 * Returns the innermost transport: one HTTP/1.1 exchange for each call, on a pool of connections to one origin. It follows no
 * redirect and retries nothing.
 */
export function createUndiciTransport({ baseUrl, maxConnections, maxResponseBytes, timeoutMs, keepAlive }: UndiciOptions): OpenTransport {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const open = buildConnector({ timeout: timeoutMs });
  const connect: typeof open = (options, opened) =>
    open(options, (...[error, socket]) => {
      if (error) return opened(error, null);
      ignoreInterimResponses(socket);
      opened(null, socket);
    });
  // Each call has a deadline, so undici needs no timers for heads and bodies: two objects for each request, which live for half a second.
  // Idle connections end after 4 s, because many servers close them after 5 s, and a request on a connection that is being closed fails.
  const pool = new Pool(base.origin, {
    connections: maxConnections,
    pipelining: keepAlive ? 1 : 0,
    connect,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 10_000,
  });
  const transport: Transport = (request, bounds) => {
    bounds.onAttempt?.();
    const exchange = new Exchange(request.endpointPath, maxResponseBytes, bounds);
    try {
      pool.dispatch({ method: request.method, path: prefix + request.target, headers: request.headers, body: request.body }, exchange);
    } catch (error) {
      exchange.fail(toError(error));
    }
    return exchange.reply;
  };
  return { transport, close: () => pool.close(), destroy: () => pool.destroy() };
}
