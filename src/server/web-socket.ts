import { randomUUID } from 'node:crypto';
import type { GraphQLError } from 'graphql';
import { CloseCode } from 'graphql-ws';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import type { Caller } from '../model/caller.js';
import type { Authenticate } from './authentication.js';
import type { FeedRequest, Feeds } from './feeds.js';
import type { HeaderLists } from './http.js';
import type { OnUpgrade } from './listener.js';

export interface WebSocketOptions {
  readonly feeds: Feeds;
  readonly authenticate: Authenticate;
  /** Pages of these origins may connect; programs, which name none, may too. */
  readonly origins: ReadonlySet<string>;
  readonly maxMessageBytes: number;
}

export interface WebSockets {
  readonly onUpgrade: OnUpgrade;
  /** Tells every subscriber that the server goes away. */
  close(): Promise<void>;
}

/** So many subscriptions share one connection at the most. */
const maxPerSocket = 20;

/** One connection: who is at its other end, and what they watch. */
interface Connection {
  readonly caller: Caller;
  readonly watched: Map<string, { readonly request: FeedRequest; readonly gone: AbortController }>;
}

/** Subscriptions over the graphql-ws protocol at /graphql. Credentials come as headers, or in connection_init for browsers. */
export function createWebSockets({ feeds, authenticate, origins, maxMessageBytes }: WebSocketOptions): WebSockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, handleProtocols: (offered) => (offered.has(protocol) ? protocol : false) });
  const connections = new WeakMap<object, Connection>();
  const requestOf = ({ extra }: { extra: object }, id: string) => connections.get(extra)?.watched.get(id)?.request;

  const handle = useServer(
    {
      connectionInitWaitTimeout: 3_000,
      onConnect: async ({ extra, connectionParams }) => {
        const message = extra.request;
        const caller = await authenticate({ ...message.headersDistinct, ...credentialsIn(connectionParams) }, message.socket.remoteAddress ?? 'unknown');
        if (caller === null) {
          extra.socket.close(CloseCode.Forbidden, 'This needs a valid credential: a header, or connectionParams such as { authorization: "Bearer KEY" }.');
          return false;
        }
        connections.set(extra, { caller, watched: new Map() });
        return true;
      },
      onSubscribe: ({ extra }, id, { query, operationName, variables }) => {
        const { caller, watched } = connections.get(extra)!;
        const gone = new AbortController();
        const parameters = { query, operationName: operationName ?? undefined, variables: variables ?? undefined, extensions: undefined };
        const request: FeedRequest = { requestId: randomUUID(), caller, parameters, signal: gone.signal };
        if (watched.size >= maxPerSocket) return [feeds.refusal(`At most ${maxPerSocket} subscriptions share a connection.`)];
        watched.set(id, { request, gone });
        return feeds.prepare(request);
      },
      onNext: (context, id, _payload, _args, result) => {
        const request = requestOf(context, id);
        return request && feeds.result(result, request);
      },
      onError: (context, id, _payload, errors: readonly GraphQLError[]) => {
        const request = requestOf(context, id);
        connections.get(context.extra)?.watched.delete(id);
        return request ? feeds.formatted(errors, request) : undefined;
      },
      onComplete: ({ extra }, id) => {
        const { watched } = connections.get(extra)!;
        watched.get(id)?.gone.abort();
        watched.delete(id);
      },
      onDisconnect: ({ extra }) => {
        for (const { gone } of connections.get(extra)?.watched.values() ?? []) gone.abort();
      },
    },
    server,
    12_000,
  );

  return {
    close: async () => handle.dispose(),
    onUpgrade: (message, socket, head) => {
      const { origin } = message.headers;
      const path = (message.url ?? '').split('?')[0];
      if (path !== '/graphql') return void socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
      if (origin !== undefined && !origins.has(origin)) {
        return void socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
      }
      server.handleUpgrade(message, socket, head, (webSocket) => server.emit('connection', webSocket, message));
    },
  };
}

const protocol = 'graphql-transport-ws';

/** A browser cannot set headers on a WebSocket: what it would send as one stands in connection_init. */
function credentialsIn(parameters: Record<string, unknown> | undefined): HeaderLists {
  const given = Object.entries(parameters ?? {}).filter(([, value]) => typeof value === 'string') as [string, string][];
  const named = given.map(([name, value]) => [name.toLowerCase(), [value]] as const);
  return Object.fromEntries(named.filter(([name]) => credentialHeaders.has(name)));
}

const credentialHeaders: ReadonlySet<string> = new Set(['authorization', 'x-api-key', 'router-authorization']);
