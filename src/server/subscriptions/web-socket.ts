/*
 * Subscriptions, queries and mutations over WebSockets at /graphql, by the protocol graphql-transport-ws:
 *
 *     connection_init   the caller is authenticated, by the headers or, as browsers need, by members of the message → connection_ack
 *     subscribe         a query or mutation is executed → next and complete; a subscription is started → next for each event, and
 *                       complete; or error
 *     complete          the subscription is ended
 *     ping              → pong
 *
 * graphql-ws defines the messages and the close codes. Its server is not used: it keeps each message with its variables as long as its
 * subscription, ends a subscription only when the event in progress is complete, and forgets an id before its end is written: another
 * subscription with the id would then be ended in place of the first.
 */

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { CloseCode, MessageType, validateMessage, type Message } from 'graphql-ws';
import type { Logger } from 'pino';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Caller } from '../../records/caller.js';
import type { ServerDependencies } from '../dependencies.js';
import { destroySoon, unlessClosed } from '../http/connections.js';
import type { OnWebSocket } from '../http/listener.js';
import { type AllowedOrigins, hostNotAllowed, isSameAddress, type IsAllowedHost } from '../http/origins.js';
import { headerListsOf, parseCallerJson, type HeaderLists } from '../http/request.js';
import { badRequest, HttpError } from '../http/response.js';
import { parametersOf, type RequestParameters } from '../operations/documents.js';
import { bytesAround } from '../operations/handle.js';
import { peerErrorFields, unexpectedErrorFields } from '../telemetry/log.js';
import { atExpiry, type StartOperation, type SubscriptionMessages } from './subscriptions.js';

interface WebSocketOptions {
  readonly dependencies: Pick<ServerDependencies, 'authenticate' | 'documents' | 'refusals' | 'nameForLog' | 'settings'>;
  readonly startOperation: StartOperation;
  /** Origins whose pages may connect. A client without the header Origin, or with the address that it connects to in it, may too. */
  readonly origins: AllowedOrigins;
  readonly isAllowedHost: IsAllowedHost;
  /** Aborts when the server shuts down. */
  readonly draining: AbortSignal;
  readonly log: Pick<Logger, 'debug' | 'error'>;
}

const subprotocol = 'graphql-transport-ws';
/** Time that a client has to close its side after this side has closed. */
const closeTimeoutMs = 800;
/** Limit of bytes of a message before the connection is acknowledged: until then anyone can send it. */
const maxFirstBytes = 8 * 1024;
const maxFragments = 64;
/** ws keeps the parts in which a message has arrived. A segment of TCP is seldom shorter. */
const bytesPerPart = 256;

/**
 * Returns the function that accepts WebSockets. While the server drains it refuses them, and each that is open is closed with
 * "1001 Going away" as soon as its queries and mutations have ended.
 */
export function createAcceptWebSocket(options: WebSocketOptions): OnWebSocket {
  const { origins, isAllowedHost, draining } = options;
  const { maxBodyBytes } = options.dependencies.settings;
  // A variable, because the types of ws do not have all of its options.
  const serverOptions = {
    noServer: true,
    maxPayload: maxBodyBytes,
    maxFragments,
    maxBufferedChunks: maxFragments + Math.ceil(maxBodyBytes / bytesPerPart),
    closeTimeout: closeTimeoutMs,
    handleProtocols: (offered: Set<string>) => (offered.has(subprotocol) ? subprotocol : (false as const)),
  };
  const server = new WebSocketServer(serverOptions);
  return (message, socket, head) => {
    const { origin, host } = message.headers;
    if (message.url?.split('?')[0] !== '/graphql') return [404];
    if (!isAllowedHost(host)) return [421, hostNotAllowed];
    if (origin !== undefined && !isSameAddress(origin, host) && !origins.has(origin)) {
      origins.warnOfRefused(origin);
      return [403];
    }
    if (draining.aborted) return [503];
    let accepted = false;
    server.handleUpgrade(message, socket, head, (webSocket) => {
      accepted = true;
      new Connection(webSocket, message, options).begin();
    });
    // ws has written an error response. It destroys the socket once the response is flushed, which a client that reads nothing prevents.
    if (!accepted) destroySoon(socket);
    return null;
  };
}

/** The time within which a client must send `connection_init`. */
const maxInitWaitMs = 3_000;
/** Interval of pings. A client that has not replied to one in this time is disconnected. */
const keepAliveMs = 12_000;
/** The factor of this time while a result is written before the ping: over HTTP, a client has five minutes to read one. */
const keepAlivesOfResult = 25;
/**
 * A client that leaves more unread than the larger of this and four times MAX_BODY_BYTES is disconnected. Results do not count: of these and
 * events, MAX_RESPONSE_BYTES more may be unread. As over HTTP, that is about one result for each connection. The next one is not sent, and
 * the connection ends when the others are read.
 */
const leastUnreadLimit = 1_048_576;

/** The id of a subscription is kept, and sent with each event. Clients use UUIDs or numbers. */
const maxIdLength = 128;

const expired = 'The credential has expired. Connect again with a new one.';
const noCredential = 'A valid credential is required: a header, or connectionParams such as { authorization: "Bearer KEY" }.';
const invalidMessage = 'Invalid message received';
const idTooLong = `The id of a subscription has ${maxIdLength} characters at most.`;
const tooMuchUnread = 'Too many results are unread (MAX_RESPONSE_BYTES). Read them before you request more.';

/** A query, a mutation or a subscription of a client. Aborts when nothing of it is to be sent any more. */
class Operation extends AbortController {
  constructor(readonly isSubscription: boolean) {
    super();
  }
}

/** One WebSocket: what happens on each message of its client. */
class Connection {
  /** Aborts when the connection has ended. */
  readonly #ended = new AbortController();
  #isInitialised = false;
  /** null until the connection is acknowledged. */
  #caller: Caller | null = null;
  /**
   * The operations by id. An id is in use until the client completes its operation, or the server's end of it is written, which a client
   * that does not read delays.
   */
  readonly #active = new Map<string, Operation>();
  /** Ends the connection; null unless it drains. */
  #endOfDrain: (() => void) | null = null;
  /** The bytes of results of queries and mutations that are being written. */
  #resultBytes = 0;

  constructor(
    private readonly webSocket: WebSocket,
    private readonly request: IncomingMessage,
    private readonly options: WebSocketOptions,
  ) {
    webSocket.on('error', (error) => this.#logMalformed(error));
    webSocket.once('close', () => this.#ended.abort());
    this.#ended.signal.addEventListener('abort', () => {
      for (const operation of this.#active.values()) operation.abort();
    });
  }

  /** Ends the connection and its subscriptions immediately, without waiting for the client. @param reason at most 123 bytes */
  #end(code: number, reason: string): void {
    this.webSocket.close(code, reason);
    this.#ended.abort();
  }

  /**
   * Ends the subscriptions, and the connection as soon as nothing else is executed: a client repeats a mutation without a result. What it
   * sends meanwhile, it sends to its next connection again. @param reason at most 123 bytes
   */
  #drain(code: number, reason: string): void {
    this.#endOfDrain = () => this.#end(code, reason);
    for (const [id, operation] of this.#active) if (operation.isSubscription) this.#complete(id, operation);
    this.#endIfDrained();
  }

  #endIfDrained(): void {
    if (this.#active.size === 0) this.#endOfDrain?.();
  }

  /** Ends an operation, of which nothing more is sent. */
  #complete(id: string, operation: Operation): void {
    operation.abort();
    // Another operation may have the id.
    if (this.#active.get(id) === operation) this.#active.delete(id);
    this.#endIfDrained();
  }

  /** Reads its messages. */
  begin(): void {
    const { webSocket } = this;
    if (webSocket.protocol !== subprotocol) return this.#end(CloseCode.SubprotocolNotAcceptable, 'Subprotocol not acceptable');
    this.options.draining.addEventListener('abort', () => this.#drain(1001, 'Going away'), { signal: this.#ended.signal });
    unlessClosed(webSocket, maxInitWaitMs, () => {
      if (!this.#isInitialised) this.#end(CloseCode.ConnectionInitialisationTimeout, 'Connection initialisation timeout');
    });
    this.#keepAlive();
    this.#limitUnfinishedMessage();
    webSocket.on('message', (data: Buffer) => this.#receive(data));
  }

  /** Disconnects a client that replies to no ping. One that does not read cannot know its text. */
  #keepAlive(): void {
    const { webSocket } = this;
    let unanswered: string | null = null;
    let waitsLeft = 0;
    const timer = setInterval(() => {
      if (unanswered === null) {
        unanswered = randomUUID();
        waitsLeft = this.#resultBytes > 0 ? keepAlivesOfResult : 1;
        webSocket.ping(unanswered);
      } else if ((waitsLeft -= 1) === 0) webSocket.terminate();
    }, keepAliveMs);
    webSocket.on('pong', (text) => {
      if (text.toString() === unanswered) unanswered = null;
    });
    webSocket.once('close', () => clearInterval(timer));
  }

  /**
   * Ends the connection if a message is not complete in time, or is too large for a client that is not known yet: its bytes would stay in
   * memory as long as the connection. Bytes of a message that arrive together with the end of the one before are not counted.
   */
  #limitUnfinishedMessage(): void {
    const { webSocket } = this;
    let bytes = 0;
    let timer: NodeJS.Timeout | undefined;
    const completed = (completedBytes: number) => {
      bytes = Math.max(0, bytes - completedBytes);
      if (bytes > 0) return;
      clearTimeout(timer);
      timer = undefined;
    };
    // Before ws reads the bytes, and emits what they complete.
    this.request.socket.prependListener('data', (part: Buffer) => {
      bytes += part.length;
      if (this.#caller === null && bytes > maxFirstBytes + frameBytes) this.#end(messageTooBig, 'The first message is too large.');
      timer ??= setTimeout(() => this.#end(policyViolation, 'A message must end within 10 seconds.'), maxMessageMs);
    });
    webSocket.on('message', () => completed(bytes));
    for (const frame of ['ping', 'pong'] as const) webSocket.on(frame, (payload) => completed(controlFrameBytes + payload.length));
    webSocket.once('close', () => completed(bytes));
  }

  #receive(data: Buffer): void {
    if (this.webSocket.bufferedAmount - this.#resultBytes > this.#unreadLimit) this.webSocket.terminate();
    // After this side has closed, ws delivers messages until the client closes too.
    if (this.webSocket.readyState !== this.webSocket.OPEN) return;
    const text = data.toString();
    let message: Message;
    try {
      message = validateMessage(parseCallerJson(text, this.options.dependencies.settings.maxBodyValues, invalidMessage));
    } catch (error) {
      const refusal = error instanceof HttpError ? error : badRequest(invalidMessage);
      // A subscription that has too many values is refused, otherwise the whole connection.
      const id = refusal.status === 413 && this.#caller !== null ? idOfSubscribe(text) : undefined;
      return id === undefined ? this.#end(CloseCode.BadRequest, refusal.message) : void this.#refuse(id, refusal);
    }
    this.#handle(message).catch((error: unknown) => {
      this.options.log.error(unexpectedErrorFields(error), 'A WebSocket was closed: unexpected error');
      this.#end(CloseCode.InternalServerError, 'Internal server error');
    });
  }

  async #handle(message: Message): Promise<void> {
    switch (message.type) {
      case MessageType.ConnectionInit:
        return this.#initialise(message.payload ?? {});
      case MessageType.Subscribe:
        return this.#subscribe(message.id, message.payload);
      case MessageType.Complete: {
        const operation = this.#active.get(message.id);
        return operation && this.#complete(message.id, operation);
      }
      case MessageType.Ping:
        return this.#send({ type: MessageType.Pong, payload: message.payload });
      case MessageType.Pong:
        return;
      case MessageType.ConnectionAck:
      case MessageType.Next:
      case MessageType.Error:
        this.#logMalformed(new Error('Only servers may send a message of this type.'));
        this.#end(CloseCode.BadRequest, invalidMessage);
    }
  }

  async #initialise(connectionParams: Record<string, unknown>): Promise<void> {
    if (this.#isInitialised) return this.#end(CloseCode.TooManyInitialisationRequests, 'Too many initialisation requests');
    this.#isInitialised = true;
    const { authenticate, refusals } = this.options.dependencies;
    const remoteAddress = this.request.socket.remoteAddress ?? 'unknown';
    const caller = await authenticate({ ...headerListsOf(this.request), ...headersIn(connectionParams) }, remoteAddress);
    if (caller === null) refusals.record(remoteAddress, randomUUID());
    if (this.#ended.signal.aborted) return;
    if (caller === null) return this.#end(CloseCode.Forbidden, noCredential);
    atExpiry(caller, this.#ended.signal, () => this.#drain(CloseCode.Forbidden, expired));
    this.#caller = caller;
    await this.#send({ type: MessageType.ConnectionAck });
  }

  /** Not asynchronous: it would keep the payload, which may be large, as long as the subscription lasts. */
  #subscribe(id: string, payload: object): Promise<void> | void {
    const caller = this.#caller;
    if (this.#endOfDrain) return;
    if (caller === null) return this.#end(CloseCode.Unauthorized, 'Unauthorized');
    if (id.length > maxIdLength) return this.#end(CloseCode.BadRequest, idTooLong);
    if (this.#active.has(id)) return this.#end(CloseCode.SubscriberAlreadyExists, 'Subscriber already exists');
    const started = performance.now();
    const { startOperation, dependencies, log } = this.options;
    const { headers, socket } = this.request;
    let parameters: RequestParameters;
    try {
      parameters = parametersOf({ ...payload });
    } catch (error) {
      return this.#refuse(id, error as HttpError);
    }
    const requestId = randomUUID();
    const prepared = dependencies.documents.operationOf(parameters, caller);
    log.debug({ requestId, operationName: dependencies.nameForLog(prepared.name), caller: caller.name }, 'WebSocket /graphql');
    const operation = new Operation(prepared.type === 'subscription');
    this.#active.set(id, operation);
    const request = { id: requestId, caller, headers, prepared, variables: parameters.variables, started };
    return this.#sendMessages(id, operation, startOperation(request, socket, operation.signal));
  }

  async #sendMessages(id: string, operation: Operation, messages: SubscriptionMessages): Promise<void> {
    try {
      for await (const message of messages) {
        if (operation.signal.aborted) break;
        if (message.type !== MessageType.Next) {
          await this.#send({ id, ...message });
          continue;
        }
        if (this.webSocket.bufferedAmount > this.#unreadLimit + this.options.dependencies.settings.maxResponseBytes)
          return this.#drain(policyViolation, tooMuchUnread);
        const bytes = bytesAround(`{"id":${JSON.stringify(id)},"type":"next","payload":`, message.payload, '}');
        const counted = operation.isSubscription ? 0 : bytes.length;
        this.#resultBytes += counted;
        await this.#write(bytes);
        this.#resultBytes -= counted;
      }
    } finally {
      this.#complete(id, operation);
    }
  }

  #send(message: object): Promise<void> {
    return this.#write(JSON.stringify(message));
  }

  /** Resolves when the message is written. Errors of a closed connection are ignored: the 'close' event ends its subscriptions. */
  #write(message: string | Buffer): Promise<void> {
    return new Promise((resolve) => this.webSocket.send(message, { binary: false }, () => resolve()));
  }

  #refuse(id: string, { errors }: HttpError): Promise<void> {
    return this.#send({ id, type: MessageType.Error, payload: errors });
  }

  #logMalformed(error: Error): void {
    this.options.log.debug(peerErrorFields(error), 'A WebSocket was closed: the client violated the protocol');
  }

  get #unreadLimit(): number {
    return Math.max(leastUnreadLimit, 4 * this.options.dependencies.settings.maxBodyBytes);
  }
}

/** Returns the id of a `subscribe`, read before its payload, and after it: Apollo iOS sorts the members. undefined for another message. */
function idOfSubscribe(text: string): string | undefined {
  const aroundPayload = text.slice(0, text.indexOf('{', 1)) + text.slice(text.lastIndexOf('}', text.lastIndexOf('}') - 1));
  return /"type":\s*"subscribe"/.test(aroundPayload) ? /"id":\s*"([^"\\]+)"/.exec(aroundPayload)?.[1] : undefined;
}

/** Returns the texts in connection_init as headers: browsers cannot set the headers of a WebSocket, which may contain a credential. */
function headersIn(connectionParams: Record<string, unknown>): HeaderLists {
  const texts = Object.entries(connectionParams).filter(([, value]) => typeof value === 'string') as [string, string][];
  return Object.fromEntries(texts.map(([name, value]) => [name.toLowerCase(), [value]]));
}

/** The time from the first byte of a message to its end. */
const maxMessageMs = 10_000;
/** The code with which ws closes for too many fragments, too. */
const policyViolation = 1008;
/** The code with which ws closes for a message beyond its limit, too. */
const messageTooBig = 1009;
/** The bytes of a ping or a pong besides its payload: its head, and the mask of clients. */
const controlFrameBytes = 6;
/** The most bytes of a message besides its payload, if it is one frame. */
const frameBytes = 14;
