/*
 * One WebSocket, by the protocol graphql-transport-ws: what happens on each message of its client.
 *
 *     connection_init   the caller is authenticated, by the headers or, as browsers need, by members of the message → connection_ack
 *     subscribe         the subscription is started → next for each event, and complete; or error
 *     complete          the subscription is ended
 *     ping              → pong
 *
 * graphql-ws defines the messages and the close codes. Its server keeps each message as long as its subscription, formats results itself, and
 * forgets an id before its end is written: another subscription with the id would then be ended in place of the first.
 */

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { CloseCode, MessageType, validateMessage, type Message } from 'graphql-ws';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import { outermostLevel } from '../../primitives/json-text.js';
import { isObject } from '../../primitives/values.js';
import { callAt } from '../../primitives/waiting.js';
import type { Caller } from '../../records/caller.js';
import { parseCallerJson } from '../http/body.js';
import { type HeaderLists, credentialHeaderNames, credentialHeaders } from '../http/request.js';
import { badRequest, HttpError } from '../http/response.js';
import { parametersOf, type RequestParameters } from '../operations/parameters.js';
import type { Runtime } from '../runtime.js';
import { peerErrorFields, unexpectedErrorFields } from '../telemetry/log.js';
import { refusal, type RefusedSubscription, type StartedSubscription, type Subscribe } from './subscriptions.js';

export interface ConnectionOptions {
  readonly runtime: Pick<Runtime, 'authenticate' | 'refusals' | 'formatError' | 'nameForLog' | 'settings'>;
  readonly subscribe: Subscribe;
  /** Limit of bytes of a message when the connection is acknowledged. */
  readonly maxMessageBytes: number;
  readonly log: Pick<Logger, 'debug' | 'error'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export const subprotocol = 'graphql-transport-ws';
/** The time within which a client must send `connection_init`. */
const maxInitWaitMs = 3_000;
/** Interval of pings, and the time in which the client must reply to one. Otherwise it is disconnected. */
const keepAliveMs = 12_000;
const minUnreadBytes = 1_048_576;

const expired = 'The credential has expired. Connect again with a new one.';
const noCredential = 'A valid credential is required: a header, or connectionParams such as { authorization: "Bearer KEY" }.';
const invalidMessage = 'Invalid message received';

export class WebSocketConnection {
  readonly #ended = new AbortController();
  #isInitialised = false;
  /** null until the connection is acknowledged. */
  #caller: Caller | null = null;
  /** The subscriptions by id. An id is in use until the end of its subscription is written, which a client that does not read delays. */
  readonly #active = new Map<string, AbortController>();

  constructor(
    private readonly webSocket: WebSocket,
    private readonly request: IncomingMessage,
    private readonly options: ConnectionOptions,
  ) {
    webSocket.on('error', (error) => this.#logMalformed(error));
    webSocket.once('close', () => this.#ended.abort());
    this.ended.addEventListener('abort', () => {
      for (const subscription of this.#active.values()) subscription.abort();
    });
    if (webSocket.protocol !== subprotocol) this.end(CloseCode.SubprotocolNotAcceptable, 'Subprotocol not acceptable');
    else this.#open();
  }

  /** Aborts when the connection has ended. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Ends the connection and its subscriptions immediately, without waiting for the client. */
  end(code: number, reason: string): void {
    this.webSocket.close(code, closeReason(reason));
    this.#ended.abort();
  }

  #open(): void {
    const { webSocket } = this;
    const initTimer = setTimeout(() => {
      if (!this.#isInitialised) this.end(CloseCode.ConnectionInitialisationTimeout, 'Connection initialisation timeout');
    }, maxInitWaitMs);
    this.ended.addEventListener('abort', () => clearTimeout(initTimer));
    this.#disconnectSilentClient();
    onUnfinishedMessage(webSocket, this.request.socket, this.ended, (code, reason) => this.end(code, reason));
    webSocket.on('ping', () => this.#disconnectSlowReader());
    webSocket.on('message', (data: Buffer) => this.#receive(data));
  }

  #receive(data: Buffer): void {
    this.#disconnectSlowReader();
    // After this side has closed, ws delivers messages until the client closes too.
    if (!this.#isOpen()) return;
    const message = readMessage(data.toString(), this.options.runtime.settings.maxBodyValues);
    if ('error' in message) return this.#refuse(message);
    this.#handle(message).catch((error: unknown) => {
      this.options.log.error(unexpectedErrorFields(error), 'A WebSocket was closed: unexpected error');
      this.end(CloseCode.InternalServerError, 'Internal server error');
    });
  }

  async #handle(message: Message): Promise<void> {
    switch (message.type) {
      case MessageType.ConnectionInit:
        return this.#initialise(message.payload ?? {});
      case MessageType.Subscribe:
        return this.#subscribe(message.id, message.payload);
      case MessageType.Complete:
        return this.#active.get(message.id)?.abort();
      case MessageType.Ping:
        return this.#send({ type: MessageType.Pong, ...(message.payload && { payload: message.payload }) });
      case MessageType.Pong:
        return;
      case MessageType.ConnectionAck:
      case MessageType.Next:
      case MessageType.Error:
        this.#logMalformed(new Error('Only servers may send a message of this type.'));
        this.end(CloseCode.BadRequest, invalidMessage);
    }
  }

  async #initialise(connectionParams: Record<string, unknown>): Promise<void> {
    if (this.#isInitialised) return this.end(CloseCode.TooManyInitialisationRequests, 'Too many initialisation requests');
    this.#isInitialised = true;
    const { runtime, maxMessageBytes, now } = this.options;
    const { rawHeaders, socket } = this.request;
    const remoteAddress = socket.remoteAddress ?? 'unknown';
    const caller = await runtime.authenticate({ ...credentialHeaders(rawHeaders), ...credentialsIn(connectionParams) }, remoteAddress);
    if (caller === null) runtime.refusals.record(remoteAddress, randomUUID());
    if (this.ended.aborted) return;
    if (caller === null) return this.end(CloseCode.Forbidden, noCredential);
    if (caller.expiresAt !== undefined) {
      const cancel = callAt(caller.expiresAt, now, () => this.end(CloseCode.Forbidden, expired));
      this.ended.addEventListener('abort', cancel);
    }
    this.#caller = caller;
    setMaxMessageBytes(this.webSocket, maxMessageBytes);
    await this.#send({ type: MessageType.ConnectionAck });
  }

  #subscribe(id: string, payload: object): Promise<void> | void {
    const caller = this.#caller;
    if (caller === null) return this.end(CloseCode.Unauthorized, 'Unauthorized');
    if (caller.expiresAt !== undefined && caller.expiresAt <= this.options.now()) return this.end(CloseCode.Forbidden, expired);
    if (this.#active.has(id)) return this.end(CloseCode.SubscriberAlreadyExists, `Subscriber for ${id} already exists`);
    const subscription = new AbortController();
    this.#active.set(id, subscription);
    const written: (() => void)[] = [() => this.#active.delete(id)];
    // Only the start has the payload, which may be large: the subscription may last for days.
    return this.#sendEvents(id, this.#start(payload, caller, subscription.signal, written), subscription.signal, written);
  }

  async #start(
    payload: object,
    caller: Caller,
    signal: AbortSignal,
    written: (() => void)[],
  ): Promise<StartedSubscription | RefusedSubscription> {
    let parameters: RequestParameters;
    try {
      parameters = parametersOf({ ...payload });
    } catch (error) {
      if (error instanceof HttpError) return refusal(error.message, error.extensions);
      throw error;
    }
    const { headers, socket } = this.request;
    const { subscribe, runtime, log } = this.options;
    const requestId = randomUUID();
    const onClose = (listener: () => void) => void written.push(listener);
    const started = await subscribe({ requestId, caller, headers, connection: socket, parameters, signal, onClose });
    log.debug({ requestId, operationName: runtime.nameForLog(started.operationName), caller: caller.name }, 'WebSocket /graphql');
    return started;
  }

  /** Sends the events of a subscription, and its end unless the client has ended it. Then calls the listeners in `written`. */
  async #sendEvents(
    id: string,
    starting: Promise<StartedSubscription | RefusedSubscription>,
    signal: AbortSignal,
    written: readonly (() => void)[],
  ): Promise<void> {
    try {
      const started = await starting;
      if ('errors' in started) await this.#sendEnd(signal, { id, type: MessageType.Error, payload: started.errors });
      else {
        for await (const payload of started.results) await this.#send({ id, type: MessageType.Next, payload });
        await this.#sendEnd(signal, { id, type: MessageType.Complete });
      }
    } catch (error) {
      await this.#sendEnd(signal, { id, type: MessageType.Error, payload: [this.options.runtime.formatError(error, randomUUID())] });
    } finally {
      for (const listener of written) listener();
    }
  }

  async #sendEnd(signal: AbortSignal, message: object): Promise<void> {
    if (!signal.aborted) await this.#send(message);
  }

  /** Resolves when the message is written. Errors of a closed connection are ignored: the 'close' event ends its subscriptions. */
  #send(message: object): Promise<void> {
    return new Promise((resolve) => (this.#isOpen() ? this.webSocket.send(JSON.stringify(message), () => resolve()) : resolve()));
  }

  /** Refuses a message: the subscription of an id, or the whole connection. */
  #refuse({ id, error: { message, extensions } }: RefusedMessage): void {
    if (id === null || this.#caller === null) this.end(CloseCode.BadRequest, message);
    else void this.#send({ id, type: MessageType.Error, payload: [{ message, extensions }] });
  }

  #logMalformed(error: Error): void {
    this.options.log.debug(peerErrorFields(error), 'A WebSocket was closed: the client violated the protocol');
  }

  #disconnectSlowReader(): void {
    if (this.webSocket.bufferedAmount > Math.max(minUnreadBytes, 4 * this.options.maxMessageBytes)) this.webSocket.terminate();
  }

  /** Sends pings, and disconnects a client that does not reply to one in time. */
  #disconnectSilentClient(): void {
    const { webSocket } = this;
    let pongTimer: NodeJS.Timeout | undefined;
    const ping = setInterval(() => {
      if (!this.#isOpen()) return;
      pongTimer ??= setTimeout(() => webSocket.terminate(), keepAliveMs);
      webSocket.ping();
    }, keepAliveMs);
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
}

interface RefusedMessage {
  /** null if the whole connection is refused. */
  readonly id: string | null;
  readonly error: HttpError;
}

/** Reads a message within a number of values. A message that is neither a `subscribe` nor valid is refused without an id. */
function readMessage(text: string, maxValues: number): Message | RefusedMessage {
  try {
    return validateMessage(parseCallerJson(text, maxValues, invalidMessage));
  } catch (error) {
    if (!(error instanceof HttpError)) return { id: null, error: badRequest(invalidMessage) };
    return { id: error.status === 413 ? idOfSubscribe(text, maxValues) : null, error };
  }
}

/** Returns the id of a `subscribe` whose payload has too many values; null for other messages. */
function idOfSubscribe(text: string, maxValues: number): string | null {
  try {
    const message = parseCallerJson(outermostLevel(Buffer.from(text)), maxValues, invalidMessage);
    return isObject(message) && message['type'] === MessageType.Subscribe && typeof message['id'] === 'string' ? message['id'] : null;
  } catch {
    return null;
  }
}

/** Returns the credentials in connection_init as headers: browsers cannot set headers of a WebSocket. */
function credentialsIn(connectionParams: Record<string, unknown>): HeaderLists {
  const texts = Object.entries(connectionParams).filter(([, value]) => typeof value === 'string') as [string, string][];
  const named = texts.map(([name, value]) => [name.toLowerCase(), [value]] as const);
  return Object.fromEntries(named.filter(([name]) => credentialHeaderNames.has(name)));
}

/** A close frame contains at most this many bytes of reason. ws throws if there are more. */
const maxReasonBytes = 123;

/** Shortens a reason that does not fit a close frame: one contains the id that the client has chosen. A UTF-16 unit has at most three bytes. */
const closeReason = (reason: string): string => (Buffer.byteLength(reason) > maxReasonBytes ? reason.slice(0, maxReasonBytes / 3) : reason);

/* Limits of the messages of a WebSocket that ws has no options and no events for. */

/** The part of ws that reads frames. Tests fail if a later version of ws has other names. */
interface Receiver {
  readonly _maxPayload: number;
  /** 0 between two frames. */
  readonly _state: number;
  /** The opcode of a message that has further fragments, else 0. */
  readonly _fragmented: number;
  /** Bytes of a frame whose length is not known yet. */
  readonly _bufferedBytes: number;
}

function receiverOf(webSocket: WebSocket): Receiver {
  const { _receiver: receiver } = webSocket as unknown as { readonly _receiver: Receiver };
  return receiver;
}

/** Changes the limit of the bytes of a message. */
function setMaxMessageBytes(webSocket: WebSocket, maximum: number): void {
  const changed: Pick<Receiver, '_maxPayload'> = { _maxPayload: maximum };
  Object.assign(receiverOf(webSocket), changed);
}

/** The time from the first byte of a message to its end. */
const maxMessageMs = 10_000;
/** The code with which ws closes for too many fragments, too. */
const policyViolation = 1008;

/**
 * Ends a connection on which a message is not complete in time: its bytes would stay in memory as long as the connection.
 * @param ended aborts when the connection has ended
 */
function onUnfinishedMessage(webSocket: WebSocket, socket: Socket, ended: AbortSignal, end: (code: number, reason: string) => void): void {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  webSocket.on('message', stop);
  // ws has read the bytes already: its own listener is the first.
  socket.on('data', () => {
    if (ended.aborted || !isWithinMessage(receiverOf(webSocket))) stop();
    else timer ??= setTimeout(() => end(policyViolation, 'A message must end within 10 seconds.'), maxMessageMs);
  });
  ended.addEventListener('abort', stop);
}

const isWithinMessage = ({ _state, _fragmented, _bufferedBytes }: Receiver): boolean =>
  _state !== 0 || _fragmented !== 0 || _bufferedBytes !== 0;
