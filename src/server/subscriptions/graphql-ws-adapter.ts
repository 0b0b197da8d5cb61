/* Connects the graphql-ws protocol to a WebSocket of ws. */

import type { IncomingMessage } from 'node:http';
import { CloseCode, type Server } from 'graphql-ws';
import type { WebSocket } from 'ws';

/** A connection as the hooks of graphql-ws receive it. */
export interface SocketExtra {
  readonly request: IncomingMessage;
  /** Ends the connection and its subscriptions immediately, without waiting for the client. */
  readonly end: (code: number, reason: string) => void;
  /** Aborts when the connection has ended. */
  readonly ended: AbortSignal;
}

export interface SocketRules {
  /** Interval of pings, and the time in which the client must reply to one. Otherwise it is disconnected. */
  readonly keepAliveMs: number;
  /** Limit of bytes that the client has not read yet. Beyond it the client is disconnected. */
  readonly maxUnreadBytes: number;
  /** Called if the client violates the WebSocket protocol. */
  readonly onMalformed: (error: Error) => void;
  /** Called if a hook throws an unexpected error. */
  readonly onUnexpectedError: (error: unknown) => void;
}

/**
 * Runs the graphql-ws protocol on one WebSocket. It replaces the adapter for ws that graphql-ws contains, and differs in three
 * points: the socket always has an 'error' listener, nothing is written to the console, and messages are ignored after this
 * side has closed. ws delivers messages until the client closes too, and each could start a subscription.
 */
export function serveGraphqlWs(
  protocol: Server<SocketExtra>,
  webSocket: WebSocket,
  request: IncomingMessage,
  rules: SocketRules,
): SocketExtra {
  const { keepAliveMs, maxUnreadBytes, onMalformed, onUnexpectedError } = rules;
  const isOpen = () => webSocket.readyState === webSocket.OPEN;
  const failed = (error: unknown) => {
    onUnexpectedError(error);
    end(CloseCode.InternalServerError, 'Internal server error');
  };
  const ended = new AbortController();
  let closed = async (_code: number, _reason: string): Promise<void> => {};
  const release = (code: number, reason: string) => {
    if (ended.signal.aborted) return;
    ended.abort();
    clearInterval(ping);
    clearTimeout(pongTimer);
    closed(code, reason).catch(onUnexpectedError);
  };
  const end = (code: number, reason: string) => {
    webSocket.close(code, closeReason(reason));
    release(code, reason);
  };

  let pongTimer: NodeJS.Timeout | undefined;
  const ping = setInterval(() => {
    if (!isOpen()) return;
    pongTimer ??= setTimeout(() => webSocket.terminate(), keepAliveMs);
    webSocket.ping();
  }, keepAliveMs);
  webSocket.on('pong', () => {
    clearTimeout(pongTimer);
    pongTimer = undefined;
  });
  const terminateSlowReader = () => {
    if (webSocket.bufferedAmount > maxUnreadBytes) webSocket.terminate();
  };
  webSocket.on('ping', terminateSlowReader);
  webSocket.on('error', onMalformed);
  webSocket.once('close', (code: number, reason: Buffer) => release(code, reason.toString()));

  const extra = { request, end, ended: ended.signal };
  closed = protocol.opened(
    {
      protocol: webSocket.protocol,
      // Errors of a closed connection are ignored: the 'close' event ends its subscriptions.
      send: (text) => new Promise((resolve) => (isOpen() ? webSocket.send(text, () => resolve()) : resolve())),
      close: end,
      onMessage: (receive) => {
        webSocket.on('message', (data: Buffer) => {
          terminateSlowReader();
          if (isOpen()) receive(data.toString()).catch(failed);
        });
      },
    },
    extra,
  );
  return extra;
}

/** A close frame contains at most this many bytes of reason. ws throws if there are more. */
const maxReasonBytes = 123;

/** Shortens a reason that does not fit a close frame: graphql-ws quotes the id that the client has chosen. A UTF-16 unit has at most three bytes. */
const closeReason = (reason: string): string => (Buffer.byteLength(reason) > maxReasonBytes ? reason.slice(0, maxReasonBytes / 3) : reason);
