/* undici's pool of connections to the service, and one exchange of a request and its reply, whatever its content coding. */

import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { buildConnector, Pool, type Dispatcher } from 'undici';
import { GrowingBytes } from '../../primitives/growing-bytes.js';
import { WritePermitLostError, UpstreamInvalidResponseError, UpstreamUnavailableError, type UpstreamError } from '../../records/errors.js';
import { type CallBounds, type Exchange, type WireReply, stopError } from './exchange.js';

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

interface ConnectionPool {
  readonly exchange: Exchange;
  /** Ends idle connections immediately and busy ones after their call. */
  readonly close: () => Promise<void>;
  /** Ends all connections. Calls in progress fail. */
  readonly destroy: () => Promise<void>;
}

/** Opens a pool of HTTP/1.1 connections to one origin. An exchange follows no redirect and retries nothing. */
export function openConnectionPool({ baseUrl, maxConnections, maxResponseBytes, timeoutMs, keepAlive }: PoolOptions): ConnectionPool {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const open = buildConnector({ timeout: timeoutMs });
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
  const exchange: Exchange = ({ endpointPath, method, target, body }, headers, bounds) => {
    const handler = new ReplyHandler(endpointPath, maxResponseBytes, bounds);
    pool.dispatch({ method, path: prefix + target, headers, body }, handler);
    return handler.reply;
  };
  return { exchange, close: () => pool.close(), destroy: () => pool.destroy() };
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
    readonly bounds: CallBounds,
  ) {
    this.reply = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    if (bounds.signal.aborted) this.#onStop();
    else bounds.signal.addEventListener('abort', this.#onStop, { once: true });
  }

  /** Called on an open connection, immediately before the request is written. Until then nothing was sent. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.bounds.permit?.isValid() === false) {
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
    const isInvalidHttp = cause.name === 'HTTPParserError' || (typeof code === 'string' && invalidHttpCode.test(code));
    this.#reject(
      isInvalidHttp
        ? new UpstreamInvalidResponseError(this.endpointPath, 'message', 'a well-formed HTTP response', { flaw: 'NOT_HTTP' })
        : new UpstreamUnavailableError(this.endpointPath, this.#controller !== null, { cause }),
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
    if (this.#settle()) this.#reject(stopError(this.endpointPath, this.bounds.signal, this.#controller !== null));
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
    this.bounds.signal.removeEventListener('abort', this.#onStop);
    return true;
  }
}

/** Codes of undici for a reply that is not valid HTTP, besides HTTPParserError. */
const invalidHttpCode = /^(UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/;

/* The content codings of replies. None is requested, but some proxies compress whatever passes. */

/** Decodes a body. It stops as soon as the decoded bytes exceed `maxOutputLength`. */
type Decoder = (body: Buffer, limits: { readonly maxOutputLength: number }) => Promise<Buffer>;

const decoder = (decompress: typeof gunzip): Decoder => promisify<Buffer, { maxOutputLength: number }, Buffer>(decompress);
const [gunzipped, inflated, inflatedRaw] = [decoder(gunzip), decoder(inflate), decoder(inflateRaw)];

/** A body without the two bytes that begin every gzip stream is not compressed: a proxy has decoded it without removing the header. */
const decodeGzip: Decoder = async (body, limits) => (body[0] === 0x1f && body[1] === 0x8b ? gunzipped(body, limits) : body);

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
