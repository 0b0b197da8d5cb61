import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from './body.js';
import { credentialHeaders } from './credential-headers.js';
import type { HeaderLists, HttpRequest } from './handler.js';
import { requestIdFrom } from './request-id.js';
import { hostOf, pathAndQueryOf } from './request-target.js';
import { utf8Text } from './utf8.js';

/** A request of node:http, as handlers receive it. Methods instead of closures, because there is one for each request. */
export class NodeRequest implements HttpRequest {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly logFields: HttpRequest['logFields'] = {};
  #closeListeners: (() => void)[] | null = null;
  #isClosed = false;

  constructor(
    private readonly message: IncomingMessage,
    private readonly response: ServerResponse,
    private readonly maxBodyBytes: number,
  ) {
    const url = pathAndQueryOf(message.url ?? '/');
    const queryAt = url.indexOf('?');
    this.id = requestIdFrom(message.headers['x-request-id']);
    this.method = message.method ?? 'GET';
    this.path = queryAt === -1 ? url : url.slice(0, queryAt);
    this.search = queryAt === -1 ? '' : url.slice(queryAt + 1);
  }

  get host(): string | undefined {
    return hostOf(this.message);
  }

  get headers(): HttpRequest['headers'] {
    return this.message.headers;
  }

  credentialHeaders(): HeaderLists {
    return credentialHeaders(this.message.rawHeaders);
  }

  get remoteAddress(): string {
    return this.message.socket.remoteAddress ?? 'unknown';
  }

  get connection(): object {
    return this.message.socket;
  }

  async text(): Promise<string> {
    return utf8Text(await this.bytes());
  }

  bytes(): Promise<Buffer> {
    if (this.message.headers.expect !== undefined) this.response.writeContinue();
    return readBody(this.message, this.maxBodyBytes);
  }

  onClose(listener: () => void): void {
    if (this.#isClosed) listener();
    else (this.#closeListeners ??= []).push(listener);
  }

  /** Calls the listeners of {@link onClose}. */
  closed(): void {
    this.#isClosed = true;
    const listeners = this.#closeListeners;
    this.#closeListeners = null;
    if (listeners) for (const listener of listeners) listener();
  }
}
