/* Connects the graphql-ws protocol to a WebSocket of ws. */

import type { IncomingMessage } from 'node:http';
import { CloseCode, MessageType, type Server } from 'graphql-ws';
import type { WebSocket } from 'ws';
import { onUnfinishedMessage, setMaxMessageBytes } from './web-socket-frames.js';
import { readMessage, type RefusedMessage } from './web-socket-messages.js';

/** A connection as the hooks of graphql-ws receive it. */
export interface SocketExtra {
  readonly request: IncomingMessage;
  /** Aborts when the connection has ended. */
  readonly ended: AbortSignal;
  /** The payload of the `subscribe` that graphql-ws now passes to a hook. The hook must read it synchronously. */
  readonly payload: object;
  /** Accepts messages of the full size from now on. */
  acknowledge(): void;
  /** Ends the connection and its subscriptions immediately, without waiting for the client. */
  end(code: number, reason: string): void;
  /** Calls the listener when graphql-ws has handled the message that it now passes to a hook. The hook must call this synchronously. */
  onHandled(listener: () => void): void;
}

export interface SocketRules {
  /** Interval of pings, and the time in which the client must reply to one. Otherwise it is disconnected. */
  readonly keepAliveMs: number;
  /** Limit of bytes that the client has not read yet. Beyond it the client is disconnected. */
  readonly maxUnreadBytes: number;
  /** Limit of bytes of a message when the connection is acknowledged. */
  readonly maxMessageBytes: number;
  /** Limit of objects, lists and scalars of a message. */
  readonly maxMessageValues: number;
  /** Called if the client violates the WebSocket protocol. */
  readonly onMalformed: (error: Error) => void;
  /** Called if a hook throws an unexpected error. */
  readonly onUnexpectedError: (error: unknown) => void;
}

/**
 * Runs the graphql-ws protocol on one WebSocket. It replaces the adapter for ws that graphql-ws contains, and differs in four
 * points: the socket always has an 'error' listener, nothing is written to the console, messages are bounded, and they are ignored
 * after this side has closed. ws delivers messages until the client closes too, and each could start a subscription.
 */
export function serveGraphqlWs(
  protocol: Server<SocketExtra>,
  webSocket: WebSocket,
  request: IncomingMessage,
  rules: SocketRules,
): SocketExtra {
  const socket = new GraphqlWsSocket(webSocket, request, rules);
  socket.open(protocol);
  return socket;
}

class GraphqlWsSocket implements SocketExtra {
  readonly #ended = new AbortController();
  /** Reports the end of the connection to graphql-ws. */
  #closed: (code: number, reason: string) => Promise<void> = async () => {};
  #handledListeners: (() => void)[] = [];
  #payload: object = {};
  #isAcknowledged = false;

  constructor(
    private readonly webSocket: WebSocket,
    readonly request: IncomingMessage,
    private readonly rules: SocketRules,
  ) {}

  open(protocol: Server<SocketExtra>): void {
    const { webSocket } = this;
    this.#disconnectSilentClient();
    onUnfinishedMessage(webSocket, this.request.socket, this.ended, (code, reason) => this.end(code, reason));
    webSocket.on('ping', () => this.#disconnectSlowReader());
    webSocket.on('error', this.rules.onMalformed);
    webSocket.once('close', (code: number, reason: Buffer) => this.#release(code, reason.toString()));
    this.#closed = protocol.opened(
      {
        protocol: webSocket.protocol,
        send: (text) => this.#send(text),
        close: (code: number, reason: string) => this.end(code, reason),
        onMessage: (receive) => void webSocket.on('message', (data: Buffer) => this.#receive(data, receive)),
      },
      this,
    );
  }

  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  get payload(): object {
    return this.#payload;
  }

  acknowledge(): void {
    this.#isAcknowledged = true;
    setMaxMessageBytes(this.webSocket, this.rules.maxMessageBytes);
  }

  end(code: number, reason: string): void {
    this.webSocket.close(code, closeReason(reason));
    this.#release(code, reason);
  }

  onHandled(listener: () => void): void {
    this.#handledListeners.push(listener);
  }

  /** Resolves when the text is written. Errors of a closed connection are ignored: the 'close' event ends its subscriptions. */
  #send(text: string): Promise<void> {
    return new Promise((resolve) => (this.#isOpen() ? this.webSocket.send(text, () => resolve()) : resolve()));
  }

  #receive(data: Buffer, receive: (text: string) => Promise<void>): void {
    this.#disconnectSlowReader();
    if (!this.#isOpen()) return;
    const message = readMessage(data.toString(), this.rules.maxMessageValues);
    if ('error' in message) return this.#refuse(message);
    const listeners: (() => void)[] = [];
    this.#handledListeners = listeners;
    const handled = () => {
      for (const listener of listeners) listener();
    };
    if (message.payload !== null) this.#payload = message.payload;
    const handling = receive(message.text);
    this.#payload = {};
    void handling.catch((error: unknown) => this.#fail(error)).then(handled);
  }

  #refuse({ id, error: { message, extensions } }: RefusedMessage): void {
    if (id === null || !this.#isAcknowledged) return this.end(CloseCode.BadRequest, message);
    void this.#send(JSON.stringify({ id, type: MessageType.Error, payload: [{ message, extensions }] }));
  }

  #fail(error: unknown): void {
    if (error instanceof Error && isUnexpectedType(error)) {
      this.rules.onMalformed(error);
      return this.end(CloseCode.BadRequest, 'Invalid message received');
    }
    this.rules.onUnexpectedError(error);
    this.end(CloseCode.InternalServerError, 'Internal server error');
  }

  #disconnectSlowReader(): void {
    if (this.webSocket.bufferedAmount > this.rules.maxUnreadBytes) this.webSocket.terminate();
  }

  /** Sends pings, and disconnects a client that does not reply to one in time. */
  #disconnectSilentClient(): void {
    const { webSocket, rules } = this;
    let pongTimer: NodeJS.Timeout | undefined;
    const ping = setInterval(() => {
      if (!this.#isOpen()) return;
      pongTimer ??= setTimeout(() => webSocket.terminate(), rules.keepAliveMs);
      webSocket.ping();
    }, rules.keepAliveMs);
    const stopTimer = () => {
      clearTimeout(pongTimer);
      pongTimer = undefined;
    };
    webSocket.on('pong', stopTimer);
    this.ended.addEventListener('abort', () => {
      clearInterval(ping);
      stopTimer();
    });
  }

  #isOpen(): boolean {
    return this.webSocket.readyState === this.webSocket.OPEN;
  }

  #release(code: number, reason: string): void {
    if (this.#ended.signal.aborted) return;
    this.#ended.abort();
    this.#closed(code, reason).catch(this.rules.onUnexpectedError);
  }
}

/** Whether graphql-ws has thrown for a message that only servers may send, such as `next`. It closes for other invalid messages. */
const isUnexpectedType = ({ message }: Error): boolean => /^Unexpected message of type \w+ received$/.test(message);

/** A close frame contains at most this many bytes of reason. ws throws if there are more. */
const maxReasonBytes = 123;

/** Shortens a reason that does not fit a close frame: graphql-ws quotes the id that the client has chosen. A UTF-16 unit has at most three bytes. */
const closeReason = (reason: string): string => (Buffer.byteLength(reason) > maxReasonBytes ? reason.slice(0, maxReasonBytes / 3) : reason);
