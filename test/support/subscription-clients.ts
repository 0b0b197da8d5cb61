/* Clients of subscriptions, over WebSocket and event streams. */

import { createClient as createEventStreamClient, type Client as EventStreamClient } from 'graphql-sse';
import { createClient as createSocketClient, type Client as SocketClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { everyScopeKey } from './program.js';

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

/** Begins an operation by a client of its own. */
export function subscribe(
  program: { readonly url: string },
  protocol: Protocol,
  request: object,
  { key = everyScopeKey, httpHeaders = {} as Record<string, string> } = {},
) {
  const client = subscriptionClient(program, protocol, { authorization: `Bearer ${key}` }, httpHeaders);
  const results = client.iterate<any>({ query: '', ...request });
  return {
    /** Returns the next result, or undefined. The `errors` of a refusal are those with which a client over WebSocket rejects, too. */
    async next(): Promise<any> {
      const { value } = await results.next().catch((errors: unknown) => ({ value: { errors } }));
      return value;
    },
    async leave() {
      await results.return!();
      await client.dispose();
    },
  };
}
