import { Pool } from 'undici';
import { Exchange } from './exchange.js';
import type { Transport } from './transport.js';

export interface ServiceConnection {
  /** Base address; may carry a path prefix. */
  readonly baseUrl: string;
  readonly maxConnections: number;
  readonly maxResponseBytes: number;
  readonly timeoutMs: number;
  /** Whether idle connections are kept for the next call. A call that must not be repeated takes a fresh one: an idle one may be gone. */
  readonly keepAlive: boolean;
}

export interface OpenTransport {
  readonly transport: Transport;
  /** Ends the idle connections and, once they are done, the busy ones. */
  readonly close: () => Promise<void>;
  /** Ends all connections; calls that are still under way fail. */
  readonly destroy: () => Promise<void>;
}

/**
 * The innermost transport: one HTTP/1.1 exchange on a pool of connections to one origin.
 * No redirect is followed, nothing is decompressed, nothing is tried again.
 */
export function undiciTransport({ baseUrl, maxConnections, maxResponseBytes, timeoutMs, keepAlive }: ServiceConnection): OpenTransport {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  // Own deadlines decide; undici's timers are a backstop. Idle sockets go before a usual server closes them.
  const pool = new Pool(base.origin, {
    connections: maxConnections,
    pipelining: keepAlive ? 1 : 0,
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs + 1_000,
    bodyTimeout: timeoutMs + 1_000,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 10_000,
  });
  const transport: Transport = (request, bounds) => {
    bounds.onAttempt?.();
    const exchange = new Exchange(request.operation, maxResponseBytes, bounds);
    try {
      pool.dispatch({ method: request.method, path: prefix + request.target, headers: request.headers, body: request.body }, exchange);
    } catch (error) {
      exchange.fail(error instanceof Error ? error : new Error('The request cannot be sent.'));
    }
    return exchange.reply;
  };
  return { transport, close: () => pool.close(), destroy: () => pool.destroy() };
}
