/*
 * An exchange with the service: the request, the context of its call, and the reply; facts of the reply for errors; how a call ends early;
 * and the exchange itself, over undici's pool of connections, whatever the content coding of the reply.
 */

import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { buildConnector, Pool, type Dispatcher } from 'undici';
import type { CancelSignal } from '../../primitives/cancellation.js';
import { GrowingBytes } from '../../primitives/growing-bytes.js';
import {
  type ReplyFacts,
  CancelledError,
  WritePermitLostError,
  UpstreamInvalidResponseError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
  type UpstreamError,
} from '../../records/errors.js';
import type { ActivityId } from '../../records/ids.js';
import { maskedMessage } from '../masking.js';

/** One request to the service, complete except for its signature. */
export interface WireRequest {
  /** The endpoint's path below the base address. Errors and logs name the endpoint by it. */
  readonly endpointPath: string;
  readonly method: 'GET' | 'POST';
  /** The path with its query string. */
  readonly target: string;
  /** The header Content-Type; null for a request without a body. */
  readonly contentType: string | null;
  readonly body: Buffer | null;
  /** `service`: the signature's header is added (§5). */
  readonly auth: 'service' | 'none';
  readonly activityId: ActivityId;
  /**
   * Whether the request may be sent again after the service may have received it. The HTTP method does not show it: most reads are POST
   * requests here.
   */
  readonly repeatable: boolean;
}

/** One reply of the service, with any status. */
export interface WireReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** The options of one call. */
export interface CallOptions {
  /** Cancels the call when it aborts. */
  readonly signal?: CancelSignal | undefined;
  /** Called at the start of every attempt that is sent, the first one included. */
  readonly onAttempt?: (() => void) | undefined;
  /** The permit of a recorded write, confirmed before each attempt. Omitted for a read, and for a write that is not recorded. */
  readonly permit?: WritePermit | undefined;
  /** True for a write: if an attempt may have taken effect, the call fails with its error, not with that of a retry which did nothing. */
  readonly isWrite?: boolean;
}

/** What the steps of one call share, its retries included: deadline, cancellation, and what each attempt needs. */
export interface CallContext extends CallOptions {
  /** Aborts when the deadline has passed (`timeout`), or earlier when the call is cancelled (`cancelled`). */
  readonly signal: CancelSignal;
  /** The deadline, in milliseconds of the lane's clock: a retry whose pause would end later is not begun. */
  readonly expiresAt: number;
}

/**
 * The permit to send a recorded write: its row still belongs to this process. If a process seems to have ended, another one may record a
 * new write under the same key. A process that was only suspended must learn that before it sends, or the write would be sent twice. The
 * permit is checked twice: by a request to the store before each attempt, and by the clock immediately before the first byte.
 */
export interface WritePermit {
  /** Asks the store, before each attempt. @throws WritePermitLostError, StateUnavailableError: the write must not be sent */
  confirm(): Promise<void>;
  /** Whether the permit as last confirmed is still valid. Checked on an open connection, immediately before the first byte. */
  readonly isValid: () => boolean;
}

/**
 * Exchanges one request and its reply over a socket.
 * @param headers names and values in turn
 * @throws UpstreamError, WritePermitLostError
 */
export type Exchange = (request: WireRequest, headers: string[], context: CallContext) => Promise<WireReply>;

/** Returns the status and the media type of a reply, and where a redirect leads to, for errors about it. */
export function replyFacts({ status, headers }: Pick<WireReply, 'status' | 'headers'>): ReplyFacts {
  const header = headers['content-type'];
  const contentType = typeof header === 'string' ? (mediaType.exec(header)?.[0] ?? null) : null;
  const location = status >= 300 && status < 400 ? placeOf(headers['location']) : undefined;
  return { status, contentType, location };
}

/** Returns an address without query, fragment and credentials, and with a masked path: they may contain secrets and personal data. */
function placeOf(location: string | string[] | undefined): string | undefined {
  if (typeof location !== 'string') return undefined;
  const place = location.replace(/[?#].*$/s, '').replace(/^([a-z]*:?\/\/)[^/]*@/i, '$1');
  if (!visibleAscii.test(place)) return undefined;
  const steps = place.split('/').map((step) => maskedMessage(step));
  return steps.join('/').slice(0, maxPlaceLength);
}

const mediaType = /^[\w.+-]{1,60}\/[\w.+-]{1,60}/;
const visibleAscii = /^[\x21-\x7e]+$/;
const maxPlaceLength = 200;

/* How a call ends early: its deadline has passed, or it is cancelled. */

/** Returns the error for a call whose signal has aborted. @param sent whether a byte may have reached the service */
export function stopError(endpointPath: string, signal: CancelSignal, sent = false): UpstreamTimeoutError | CancelledError {
  return signal.reason === 'cancelled' ? new CancelledError(endpointPath) : new UpstreamTimeoutError(endpointPath, sent);
}

/**
 * Waits, before a byte is sent, for work that does not know the signal. When the signal aborts, it fails with {@link stopError}, and ignores
 * the work.
 */
export function untilStopped<T>(work: Promise<T>, endpointPath: string, signal: CancelSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(stopError(endpointPath, signal));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Waits before an attempt. @throws UpstreamTimeoutError or CancelledError where the signal aborts */
export async function pauseBefore(ms: number, endpointPath: string, signal: CancelSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const pause = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  try {
    await untilStopped(pause, endpointPath, signal);
  } finally {
    clearTimeout(timer);
  }
}

/* The exchange, over undici's pool of connections. */

/** The address of the service, and the limits of the connections to it. */
export interface PoolOptions {
  /** Base address, perhaps with a path prefix. */
  readonly baseUrl: string;
  readonly maxConnections: number;
  readonly maxResponseBytes: number;
  readonly timeoutMs: number;
  /** Whether connections are reused. A call that must not be repeated needs a new one: the service may just have closed an idle one. */
  readonly keepAlive: boolean;
}

/**
 * How long each address of a host but the last may take to accept a connection. Node's default is 250 ms: if the service is far away, or one
 * packet is lost, which is sent again after a second, it would give up the address that works for one that does not, such as of IPv6.
 */
const longestAddressMs = 1_500;

/** Opens a pool of HTTP/1.1 connections to one origin. An exchange follows no redirect and retries nothing. */
export function openConnectionPool({ baseUrl, maxConnections, maxResponseBytes, timeoutMs, keepAlive }: PoolOptions) {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const open = buildConnector({
    timeout: timeoutMs,
    autoSelectFamilyAttemptTimeout: Math.ceil(Math.min(longestAddressMs, timeoutMs / 2)),
  });
  const connect: typeof open = (options, opened) =>
    open(options, (...[error, socket]) => {
      if (error) return opened(error, null);
      ignoreInterimResponses(socket);
      opened(null, socket);
    });
  // Each call has a deadline, so undici needs no timers for heads and bodies: two objects for each request, which live for half a second.
  // Idle connections end after 4 s, because many servers close them after 5 s, and a request on a connection that is being closed fails. If
  // Keep-Alive states another time, they end two seconds before it, after 10 s at most.
  const pool = new Pool(base.origin, {
    connections: maxConnections,
    pipelining: keepAlive ? 1 : 0,
    connect,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 10_000,
  });
  const exchange: Exchange = ({ endpointPath, method, target, body }, headers, context) => {
    const handler = new ReplyHandler(endpointPath, maxResponseBytes, context);
    pool.dispatch({ method, path: prefix + target, headers, body }, handler);
    return handler.reply;
  };
  return {
    exchange,
    /** Ends idle connections immediately and busy ones after their call. */
    close: () => pool.close(),
    /** Ends all connections. Calls in progress fail. */
    destroy: () => pool.destroy(),
  };
}

/**
 * One request and its reply on a socket, as a handler of undici's `dispatch`. undici's `request` would not show when the request is
 * written, and would buffer the body without a limit. This handler refuses a body as soon as it exceeds `maxBytes`, before and after it is
 * decompressed, and states in every error whether a byte may have reached the service.
 */
class ReplyHandler implements Dispatcher.DispatchHandler {
  readonly reply: Promise<WireReply>;
  #resolve!: (reply: WireReply) => void;
  #reject!: (error: UpstreamError | WritePermitLostError) => void;
  #controller: Dispatcher.DispatchController | null = null;
  #settled = false;
  #status = 0;
  #headers: WireReply['headers'] = {};
  #body = new GrowingBytes(0);
  #decoder: Decoder | null | undefined;

  constructor(
    readonly endpointPath: string,
    readonly maxBytes: number,
    readonly context: CallContext,
  ) {
    this.reply = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    if (context.signal.aborted) this.#onStop();
    else context.signal.addEventListener('abort', this.#onStop, { once: true });
  }

  /** Called on an open connection, immediately before the request is written. Until then nothing was sent. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.context.permit?.isValid() === false) {
      if (this.#settle()) this.#reject(new WritePermitLostError());
    } else this.#controller = controller;
    if (this.#settled) controller.abort(new Error('The call has ended.'));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: WireReply['headers']): void {
    this.#decoder = decoderOf(headers['content-encoding']);
    if (this.#decoder === null) return this.#rejectReply('COMPRESSED', 'header content-encoding', 'gzip, deflate, br or no compression');
    const length = Number(headers['content-length']);
    if (length > this.maxBytes) return this.#rejectTooLarge();
    this.#body = new GrowingBytes(this.maxBytes, length);
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, part: Buffer): void {
    if (!this.#settled && !this.#body.add(part)) this.#rejectTooLarge();
  }

  onResponseEnd(): void {
    const { bytes } = this.#body;
    if (this.#decoder) void this.#decode(bytes, this.#decoder);
    else this.#reply(bytes);
  }

  /** Rejects the reply with the error that corresponds to an error of the HTTP client. */
  onResponseError(_controller: Dispatcher.DispatchController | null, cause: Error): void {
    if (!this.#settle()) return;
    const code = 'code' in cause ? cause.code : undefined;
    const isCutOff = this.#status !== 0 && (code === lengthMismatch || cause.message.includes('Invalid EOF state'));
    const isInvalidHttp = !isCutOff && (cause.name === 'HTTPParserError' || invalidHttpCodes.includes(code));
    this.#reject(
      isInvalidHttp
        ? new UpstreamInvalidResponseError(this.endpointPath, 'message', 'a well-formed HTTP response', { flaw: 'NOT_HTTP' })
        : new UpstreamUnavailableError(this.endpointPath, this.#controller !== null, { cause: isCutOff ? cutOff : cause }),
    );
  }

  async #decode(body: Buffer, decode: Decoder): Promise<void> {
    try {
      this.#reply(body.length === 0 ? body : await decode(body, { maxOutputLength: this.maxBytes }));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') this.#rejectTooLarge();
      else this.#rejectReply('COMPRESSED', 'body', 'the compression that the header content-encoding names');
    }
  }

  #reply(body: Buffer): void {
    if (this.#settle()) this.#resolve({ status: this.#status, headers: this.#headers, body });
  }

  readonly #onStop = (): void => {
    if (this.#settle()) this.#reject(stopError(this.endpointPath, this.context.signal, this.#controller !== null));
    this.#controller?.abort(new Error('The call has ended.'));
  };

  #rejectTooLarge(): void {
    this.#rejectReply('TOO_LARGE', 'body', `at most ${this.maxBytes} bytes`);
  }

  #rejectReply(flaw: 'COMPRESSED' | 'TOO_LARGE', path: string, expected: string): void {
    if (this.#settle()) this.#reject(new UpstreamInvalidResponseError(this.endpointPath, path, expected, { flaw }));
    this.#controller?.abort(new Error('The reply is rejected.'));
  }

  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    this.context.signal.removeEventListener('abort', this.#onStop);
    return true;
  }
}

const lengthMismatch = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
/** Codes of undici for a reply that is not valid HTTP, besides HTTPParserError. */
const invalidHttpCodes: readonly unknown[] = ['UND_ERR_HEADERS_OVERFLOW', lengthMismatch];
/** On a connection with `Connection: close`, undici reports a body that is cut off as invalid HTTP; on another one as this error. */
const cutOff = Object.assign(new Error('The connection has ended within the body.'), { code: 'UND_ERR_SOCKET' });

/* The content codings of replies. None is requested, but some proxies compress whatever passes. */

/** Decodes a body. It stops as soon as the decoded bytes exceed `maxOutputLength`. */
type Decoder = (body: Buffer, limits: { readonly maxOutputLength: number }) => Promise<Buffer>;

const decoder = (decompress: typeof gunzip): Decoder => promisify<Buffer, { maxOutputLength: number }, Buffer>(decompress);
const [gunzipped, inflated, inflatedRaw] = [decoder(gunzip), decoder(inflate), decoder(inflateRaw)];

/** A body without the two bytes that begin every gzip stream is not compressed: a proxy has decoded it without removing the header. */
const decodeGzip: Decoder = async (body, limits) => {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  // Node takes text after the stream for a further stream. The last byte of a stream below 16 MiB is 0, and text has no such byte.
  return gunzipped(body, limits).catch(() => gunzipped(body.subarray(0, body.lastIndexOf(0) + 1), limits));
};

/** By RFC 9110 the bytes are in a zlib stream, whose first byte has this low half. Some servers send them without one. */
const decodeDeflate: Decoder = (body, limits) => ((body[0]! & 0x0f) === 8 ? inflated : inflatedRaw)(body, limits);

/**
 * The registered codings (IANA, HTTP Content Coding), null for one that is not decoded. Every further name, such as `utf-8`, is no coding.
 */
const codings: ReadonlyMap<string, Decoder | null> = new Map<string, Decoder | null>([
  ['gzip', decodeGzip],
  ['x-gzip', decodeGzip],
  ['deflate', decodeDeflate],
  ['br', decoder(brotliDecompress)],
  ...['compress', 'x-compress', 'zstd', 'dcb', 'dcz', 'exi', 'pack200-gzip', 'aes128gcm'].map((name) => [name, null] as const),
]);

/** Returns the decoder of a header Content-Encoding; undefined without a coding, and null for one that is not decoded, or more than one. */
function decoderOf(header: string | string[] | undefined): Decoder | null | undefined {
  if (header === undefined) return undefined;
  const names = String(header).toLowerCase().split(',');
  const found = names.map((name) => codings.get(name.trim())).filter((coding) => coding !== undefined);
  return found.length > 1 ? null : found[0];
}

/**
 * Removes the interim responses (1xx except 101) that precede a response on a connection. RFC 9110 asks a client to ignore those that
 * it did not request. The program never sends `Expect`, but some servers and proxies send `100 Continue` before every response to a POST.
 * undici ends the connection on it, and has no option for it: a write that the service has performed would be reported as unknown.
 *
 * To be called on an open connection before undici listens to it. The listener takes the first bytes that arrive after a request, and puts
 * back what follows the interim responses. It does not look at other bytes, because a body may contain the same text.
 */
function ignoreInterimResponses(socket: Socket): void {
  /** The bytes written when the first bytes of the current response had arrived: while nothing more is written, the rest of it arrives. */
  let written = -1;
  /** The beginning of what may be an interim response. */
  let held: Buffer = noBytes;
  socket.on('readable', () => {
    if (socket.bytesWritten === written) return;
    const part = socket.read() as Buffer | null;
    if (part === null) return;
    const bytes = withoutInterim(held.length === 0 ? part : Buffer.concat([held, part]));
    held = mayBeInterim(bytes) ? bytes : noBytes;
    if (held === bytes) return;
    written = socket.bytesWritten;
    socket.unshift(bytes);
  });
}

/** Returns the bytes behind all complete interim responses. */
function withoutInterim(bytes: Buffer): Buffer {
  let rest = bytes;
  while (isInterim(rest)) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) break;
    rest = rest.subarray(end + 4);
  }
  return rest;
}

/** Whether bytes may be the beginning of an interim response. A longer head is left to undici, which has a limit too. */
function mayBeInterim(bytes: Buffer): boolean {
  if (bytes.length >= statusLength) return bytes.length <= maxHeadBytes && isInterim(bytes);
  return interim.test(bytes.toString('latin1') + 'HTTP/1.1 100'.slice(bytes.length));
}

/** Whether bytes begin with the status line of an interim response. For nearly all responses one byte decides. */
const isInterim = (bytes: Buffer): boolean => bytes[firstDigitAt] === digit1 && interim.test(bytes.toString('latin1', 0, statusLength));

const firstDigitAt = 'HTTP/1.1 '.length;
const digit1 = 0x31;
const statusLength = 'HTTP/1.1 100'.length;
const interim = /^HTTP\/1\.[01] 1(?!01)\d\d$/;
const maxHeadBytes = 16_384;
const noBytes = Buffer.alloc(0);
