import type { Dispatcher } from 'undici';
import { WritePermitLostError, UpstreamInvalidResponseError, UpstreamUnavailableError, type UpstreamError } from '../../records/errors.js';
import { decodeBody, decodersOf } from './content-coding.js';
import { stopError } from './stop-error.js';
import type { CallBounds, WireReply } from './transport.js';

/**
 * One request and its reply on a socket, as a handler of undici's `dispatch`. undici's `request` would not show when the request is
 * written, and would buffer the body without a limit. This handler refuses a body as soon as it exceeds `maxBytes`, before and after it is
 * decompressed, and states in every error whether a byte may have reached the service.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly reply: Promise<WireReply>;
  #resolve!: (reply: WireReply) => void;
  #reject!: (error: UpstreamError | WritePermitLostError) => void;
  #controller: Dispatcher.DispatchController | null = null;
  #settled = false;
  #status = 0;
  #headers: WireReply['headers'] = {};
  readonly #parts: Buffer[] = [];
  #length = 0;
  #codings: NonNullable<ReturnType<typeof decodersOf>> = [];

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
    if (status < 200) return;
    const codings = decodersOf(headers['content-encoding']);
    if (codings === null) return this.#rejectReply('COMPRESSED', 'header content-encoding', 'gzip, deflate, br or no compression');
    this.#codings = codings;
    if (Number(headers['content-length']) > this.maxBytes) return this.#rejectReply('TOO_LARGE', 'body', `at most ${this.maxBytes} bytes`);
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, part: Buffer): void {
    if (this.#settled) return;
    this.#length += part.length;
    if (this.#length > this.maxBytes) return this.#rejectReply('TOO_LARGE', 'body', `at most ${this.maxBytes} bytes`);
    this.#parts.push(part);
  }

  onResponseEnd(): void {
    const [part] = this.#parts;
    const body = part?.length === this.#length ? part : Buffer.concat(this.#parts, this.#length);
    if (this.#codings.length === 0) this.#reply(body);
    else void this.#decode(body);
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.fail(error);
  }

  async #decode(body: Buffer): Promise<void> {
    try {
      const decoded = await decodeBody(body, this.#codings, this.maxBytes);
      if (decoded !== null) this.#reply(decoded);
      else this.#rejectReply('TOO_LARGE', 'body', `at most ${this.maxBytes} bytes`);
    } catch {
      this.#rejectReply('COMPRESSED', 'body', 'the compression that the header content-encoding names');
    }
  }

  #reply(body: Buffer): void {
    if (this.#settle()) this.#resolve({ status: this.#status, headers: this.#headers, body });
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
