/** The values of `extensions.code` that errors of this program's own classes have. docs/errors.md describes all codes. */
export type ErrorCode =
  | 'BAD_USER_INPUT'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'QUERY_TOO_COMPLEX'
  | 'RATE_LIMITED'
  | 'UPSTREAM_REJECTED'
  | 'UPSTREAM_UNAVAILABLE'
  | 'UPSTREAM_OVERLOADED'
  | 'UPSTREAM_RATE_LIMITED'
  | 'UPSTREAM_TIMEOUT'
  | 'UPSTREAM_INVALID_RESPONSE'
  | 'OUTCOME_UNKNOWN'
  | 'IDEMPOTENCY_IN_PROGRESS'
  | 'STATE_UNAVAILABLE'
  | 'DOCUMENT_NOT_TRUSTED';

/** The codes of errors without such a class: of invalid operations, by graphql-js and Apollo Server, and of requests that are refused. */
export type OperationCode =
  | 'GRAPHQL_PARSE_FAILED'
  | 'GRAPHQL_VALIDATION_FAILED'
  | 'BAD_USER_INPUT'
  | 'PERSISTED_QUERY_NOT_FOUND'
  | 'QUERY_TOO_COMPLEX'
  | 'UNAUTHENTICATED';

/** Codes of Apollo Server that this program does not send. Another server over the library's schema may. */
export type ApolloServerCode = 'BAD_REQUEST' | 'OPERATION_RESOLUTION_FAILURE' | 'PERSISTED_QUERY_NOT_SUPPORTED';

/** Every value of `extensions.code` that this program sends. A defect has the last one. */
export type ResponseCode = ErrorCode | OperationCode | 'INTERNAL_SERVER_ERROR';

/**
 * An error that a caller can act on. Message and details are safe to show: of what was sent or received they contain only the caller's
 * own idempotency key, and the service's message, masked.
 */
export abstract class EventGraphError extends Error {
  abstract readonly code: ErrorCode;
  /** The members of `extensions` besides the code. */
  details(): Record<string, unknown> {
    return {};
  }
}

/** An argument is invalid. The message names the argument and what was expected, never the value. */
export class BadInputError extends EventGraphError {
  override readonly name = 'BadInputError';
  readonly code = 'BAD_USER_INPUT';
  constructor(
    readonly argument: string,
    readonly expected: string,
  ) {
    super(`Argument "${argument}": expected ${expected}.`);
  }
  override details() {
    return { argument: this.argument };
  }
}

/**
 * An operation exceeds a limit. `limit` is the name of the setting. Tokens, calls and bytes are counted until they exceed it, so `actual`
 * is then a lower bound; depth, cost, aliases, root fields and values are exact.
 */
export class QueryTooComplexError extends EventGraphError {
  override readonly name = 'QueryTooComplexError';
  readonly code = 'QUERY_TOO_COMPLEX';
  constructor(
    readonly limit: string,
    readonly maximum: number,
    readonly actual: number,
  ) {
    const value = countedUntilExceeded.has(limit) ? `at least ${actual}` : String(actual);
    super(`The limit ${limit} is exceeded: the maximum is ${maximum}, the actual value ${value}. ${adviceFor(limit)}`);
  }
  override details() {
    return { limit: this.limit, maximum: this.maximum, actual: this.actual };
  }
}

function adviceFor(limit: string): string {
  if (limit === 'MAX_BODY_BYTES') return 'Send a smaller body.';
  if (limit === 'MAX_BODY_VALUES') return 'Send fewer values.';
  return limit === 'MAX_DEPTH' ? 'Nest fields less deeply.' : 'Request less at a time.';
}

const countedUntilExceeded: ReadonlySet<string> = new Set(['MAX_TOKENS', 'MAX_UPSTREAM_CALLS', 'MAX_BODY_BYTES', 'MAX_RESPONSE_BYTES']);

/** The caller has exceeded RATE_LIMIT. */
export class RateLimitedError extends EventGraphError {
  override readonly name = 'RateLimitedError';
  readonly code = 'RATE_LIMITED';
  constructor(readonly retryAfterMs: number) {
    super('Rate limit exceeded. Wait for extensions.retryAfterMs milliseconds, then send the operation again.');
  }
  override details() {
    return { retryAfterMs: this.retryAfterMs };
  }
}

/** A caller, or a connection, has as many subscriptions as it may have. */
export class TooManySubscriptionsError extends EventGraphError {
  override readonly name = 'TooManySubscriptionsError';
  readonly code = 'RATE_LIMITED';
}

/** The error of a mutation while another process executes one with this idempotency key, or `ssoLogin` for this mobile number. */
export class IdempotencyInProgressError extends EventGraphError {
  override readonly name = 'IdempotencyInProgressError';
  readonly code = 'IDEMPOTENCY_IN_PROGRESS';
  constructor(readonly retryAfterMs: number) {
    super(
      'The same registration or single sign-on is still in progress. Send the mutation again, with the same input, after extensions.retryAfterMs milliseconds.',
    );
  }
  override details() {
    return { retryAfterMs: this.retryAfterMs };
  }
}

/** The store that remembers registrations cannot be reached or written. Nothing was sent. */
export class StateUnavailableError extends EventGraphError {
  override readonly name = 'StateUnavailableError';
  readonly code = 'STATE_UNAVAILABLE';
  constructor(
    readonly retryAfterMs: number,
    options?: ErrorOptions,
  ) {
    super(
      'The store that remembers registrations is not available, so nothing was sent. Send the mutation again, with the same input, after extensions.retryAfterMs milliseconds.',
      options,
    );
  }
  override details() {
    return { retryAfterMs: this.retryAfterMs };
  }
}

/**
 * The process has lost the permit to send a recorded write: its row no longer belongs to it. The write was not sent. Callers receive an
 * OutcomeUnknownError, whose cause this is.
 */
export class WritePermitLostError extends Error {
  override readonly name = 'WritePermitLostError';
  constructor() {
    super('The row of this recorded write no longer belongs to it.');
  }
}

/** With `TRUSTED_DOCUMENTS=require`: the document is not trusted. It was not parsed. */
export class DocumentNotTrustedError extends EventGraphError {
  override readonly name = 'DocumentNotTrustedError';
  readonly code = 'DOCUMENT_NOT_TRUSTED';
  constructor() {
    super('The document of this operation is not trusted. Send the id of a trusted document, or its exact text.');
  }
}
