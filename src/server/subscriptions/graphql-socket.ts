import type { IncomingMessage } from 'node:http';
import { CloseCode, type Server } from 'graphql-ws';
import type { WebSocket } from 'ws';

/** What the hooks of graphql-ws see of a connection. */
export interface SocketExtra {
  readonly request: IncomingMessage;
  /** Ends the connection and everything that runs on it, whether or not the peer takes part. */
  readonly end: (code: number, reason: string) => void;
  /** Aborts when the connection has ended. */
  readonly over: AbortSignal;
}

export interface SocketRules {
  /** A peer that does not reply to a ping for so long is disconnected. */
  readonly keepAliveMs: number;
  /** A peer that leaves more than this unread is disconnected. */
  readonly maxUnreadBytes: number;
  /** The peer broke the WebSocket protocol. */
  readonly onMalformed: (error: Error) => void;
  /** A hook of ours failed. */
  readonly onDefect: (error: unknown) => void;
}

/**
 * Runs the graphql-ws protocol on one WebSocket. Unlike graphql-ws's own adapter for ws it listens to 'error' for the whole
 * life of the socket, writes nothing to the console, and takes no message once it has closed its side: ws delivers messages
 * until the peer closes too, and each could begin a subscription.
 */
export function runGraphqlSocket(
  protocol: Server<SocketExtra>,
  webSocket: WebSocket,
  request: IncomingMessage,
  rules: SocketRules,
): SocketExtra {
  const { keepAliveMs, maxUnreadBytes, onMalformed, onDefect } = rules;
  const isOpen = () => webSocket.readyState === webSocket.OPEN;
  const failed = (error: unknown) => {
    onDefect(error);
    end(CloseCode.InternalServerError, 'Internal server error');
  };
  const over = new AbortController();
  let closed = async (_code: number, _reason: string): Promise<void> => {};
  const release = (code: number, reason: string) => {
    if (over.signal.aborted) return;
    over.abort();
    clearInterval(ping);
    clearTimeout(overdue);
    closed(code, reason).catch(onDefect);
  };
  const end = (code: number, reason: string) => {
    webSocket.close(code, reason);
    release(code, reason);
  };

  let overdue: NodeJS.Timeout | undefined;
  const ping = setInterval(() => {
    if (!isOpen()) return;
    overdue ??= setTimeout(() => webSocket.terminate(), keepAliveMs);
    webSocket.ping();
  }, keepAliveMs);
  webSocket.on('pong', () => {
    clearTimeout(overdue);
    overdue = undefined;
  });
  const dropSlowReader = () => {
    if (webSocket.bufferedAmount > maxUnreadBytes) webSocket.terminate();
  };
  webSocket.on('ping', dropSlowReader);
  webSocket.on('error', onMalformed);
  webSocket.once('close', (code: number, reason: Buffer) => release(code, reason.toString()));

  const extra = { request, end, over: over.signal };
  closed = protocol.opened(
    {
      protocol: webSocket.protocol,
      // A peer that is gone is no error: 'close' ends what runs for it.
      send: (text) => new Promise((resolve) => (isOpen() ? webSocket.send(text, () => resolve()) : resolve())),
      close: end,
      onMessage: (receive) => {
        webSocket.on('message', (data: Buffer) => {
          dropSlowReader();
          if (isOpen()) receive(data.toString()).catch(failed);
        });
      },
    },
    extra,
  );
  return extra;
}
