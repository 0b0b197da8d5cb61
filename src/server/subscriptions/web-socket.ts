/* The WebSockets at /graphql: which are accepted, and how they end. graphql-ws-server.ts runs the protocol on them. */

import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { WebSocketServer, type WebSocket } from 'ws';
import { hostNotAllowed, type IsAllowedHost } from '../http/allowed-hosts.js';
import type { OnWebSocket } from '../http/listener.js';
import { destroySoon, respondAndClose } from '../http/raw-response.js';
import { hostOf, pathAndQueryOf } from '../http/request-target.js';
import { peerErrorFields, unexpectedErrorFields } from '../telemetry/log/error-fields.js';
import { serveGraphqlWs, type SocketExtra, type SocketRules } from './graphql-ws-adapter.js';
import { createGraphqlWsServer, type GraphqlWsOptions } from './graphql-ws-server.js';
import { hasBody } from './web-socket-messages.js';

export interface WebSocketOptions extends GraphqlWsOptions {
  /** Origins whose pages may connect. Clients other than browsers send no Origin header and may connect too. */
  readonly origins: ReadonlySet<string>;
  readonly isAllowedHost: IsAllowedHost;
  readonly maxMessageBytes: number;
  readonly maxMessageValues: number;
  readonly log: Pick<Logger, 'debug' | 'error'>;
}

export interface WebSockets {
  readonly onWebSocket: OnWebSocket;
  /** Closes every connection with "1001 Going away" and refuses new ones. */
  close(): void;
}

/** Time that a client has to close its side after this side has closed. */
const closeTimeoutMs = 800;
/** Limit of bytes of a message before the connection is acknowledged: until then anyone can send it. */
const maxFirstBytes = 8 * 1024;
const maxFragments = 64;
/** ws keeps the parts in which a message has arrived. A segment of TCP is seldom shorter. */
const bytesPerPart = 256;
const minUnreadBytes = 1_048_576;
const protocol = 'graphql-transport-ws';

export function createWebSockets(options: WebSocketOptions): WebSockets {
  const { origins, isAllowedHost, maxMessageBytes, maxMessageValues, log } = options;
  const graphql = createGraphqlWsServer(options);
  // A variable, because the types of ws do not have all of its options.
  const serverOptions = {
    noServer: true,
    maxPayload: Math.min(maxFirstBytes, maxMessageBytes),
    maxFragments,
    maxBufferedChunks: maxFragments + Math.ceil(maxMessageBytes / bytesPerPart),
    closeTimeout: closeTimeoutMs,
    handleProtocols: (offered: Set<string>) => (offered.has(protocol) ? protocol : (false as const)),
  };
  const server = new WebSocketServer(serverOptions);
  server.on('error', (error) => log.error(peerErrorFields(error), 'The WebSocket server failed'));

  const rules: SocketRules = {
    keepAliveMs: 12_000,
    maxUnreadBytes: Math.max(minUnreadBytes, 4 * maxMessageBytes),
    maxMessageBytes,
    maxMessageValues,
    onMalformed: (error) => log.debug(peerErrorFields(error), 'A WebSocket was closed: the client violated the protocol'),
    onUnexpectedError: (error) => log.error(unexpectedErrorFields(error), 'A WebSocket was closed: unexpected error'),
  };
  const open = new Set<SocketExtra>();
  const handle = (webSocket: WebSocket, message: IncomingMessage) => {
    const extra = serveGraphqlWs(graphql, webSocket, message, rules);
    // A client that does not offer the protocol has been refused already: no event would remove it.
    if (extra.ended.aborted) return;
    open.add(extra);
    extra.ended.addEventListener('abort', () => open.delete(extra));
  };

  return {
    close: () => {
      server.close();
      for (const extra of open) extra.end(1001, 'Going away');
    },
    onWebSocket: (message, socket, head) => {
      const { origin } = message.headers;
      if (pathAndQueryOf(message.url ?? '').split('?')[0] !== '/graphql') return respondAndClose(socket, 404);
      if (!isAllowedHost(hostOf(message))) return respondAndClose(socket, 421, hostNotAllowed);
      if (origin !== undefined && !origins.has(origin)) return respondAndClose(socket, 403);
      if (hasBody(message)) return respondAndClose(socket, 400);
      let accepted = false;
      server.handleUpgrade(message, socket, head, (webSocket) => {
        accepted = true;
        handle(webSocket, message);
      });
      // ws has written an error response. It destroys the socket once the response is flushed, which a client that reads nothing prevents.
      if (!accepted) destroySoon(socket);
    },
  };
}
