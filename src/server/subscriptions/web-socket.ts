import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { GraphQLError } from 'graphql';
import { CloseCode, makeServer } from 'graphql-ws';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Caller } from '../../model/caller.js';
import { type IsAllowedHost, misdirected } from '../http/allowed-hosts.js';
import type { AuthenticateRequest } from '../telemetry/audited-authentication.js';
import { defectFacts, errorFacts } from '../telemetry/defect.js';
import type { SubscriptionRequest, Subscriptions } from './subscriptions.js';
import { runGraphqlSocket, type SocketExtra, type SocketRules } from './graphql-socket.js';
import { destroySoon, hangUp } from '../http/hang-up.js';
import type { HeaderLists } from '../http/http.js';
import { callAt } from './instant.js';
import type { OnWebSocket } from '../http/listener.js';

export interface WebSocketOptions {
  readonly feeds: Subscriptions;
  readonly authenticate: AuthenticateRequest;
  /** Pages of these origins may connect; programs, which name none, may too. */
  readonly origins: ReadonlySet<string>;
  readonly isAllowedHost: IsAllowedHost;
  readonly maxMessageBytes: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: Pick<Logger, 'debug' | 'error'>;
}

export interface WebSockets {
  readonly onWebSocket: OnWebSocket;
  /** Tells every subscriber that the server goes away, and takes no further connection. */
  close(): void;
}

/** A peer that does not close its side of a connection that we closed is disconnected after so long. */
const closeTimeoutMs = 5_000;
const leastUnreadBytes = 1_048_576;
const expired = 'The credential has expired. Connect again with a new one.';

/** So many subscriptions share one connection at the most. */
const maxPerSocket = 20;

/** One connection: who is at its other end, and what they watch. */
interface Connection {
  readonly caller: Caller;
  readonly watched: Map<string, { readonly request: SubscriptionRequest; readonly gone: AbortController }>;
}

/** Subscriptions over the graphql-ws protocol at /graphql. Credentials come as headers, or in connection_init for browsers. */
export function createWebSockets({ feeds, authenticate, origins, isAllowedHost, maxMessageBytes, now, log }: WebSocketOptions): WebSockets {
  const options = {
    noServer: true,
    maxPayload: maxMessageBytes,
    closeTimeout: closeTimeoutMs,
    handleProtocols: (offered: Set<string>) => (offered.has(protocol) ? protocol : (false as const)),
  };
  const server = new WebSocketServer(options);
  server.on('error', (error) => log.error(errorFacts(error), 'The WebSocket server failed'));
  const connections = new WeakMap<object, Connection>();
  const requestOf = ({ extra }: { extra: object }, id: string) => connections.get(extra)?.watched.get(id)?.request;

  const endAt = (instant: number, { end, over }: SocketExtra) => {
    const cancel = callAt(instant, now, () => end(CloseCode.Forbidden, expired));
    over.addEventListener('abort', cancel, { once: true });
  };
  const graphql = makeServer<Record<string, unknown>, SocketExtra>({
    connectionInitWaitTimeout: 3_000,
    subscribe: (prepared) => feeds.subscribe(prepared),
    onConnect: async ({ extra, connectionParams }) => {
      const message = extra.request;
      const caller = await authenticate(
        { ...message.headersDistinct, ...credentialsIn(connectionParams) },
        message.socket.remoteAddress ?? 'unknown',
        randomUUID(),
      );
      if (extra.over.aborted) return false;
      if (caller === null) {
        extra.end(
          CloseCode.Forbidden,
          'This needs a valid credential: a header, or connectionParams such as { authorization: "Bearer KEY" }.',
        );
        return false;
      }
      if (caller.expiresAt !== undefined) endAt(caller.expiresAt, extra);
      connections.set(extra, { caller, watched: new Map() });
      return true;
    },
    onSubscribe: ({ extra }, id, { query, operationName, variables }) => {
      const { caller, watched } = connections.get(extra)!;
      if (caller.expiresAt !== undefined && caller.expiresAt <= now()) {
        extra.end(CloseCode.Forbidden, expired);
        return [feeds.refusal(expired)];
      }
      const gone = new AbortController();
      const parameters = { query, operationName: operationName ?? undefined, variables: variables ?? undefined, extensions: undefined };
      const request: SubscriptionRequest = { requestId: randomUUID(), caller, parameters, signal: gone.signal };
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
  });

  const rules: SocketRules = {
    keepAliveMs: 12_000,
    maxUnreadBytes: Math.max(leastUnreadBytes, 4 * maxMessageBytes),
    onMalformed: (error) => log.debug(errorFacts(error), 'A WebSocket was closed: its peer broke the protocol'),
    onDefect: (error) => log.error(defectFacts(error), 'A WebSocket was closed by a defect of ours'),
  };
  const open = new Set<SocketExtra>();
  const handle = (webSocket: WebSocket, message: IncomingMessage) => {
    const extra = runGraphqlSocket(graphql, webSocket, message, rules);
    open.add(extra);
    extra.over.addEventListener('abort', () => open.delete(extra));
  };

  return {
    close: () => {
      server.close();
      for (const { end } of open) end(1001, 'Going away');
    },
    onWebSocket: (message, socket, head) => {
      const { origin, host } = message.headers;
      if ((message.url ?? '').split('?')[0] !== '/graphql') return hangUp(socket, 404);
      if (!isAllowedHost(host)) return hangUp(socket, 421, misdirected);
      if (origin !== undefined && !origins.has(origin)) return hangUp(socket, 403);
      if (hasBody(message)) return hangUp(socket, 400);
      let taken = false;
      server.handleUpgrade(message, socket, head, (webSocket) => {
        taken = true;
        handle(webSocket, message);
      });
      if (!taken) destroySoon(socket);
    },
  };
}

/** What follows the head of such a request would be a body to one reader and frames to another. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}

const protocol = 'graphql-transport-ws';

/** A browser cannot set headers on a WebSocket: what it would send as one stands in connection_init. */
function credentialsIn(parameters: Record<string, unknown> | undefined): HeaderLists {
  const given = Object.entries(parameters ?? {}).filter(([, value]) => typeof value === 'string') as [string, string][];
  const named = given.map(([name, value]) => [name.toLowerCase(), [value]] as const);
  return Object.fromEntries(named.filter(([name]) => credentialHeaders.has(name)));
}

const credentialHeaders: ReadonlySet<string> = new Set(['authorization', 'x-api-key', 'router-authorization']);
