/* The WebSockets at /graphql: which are accepted, and how they end. */

import type { IncomingMessage } from 'node:http';
import { WebSocketServer } from 'ws';
import type { OnWebSocket } from '../http/listener.js';
import { hostOf, pathAndQueryOf } from '../http/request.js';
import { destroySoon, respondAndClose } from '../http/response.js';
import { type AllowedOrigins, hostNotAllowed, type IsAllowedHost } from '../http/router.js';
import { peerErrorFields } from '../telemetry/log.js';
import { subprotocol, WebSocketConnection, type ConnectionOptions } from './web-socket-connection.js';

export interface WebSocketOptions extends ConnectionOptions {
  /** Origins whose pages may connect. Clients other than browsers send no Origin header and may connect too. */
  readonly origins: AllowedOrigins;
  readonly isAllowedHost: IsAllowedHost;
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

export function createWebSockets(options: WebSocketOptions): WebSockets {
  const { origins, isAllowedHost, maxMessageBytes, log } = options;
  // A variable, because the types of ws do not have all of its options.
  const serverOptions = {
    noServer: true,
    maxPayload: Math.min(maxFirstBytes, maxMessageBytes),
    maxFragments,
    maxBufferedChunks: maxFragments + Math.ceil(maxMessageBytes / bytesPerPart),
    closeTimeout: closeTimeoutMs,
    handleProtocols: (offered: Set<string>) => (offered.has(subprotocol) ? subprotocol : (false as const)),
  };
  const server = new WebSocketServer(serverOptions);
  server.on('error', (error) => log.error(peerErrorFields(error), 'The WebSocket server failed'));
  const open = new Set<WebSocketConnection>();

  return {
    close: () => {
      server.close();
      for (const connection of open) connection.end(1001, 'Going away');
    },
    onWebSocket: (message, socket, head) => {
      const { origin } = message.headers;
      if (pathAndQueryOf(message.url ?? '').split('?')[0] !== '/graphql') return respondAndClose(socket, 404);
      if (!isAllowedHost(hostOf(message))) return respondAndClose(socket, 421, hostNotAllowed);
      if (origin !== undefined && !origins.has(origin)) {
        origins.warnOfRefused(origin);
        return respondAndClose(socket, 403);
      }
      if (hasBody(message)) return respondAndClose(socket, 400);
      let accepted = false;
      server.handleUpgrade(message, socket, head, (webSocket) => {
        accepted = true;
        const connection = new WebSocketConnection(webSocket, message, options);
        // A client that does not offer the protocol has been refused already: no event would remove it.
        if (connection.ended.aborted) return;
        open.add(connection);
        connection.ended.addEventListener('abort', () => open.delete(connection));
      });
      // ws has written an error response. It destroys the socket once the response is flushed, which a client that reads nothing prevents.
      if (!accepted) destroySoon(socket);
    },
  };
}

/** Whether the request has a body. A proxy would read the following bytes as the body, this server as WebSocket frames. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}
