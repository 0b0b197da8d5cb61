/* The errors of calls to the event service. */

import type { Secret } from '../primitives/secret.js';
import { EventGraphError } from './errors.js';

/**
 * The number of characters of the service's message that are matched. It is shorter than what is read for masking: each rejected lookup is
 * matched, by a pattern of the operator, and a message that states why a record is missing is short.
 */
const matchedLength = 500;

/** The HTTP status and the media type of a reply that is not usable. */
export interface ReplyFacts {
  readonly status: number;
  /** Without parameters; null where the header is missing or malformed. */
  readonly contentType: string | null;
  /** Where a redirect leads to, without its query. */
  readonly location?: string;
}

/**
 * A call to the service failed, was rejected or was cancelled. `operation` is the path of the endpoint: callers know endpoints as operations
 * of the service.
 */
export abstract class UpstreamError extends EventGraphError {
  constructor(
    readonly operation: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
  override details(): Record<string, unknown> {
    return { upstream: { operation: this.operation } };
  }
}

/** Returns the service's message with these secrets masked, besides those that are always masked. */
type MaskedMessage = (secrets: readonly Secret[]) => string;

/** The service replied with code 0 (§7). Its message is passed on, masked. */
export class UpstreamRejectedError extends UpstreamError {
  override readonly name = 'UpstreamRejectedError';
  readonly code = 'UPSTREAM_REJECTED';
  readonly #unmasked: string;
  readonly #masked: MaskedMessage;
  #shown: string | undefined;
  constructor(operation: string, unmasked: string, masked: MaskedMessage) {
    super(operation, 'The event service rejected the request. Its explanation is in extensions.upstream.message.');
    this.#unmasked = unmasked;
    this.#masked = masked;
  }
  /** The service's message, masked when it is first read. */
  get serviceMessage(): string {
    return (this.#shown ??= this.#masked([]));
  }
  /** Returns the same error with these secrets masked as well. */
  withMasked(secrets: readonly Secret[]): UpstreamRejectedError {
    return new UpstreamRejectedError(this.operation, this.#unmasked, (more) => this.#masked([...secrets, ...more]));
  }
  /** Whether the first {@link matchedLength} characters of the service's message, before masking, match a pattern. */
  matches(pattern: { test(text: string): boolean }): boolean {
    return pattern.test(this.#unmasked.slice(0, matchedLength));
  }
  override details() {
    return { upstream: { operation: this.operation, message: this.serviceMessage } };
  }
}

/** `reply`: set if there was one. */
type FailedCall = ErrorOptions & Partial<Pick<UpstreamUnavailableError, 'retryAfterMs' | 'reply'>>;

/** No connection, a status 5xx, or an open circuit. `sent`: whether a byte may have reached the service. */
export class UpstreamUnavailableError extends UpstreamError {
  override readonly name: string = 'UpstreamUnavailableError';
  readonly code = 'UPSTREAM_UNAVAILABLE';
  readonly retryAfterMs: number | undefined;
  readonly reply: ReplyFacts | undefined;
  constructor(
    operation: string,
    readonly sent: boolean,
    { retryAfterMs, reply, ...options }: FailedCall = {},
  ) {
    super(operation, 'The event service cannot be reached or is failing. Try again later.', options);
    this.retryAfterMs = retryAfterMs;
    this.reply = reply;
  }
  override details() {
    return { ...super.details(), ...(this.retryAfterMs !== undefined && { retryAfterMs: this.retryAfterMs }) };
  }
}

/** The circuit of the path is open: calls of it failed often in the last seconds, so nothing was sent. */
export class CircuitOpenError extends UpstreamUnavailableError {
  constructor(operation: string, retryAfterMs: number) {
    super(operation, false, { retryAfterMs });
  }
}

/** The signer module threw an error or returned no signature, so nothing was sent. */
export class SigningFailedError extends UpstreamUnavailableError {
  override readonly message =
    'The request to the event service cannot be signed, so nothing was sent. Try again later. The log of the graph has the cause.';
  constructor(operation: string) {
    super(operation, false);
  }
}

/** The queue for calls to the service is full, or the call waited in it for too long. Nothing was sent. */
export class UpstreamOverloadedError extends UpstreamError {
  override readonly name = 'UpstreamOverloadedError';
  readonly code = 'UPSTREAM_OVERLOADED';
  constructor(operation: string) {
    super(operation, 'Too many calls to the event service are waiting. Try again in a moment.');
  }
}

/** The service replied with status 429, or with a message that `EVENT_SERVICE_BUSY_PATTERN` matches, and did nothing. */
export class UpstreamRateLimitedError extends UpstreamError {
  override readonly name = 'UpstreamRateLimitedError';
  readonly code = 'UPSTREAM_RATE_LIMITED';
  readonly retryAfterMs: number | undefined;
  readonly reply: ReplyFacts | undefined;
  constructor(operation: string, { retryAfterMs, reply }: FailedCall = {}) {
    super(operation, 'The event service limits the rate of calls. Try again later.');
    this.retryAfterMs = retryAfterMs;
    this.reply = reply;
  }
  override details() {
    return { ...super.details(), ...(this.retryAfterMs !== undefined && { retryAfterMs: this.retryAfterMs }) };
  }
}

/**
 * No reply before the deadline of the call. `sent`: whether a byte may have reached the service. `attempted`: whether an attempt had
 * begun; false for a call that waited in the queue or for its signature.
 */
export class UpstreamTimeoutError extends UpstreamError {
  override readonly name = 'UpstreamTimeoutError';
  readonly code = 'UPSTREAM_TIMEOUT';
  constructor(
    operation: string,
    readonly sent: boolean,
    readonly attempted = true,
  ) {
    super(operation, 'The event service did not reply in time. Try again later.');
  }
}

/** The kind of an invalid reply, as a code for the log. */
type ReplyFlaw = 'NOT_HTTP' | 'COMPRESSED' | 'TOO_LARGE' | 'CHARSET' | 'NOT_JSON' | 'NOT_AN_ENVELOPE';

interface InvalidReply {
  readonly flaw?: ReplyFlaw;
  readonly reply?: ReplyFacts | undefined;
  /** True for the result of a write that the service confirmed. */
  readonly afterWrite?: boolean;
}

/** The reply breaks the interface. `path` is the position of the invalid value, such as $.data[3].time. */
export class UpstreamInvalidResponseError extends UpstreamError {
  override readonly name = 'UpstreamInvalidResponseError';
  readonly code = 'UPSTREAM_INVALID_RESPONSE';
  constructor(
    operation: string,
    readonly path: string,
    readonly expected: string,
    private readonly facts: InvalidReply = {},
  ) {
    const note = facts.afterWrite ? 'The write has happened: do not send it again.' : 'Report it to the operator.';
    super(operation, `The event service returned an invalid reply: expected ${expected} at ${path}. ${note}`);
  }
  get flaw(): ReplyFlaw {
    return this.facts.flaw ?? 'NOT_AN_ENVELOPE';
  }
  get reply(): ReplyFacts | undefined {
    return this.facts.reply;
  }
  /** Returns the same error with further facts. */
  with(facts: InvalidReply): UpstreamInvalidResponseError {
    return new UpstreamInvalidResponseError(this.operation, this.path, this.expected, { ...this.facts, ...facts });
  }
  override details() {
    const status = this.reply?.status ?? 200;
    return { upstream: { operation: this.operation, path: this.path, ...(status !== 200 && { status }) } };
  }
}

/**
 * The operation of a read has ended: its caller has disconnected, or `REQUEST_TIMEOUT_MS` has passed. A caller receives the error in the
 * second case only.
 */
export class CancelledError extends UpstreamError {
  override readonly name = 'CancelledError';
  readonly code = 'UPSTREAM_TIMEOUT';
  constructor(operation: string) {
    super(operation, 'The operation reached REQUEST_TIMEOUT_MS before the event service replied. Select less, or try again later.');
  }
}
