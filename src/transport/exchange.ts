import type { Dispatcher } from 'undici';
import {
  UpstreamInvalidResponseError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
  type UpstreamError,
} from '../model/upstream-errors.js';
import { stopped } from './deadline.js';
import type { CallBounds, WireReply } from './transport.js';

/**
 * One request and its answer on a socket. It collects the body itself, so that nothing larger than allowed is ever
 * held, nothing compressed is ever inflated, and it is always known whether a byte may have reached the service.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly reply: Promise<WireReply>;
  #resolve!: (reply: WireReply) => void;
  #reject!: (error: UpstreamError) => void;
  #controller: Dispatcher.DispatchController | null = null;
  #settled = false;
  #status = 0;
  #headers: WireReply['headers'] = {};
  readonly #chunks: Buffer[] = [];
  #size = 0;

  constructor(
    readonly operation: string,
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

  /** Called when the request is about to be written; before it, nothing was sent. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#settled) controller.abort(new Error('The call is over.'));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: WireReply['headers']): void {
    if (status < 200) return;
    const encoding = headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity')
      return this.#refuse('header content-encoding', 'an answer that is not compressed');
    if (Number(headers['content-length']) > this.maxBytes) return this.#refuse('body', `at most ${this.maxBytes} bytes`);
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.maxBytes) return this.#refuse('body', `at most ${this.maxBytes} bytes`);
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const body = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks, this.#size);
    if (this.#settle()) this.#resolve({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.fail(error);
  }

  /** Ends the exchange with what an error of the HTTP client means. */
  fail(cause: Error): void {
    if (this.#settle()) this.#reject(this.#translate(cause));
  }

  readonly #onStop = (): void => {
    if (this.#settle()) this.#reject(stopped(this.operation, this.bounds.signal, this.#controller === null ? 'attempted' : 'sent'));
    this.#controller?.abort(new Error('The call is over.'));
  };

  #refuse(path: string, expected: string): void {
    if (this.#settle()) this.#reject(new UpstreamInvalidResponseError(this.operation, path, expected));
    this.#controller?.abort(new Error('The answer is refused.'));
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
    if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') return new UpstreamTimeoutError(this.operation, sent);
    if (cause.name === 'HTTPParserError' || (typeof code === 'string' && brokenHttp.test(code))) {
      return new UpstreamInvalidResponseError(this.operation, 'message', 'a well-formed HTTP answer');
    }
    return new UpstreamUnavailableError(this.operation, sent, undefined, { cause });
  }
}

const brokenHttp = /^(UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/;
