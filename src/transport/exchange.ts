import type { Dispatcher } from 'undici';
import { WritePermitLostError } from '../model/errors.js';
import { UpstreamInvalidResponseError, UpstreamUnavailableError, type UpstreamError } from '../model/upstream-errors.js';
import type { MemoryPool } from '../primitives/memory-pool.js';
import { ReplyBody } from './reply-body.js';
import type { SocketReads } from './socket-reads.js';
import { stopError } from './stop-error.js';
import type { CallBounds, WireReply } from './transport.js';

/**
 * One request and its reply on a socket, as a handler of undici's `dispatch`. undici's `request` would not show when the request is
 * written, and would buffer the body without a limit. This handler refuses a body as soon as it exceeds `maxBytes`, refuses
 * compressed replies before their body, and states in every error whether a byte may have reached the service.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly reply: Promise<WireReply>;
  #resolve!: (reply: WireReply) => void;
  #reject!: (error: UpstreamError | WritePermitLostError) => void;
  #controller: Dispatcher.DispatchController | null = null;
  #settled = false;
  #status = 0;
  #headers: WireReply['headers'] = {};
  readonly #body: ReplyBody;
  /** The length of the body that the service declares; 0 if it declares none. */
  #declaredLength = 0;

  constructor(
    readonly endpointPath: string,
    readonly maxBytes: number,
    readonly bounds: CallBounds,
    /** The connections that the parts of the reply come from. */
    readonly reads: SocketReads,
    memory: MemoryPool,
  ) {
    this.#body = new ReplyBody(memory);
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
    if (status < 200) return;
    this.reads.headEnded();
    const encoding = headers['content-encoding'];
    if (encoding !== undefined && String(encoding).trim().toLowerCase() !== 'identity')
      return this.#rejectReply('COMPRESSED', 'header content-encoding', 'a reply that is not compressed');
    const length = Number(headers['content-length']);
    if (length > 0) this.#declaredLength = length;
    if (length > this.maxBytes) return this.#rejectReply('TOO_LARGE', 'body', `at most ${this.maxBytes} bytes`);
    this.#status = status;
    this.#headers = headers;
  }

  /** Copies the part: the next one of any connection overwrites it. */
  onResponseData(_controller: Dispatcher.DispatchController, part: Buffer): void {
    if (this.#settled) return;
    if (this.#body.length + part.length > this.maxBytes) return this.#rejectReply('TOO_LARGE', 'body', `at most ${this.maxBytes} bytes`);
    this.#body.add(part, this.#declaredLength);
  }

  onResponseEnd(): void {
    this.reads.bodyEnded();
    if (!this.#settle()) return;
    const { body, release } = this.#body.end();
    this.#resolve({ status: this.#status, headers: this.#headers, body, release });
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.fail(error);
  }

  /** Rejects the reply with the error that corresponds to an error of the HTTP client. */
  fail(cause: Error): void {
    if (this.#settle()) this.#reject(this.#translate(cause));
  }

  readonly #onStop = (): void => {
    if (this.#settle()) this.#reject(stopError(this.endpointPath, this.bounds.signal, this.#controller === null ? 'attempted' : 'sent'));
    this.#controller?.abort(new Error('The call has ended.'));
  };

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

  #translate(cause: Error): UpstreamError {
    const code = 'code' in cause ? cause.code : undefined;
    const sent = this.#controller !== null;
    if (cause.name === 'HTTPParserError' || (typeof code === 'string' && invalidHttpCode.test(code))) {
      return new UpstreamInvalidResponseError(this.endpointPath, 'message', 'a well-formed HTTP response', { flaw: 'NOT_HTTP' });
    }
    return new UpstreamUnavailableError(this.endpointPath, sent, { cause });
  }
}

/** Codes of undici for a reply that is not valid HTTP, besides HTTPParserError. */
const invalidHttpCode = /^(UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/;
