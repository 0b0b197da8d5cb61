/** The timeouts of node:http, in milliseconds. */
export interface ListenerTimeouts {
  readonly keepAliveTimeout: number;
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  /** Interval at which `headersTimeout` and `requestTimeout` are checked. */
  readonly connectionsCheckingInterval: number;
}

/**
 * Connections stay open for 20 s without a request. Gateways close idle connections earlier (after 15 s), so a gateway never
 * sends a request on a connection that this server is closing.
 */
export const listenerTimeouts: ListenerTimeouts = {
  keepAliveTimeout: 20_000,
  headersTimeout: 25_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
};
