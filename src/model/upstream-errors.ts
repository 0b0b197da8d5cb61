import { EventGraphError } from './errors.js';
import type { Secret } from './secret.js';

/** A call to the service did not give a usable answer. `operation` is the operation's path. */
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

/** The service's message as it may be shown, further secrets masked beside those that are masked anyway. */
type MaskedMessage = (secrets: readonly Secret[]) => string;

/** The service answered with code 0 (§7). Its own msg is passed on, masked. */
export class UpstreamRejectedError extends UpstreamError {
  override readonly name = 'UpstreamRejectedError';
  readonly code = 'UPSTREAM_REJECTED';
  /** The service's message, masked. */
  readonly serviceMessage: string;
  readonly #unmasked: string;
  readonly #masked: MaskedMessage;
  constructor(operation: string, unmasked: string, masked: MaskedMessage) {
    super(operation, 'The event service refused the request; extensions.upstream.message is its own explanation.');
    this.#unmasked = unmasked;
    this.#masked = masked;
    this.serviceMessage = masked([]);
  }
  /** The same error, in whose message these secrets are masked too. */
  hiding(secrets: readonly Secret[]): UpstreamRejectedError {
    return new UpstreamRejectedError(this.operation, this.#unmasked, (more) => this.#masked([...secrets, ...more]));
  }
  /** Whether the beginning of the service's message, before masking, matches a pattern. */
  says(pattern: { test(text: string): boolean }): boolean {
    return pattern.test(this.#unmasked.slice(0, 500));
  }
  override details() {
    return { upstream: { operation: this.operation, message: this.serviceMessage } };
  }
}

/** No connection, a 5xx, or the circuit is open. `sent` tells whether any byte may have reached the service. */
export class UpstreamUnavailableError extends UpstreamError {
  override readonly name: string = 'UpstreamUnavailableError';
  readonly code = 'UPSTREAM_UNAVAILABLE';
  constructor(
    operation: string,
    readonly sent: boolean,
    readonly retryAfterMs?: number,
    options?: ErrorOptions,
    /** The HTTP status, where there was an answer. */
    readonly status?: number,
  ) {
    super(operation, 'The event service cannot be reached or is failing. Try again later.', options);
  }
  override details() {
    return { ...super.details(), ...(this.retryAfterMs !== undefined && { retryAfterMs: this.retryAfterMs }) };
  }
}

/** The operation failed so often lately that nothing is sent for a while. */
export class CircuitOpenError extends UpstreamUnavailableError {
  constructor(operation: string, retryAfterMs: number) {
    super(operation, false, retryAfterMs);
  }
}

/** The signer module threw, or returned no signature: nothing was sent, and the service is not at fault. */
export class SigningFailedError extends UpstreamUnavailableError {
  override readonly message =
    'The request to the event service cannot be signed, so nothing was sent. Try again later; the log of the graph says what is wrong.';
  constructor(operation: string) {
    super(operation, false);
  }
}

/** Our own queue to the service is full, or the wait in it was too long: nothing was sent. */
export class UpstreamOverloadedError extends UpstreamError {
  override readonly name = 'UpstreamOverloadedError';
  readonly code = 'UPSTREAM_OVERLOADED';
  constructor(operation: string) {
    super(operation, 'Too many calls to the event service are waiting already. Try again in a moment.');
  }
}

/** The service answered 429. */
export class UpstreamRateLimitedError extends UpstreamError {
  override readonly name = 'UpstreamRateLimitedError';
  readonly code = 'UPSTREAM_RATE_LIMITED';
  constructor(
    operation: string,
    readonly retryAfterMs?: number,
  ) {
    super(operation, 'The event service asks for fewer calls. Try again later.');
  }
  override details() {
    return { ...super.details(), ...(this.retryAfterMs !== undefined && { retryAfterMs: this.retryAfterMs }) };
  }
}

/**
 * No reply within the budget of the call. `sent` is whether any byte may have reached the service, `attempted` whether the
 * service had its chance: false while the call waits for a connection or a signature.
 */
export class UpstreamTimeoutError extends UpstreamError {
  override readonly name = 'UpstreamTimeoutError';
  readonly code = 'UPSTREAM_TIMEOUT';
  constructor(
    operation: string,
    readonly sent: boolean,
    readonly attempted = true,
  ) {
    super(operation, 'The event service did not answer in time. Try again later.');
  }
}

/** The answer breaks the interface. `path` is the place of what is wrong, such as $.data[3].time. */
export class UpstreamInvalidResponseError extends UpstreamError {
  override readonly name = 'UpstreamInvalidResponseError';
  readonly code = 'UPSTREAM_INVALID_RESPONSE';
  constructor(
    operation: string,
    readonly path: string,
    readonly expected: string,
  ) {
    super(operation, `The event service answered out of its interface: expected ${expected} at ${path}.`);
  }
  override details() {
    return { upstream: { operation: this.operation, path: this.path } };
  }
}

/** The caller of a read hung up; nobody is there to be told. */
export class CancelledError extends UpstreamError {
  override readonly name = 'CancelledError';
  readonly code = 'UPSTREAM_TIMEOUT';
  constructor(operation: string) {
    super(operation, 'The operation was over before the event service answered.');
  }
}

export interface RegistrantOutcome {
  readonly index: number;
  readonly status: 'REGISTERED' | 'EARLIER' | 'NOT_FOUND' | 'UNVERIFIED';
}

/** A registration was sent and no usable answer came: it may or may not have happened. Nothing is sent again. */
export class OutcomeUnknownError extends UpstreamError {
  override readonly name = 'OutcomeUnknownError';
  readonly code = 'OUTCOME_UNKNOWN';
  constructor(
    operation: string,
    readonly idempotencyKey: string | null,
    readonly registrants: readonly RegistrantOutcome[],
    options?: ErrorOptions,
  ) {
    super(
      operation,
      'The request was sent, but no usable answer came: a registration may or may not have happened. ' +
        'extensions.registrants says what was found; nothing is sent again by itself.',
      options,
    );
  }
  override details() {
    return { ...super.details(), idempotencyKey: this.idempotencyKey, registrants: this.registrants };
  }
}
