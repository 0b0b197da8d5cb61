import type { Scope } from './caller.js';

/** The closed list of `extensions.code`, but for GraphQL's own parse and validation codes. */
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
  | 'IDEMPOTENCY_IN_PROGRESS';

/** An error that a caller can act on. Its message and details are safe to show: no value that was sent or received. */
export abstract class EventGraphError extends Error {
  abstract readonly code: ErrorCode;
  /** What goes into `extensions` beside the code. */
  details(): Record<string, unknown> {
    return {};
  }
}

/** An argument is not what it must be. The message names it and what was expected, never what was sent. */
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

/** The caller lacks a scope. */
export class ForbiddenError extends EventGraphError {
  override readonly name = 'ForbiddenError';
  readonly code = 'FORBIDDEN';
  constructor(readonly requiredScopes: readonly Scope[]) {
    super(`This needs the scope ${requiredScopes.join(' and ')}, which the caller's credential does not carry.`);
  }
  override details() {
    return { requiredScopes: this.requiredScopes };
  }
}

/** A limit on operations is exceeded. `limit` is the name of the setting. */
export class QueryTooComplexError extends EventGraphError {
  override readonly name = 'QueryTooComplexError';
  readonly code = 'QUERY_TOO_COMPLEX';
  constructor(
    readonly limit: string,
    readonly maximum: number,
    readonly actual: number,
  ) {
    super(`The request exceeds ${limit}: at most ${maximum} is served, this one comes to ${actual}. Ask for less at a time.`);
  }
  override details() {
    return { limit: this.limit, maximum: this.maximum, actual: this.actual };
  }
}

/** The caller has used up its share of the service for now. */
export class RateLimitedError extends EventGraphError {
  override readonly name = 'RateLimitedError';
  readonly code = 'RATE_LIMITED';
  constructor(readonly retryAfterMs: number) {
    super('You ask for more of the event service than your share. Wait for extensions.retryAfterMs milliseconds.');
  }
  override details() {
    return { retryAfterMs: this.retryAfterMs };
  }
}

/** Another replica is at work on this idempotency key. */
export class IdempotencyInProgressError extends EventGraphError {
  override readonly name = 'IdempotencyInProgressError';
  readonly code = 'IDEMPOTENCY_IN_PROGRESS';
  constructor(readonly retryAfterMs: number) {
    super('A call with this idempotencyKey is under way elsewhere. Repeat the same call in a moment.');
  }
  override details() {
    return { retryAfterMs: this.retryAfterMs };
  }
}
