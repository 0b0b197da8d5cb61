/* Clients of subscriptions, over WebSocket and event streams. */

import { createClient as createEventStreamClient, type Client as EventStreamClient } from 'graphql-sse';
import { createClient as createSocketClient, type Client as SocketClient } from 'graphql-ws';
import { WebSocket } from 'ws';

/** The two protocols of subscriptions, named after the libraries of their clients. */
export type Protocol = 'graphql-ws' | 'graphql-sse';
export const protocols: readonly Protocol[] = ['graphql-ws', 'graphql-sse'];

/**
 * A client of a program's subscriptions that does not connect again. `headers` are the connection's parameters over a WebSocket, and
 * `httpHeaders` headers of the HTTP request over both.
 */
export function subscriptionClient(
  { url }: { readonly url: string },
  protocol: Protocol,
  headers: Record<string, string>,
  httpHeaders: Record<string, string> = {},
): SocketClient | EventStreamClient {
  return protocol === 'graphql-ws'
    ? createSocketClient({
        url: `${url.replace('http', 'ws')}/graphql`,
        connectionParams: headers,
        retryAttempts: 0,
        webSocketImpl: class extends WebSocket {
          constructor(address: string, offered: string | string[]) {
            super(address, offered, { headers: httpHeaders });
          }
        },
      })
    : createEventStreamClient({ url: `${url}/graphql`, headers: { ...headers, ...httpHeaders }, retryAttempts: 0 });
}
