/*
 * The errors that callers meet: those of a request, of a missing scope, of calls to the event service, and of a write whose outcome is not
 * known, or that cannot be recorded.
 */

import type { Secret } from '../primitives/secret.js';
import type { Scope } from './caller.js';

/** The values of `extensions.code` that errors of this program's own classes have. docs/errors.md describes all codes. */
export type ErrorCode =
  | 'BAD_USER_INPUT'
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

/** The codes that errors of graphql-js and of refused requests have. Two are codes of our classes too. */
const operationCodes = [
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'PERSISTED_QUERY_NOT_FOUND',
  'QUERY_TOO_COMPLEX',
  'UNAUTHENTICATED',
] as const;
export type OperationCode = (typeof operationCodes)[number];

/** Codes of Apollo Server that this program does not send. Another server over the library's schema may. */
const apolloServerCodes = ['BAD_REQUEST', 'OPERATION_RESOLUTION_FAILURE', 'PERSISTED_QUERY_NOT_SUPPORTED'];

/** The codes of errors without such a class whose messages are safe: the server has replaced the values in them. */
export const safeCodes: ReadonlySet<unknown> = new Set([...operationCodes, ...apolloServerCodes]);

/** Every value of `extensions.code` that this program sends. A defect has the last one. */
export type ResponseCode = ErrorCode | OperationCode | 'INTERNAL_SERVER_ERROR';

/**
 * An error that a caller can act on. Message and details are safe to show: of what was sent or received they contain only the caller's
 * own idempotency key, and the service's message, masked.
 */
export abstract class EventGraphError extends Error {
  abstract readonly code: ErrorCode;
  /** When the request may succeed, if that is known. */
  readonly retryAfterMs: number | undefined;
  constructor(message?: string, { retryAfterMs, ...options }: ErrorOptions & { readonly retryAfterMs?: number | undefined } = {}) {
    super(message, options);
    this.name = new.target.name;
    this.retryAfterMs = retryAfterMs;
  }
  /** The members of `extensions` besides the code. */
  details(): Record<string, unknown> {
    return this.retryAfterMs === undefined ? {} : { retryAfterMs: this.retryAfterMs };
  }
}

/** An argument is invalid. The message names the argument and what was expected, never the value. */
export class BadInputError extends EventGraphError {
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
 * An operation exceeds a limit. `limit` is the name of the setting, `actual` what was counted: of tokens, fields, bytes and the calls of an
 * execution, as many as exceed the limit; of planned calls and cost, the number computed before, or a part of it that is far beyond the limit; of
 * anything else, all.
 */
export class QueryTooComplexError extends EventGraphError {
  readonly code = 'QUERY_TOO_COMPLEX';
  constructor(
    readonly limit: string,
    readonly maximum: number,
    readonly actual: number,
  ) {
    super(
      `The limit ${limit} is exceeded: the maximum is ${maximum}, the count ${actual}. ${adviceByLimit[limit] ?? 'Request less at a time.'}`,
    );
  }
  override details() {
    return { limit: this.limit, maximum: this.maximum, actual: this.actual };
  }
}

/** What to do about a limit, where that is more than to request less at a time. */
const adviceByLimit: Readonly<Record<string, string>> = {
  MAX_ALIASES: 'Use fewer aliases: one `attendeesByIds` reads many attendees.',
  MAX_BODY_BYTES: 'Send a smaller body.',
  MAX_BODY_VALUES: 'Send fewer values.',
  MAX_DEPTH: 'Nest fields less deeply.',
  MAX_TOKENS: 'Send a shorter document: values in variables, repeated selections in fragments.',
};

/** The caller has exceeded RATE_LIMIT. */
export class RateLimitedError extends EventGraphError {
  readonly code = 'RATE_LIMITED';
  constructor(override readonly retryAfterMs: number) {
    super('Rate limit exceeded. Wait for extensions.retryAfterMs milliseconds, then send the operation again.');
  }
}

/** The subscriptions of the caller, or of all callers, have too many different documents. */
export class TooManyDocumentsError extends EventGraphError {
  readonly code = 'RATE_LIMITED';
  constructor() {
    super(
      'The documents of subscriptions take too much memory. Send values as variables, so that subscriptions share a document, or end one first.',
    );
  }
}

/** The error of a mutation while another process executes one with this idempotency key, or `ssoLogin` for this mobile number. */
export class IdempotencyInProgressError extends EventGraphError {
  readonly code = 'IDEMPOTENCY_IN_PROGRESS';
  constructor(override readonly retryAfterMs: number) {
    super(
      'The same registration or single sign-on is still in progress. Send the mutation again, with the same input, after extensions.retryAfterMs milliseconds.',
    );
  }
}

/** The store that remembers registrations cannot be reached or written. Nothing was sent. */
export class StateUnavailableError extends EventGraphError {
  readonly code = 'STATE_UNAVAILABLE';
  override readonly retryAfterMs = 1_000;
  constructor(options?: ErrorOptions) {
    super(
      'The store that remembers registrations is not available, so nothing was sent. Send the mutation again, with the same input, after extensions.retryAfterMs milliseconds.',
      options,
    );
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
  readonly code = 'DOCUMENT_NOT_TRUSTED';
  constructor() {
    super('The document of this operation is not trusted. Send the id of a trusted document, or its exact text.');
  }
}

/** The words for what a caller lacks a scope for, in the message of a ForbiddenError. */
export interface DeniedUse {
  /** The subject of the sentence: "… requires the scope attendees:pii". */
  readonly subject: string;
  /** The caller's other way without the scope: "…, or ask the operator for the scope." */
  readonly instead: string;
}

const deniedField: DeniedUse = { subject: 'This field', instead: 'Remove the field' };

/** The caller lacks a scope. */
export class ForbiddenError extends EventGraphError {
  readonly code = 'FORBIDDEN';
  /** `denied` is what requires the scopes, or the whole message. */
  constructor(
    readonly requiredScopes: readonly Scope[],
    denied: DeniedUse | string = deniedField,
  ) {
    super(typeof denied === 'string' ? denied : lackedScopes(requiredScopes, denied));
  }
  override details() {
    return { requiredScopes: this.requiredScopes };
  }
}

function lackedScopes(required: readonly Scope[], { subject, instead }: DeniedUse): string {
  const scopes = required.length > 1 ? 'scopes' : 'scope';
  return (
    `${subject} requires the ${scopes} ${required.join(' and ')}, which the caller does not have. ` +
    `${instead}, or ask the operator for the ${scopes}.`
  );
}

/** The error of a caller who may not query any activity, and so has no default activity. */
export class NoActivityError extends ForbiddenError {
  constructor() {
    super([], 'This caller may not query any activity, so it has no default activity. Ask the operator for access to an activity.');
  }
}

/**
 * The number of characters of the service's message that are matched. It is shorter than what is read for masking: each rejected lookup is
 * matched, by a pattern of the operator, and a message that states why a record is missing is short.
 */
const matchedLength = 500;

/**
 * A pattern for the service's messages, such as a RegExp. It must match in linear time: a message that takes long to match would block the
 * event loop.
 */
export interface TextPattern {
  test(text: string): boolean;
}

/** The HTTP status and the media type of a reply that is not usable. */
export interface ReplyFacts {
  readonly status: number;
  /** Without parameters; null where the header is missing or malformed. */
  readonly contentType: string | null;
  /** Where a redirect leads to, without its query. */
  readonly location?: string | undefined;
}

/** The facts of a failed call besides its kind. */
interface FailedCall extends ErrorOptions {
  readonly retryAfterMs?: number | undefined;
  readonly reply?: ReplyFacts | undefined;
}

/**
 * A call to the service failed, was rejected or was cancelled. `operation` is the path of the endpoint: callers know endpoints as
 * operations of the service.
 */
export abstract class UpstreamError extends EventGraphError {
  /** The reply, if there was one that is not usable. */
  readonly reply: ReplyFacts | undefined;
  constructor(
    readonly operation: string,
    message: string,
    { reply, ...options }: FailedCall = {},
  ) {
    super(message, options);
    this.reply = reply;
  }
  override details(): Record<string, unknown> {
    return { upstream: { operation: this.operation }, ...super.details() };
  }
}

/** Returns the service's message with these secrets masked, besides those that are always masked. */
type MaskedMessage = (secrets: readonly Secret[]) => string;

/** The service replied with code 0 (§7). Its message is passed on, masked. */
export class UpstreamRejectedError extends UpstreamError {
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
  /**
   * Whether an error is a rejection whose message matches a pattern, in its first {@link matchedLength} characters, before masking. No
   * pattern matches nothing.
   */
  static matches(error: unknown, pattern: TextPattern | null): boolean {
    return pattern !== null && error instanceof UpstreamRejectedError && pattern.test(error.#unmasked.slice(0, matchedLength));
  }
  override details() {
    return { upstream: { operation: this.operation, message: this.serviceMessage } };
  }
}

/** No connection, a status 5xx, or an open circuit. `sent`: whether a byte may have reached the service. */
export class UpstreamUnavailableError extends UpstreamError {
  readonly code = 'UPSTREAM_UNAVAILABLE';
  constructor(
    operation: string,
    readonly sent: boolean,
    failed?: FailedCall,
  ) {
    super(operation, 'The event service cannot be reached or is failing. Try again later.', failed);
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
  readonly code = 'UPSTREAM_OVERLOADED';
  constructor(operation: string) {
    super(operation, 'Too many calls to the event service are waiting. Try again in a moment.');
  }
}

/** The service replied with status 429, or with a message that `EVENT_SERVICE_BUSY_PATTERN` matches, and did nothing. */
export class UpstreamRateLimitedError extends UpstreamError {
  readonly code = 'UPSTREAM_RATE_LIMITED';
  constructor(operation: string, failed?: FailedCall) {
    super(operation, 'The event service limits the rate of calls. Try again later.', failed);
  }
}

/** No reply before the deadline of the call. `sent`: whether a byte may have reached the service. */
export class UpstreamTimeoutError extends UpstreamError {
  readonly code = 'UPSTREAM_TIMEOUT';
  constructor(
    operation: string,
    readonly sent: boolean,
  ) {
    super(operation, 'The event service did not reply in time. Try again later.');
  }
}

/** Why a reply as a whole is invalid, as a code for the log. `INVALID_DATA`: no field can use it, because the data is of the wrong kind. */
type ReplyFlaw = 'NOT_HTTP' | 'REDIRECT' | 'COMPRESSED' | 'TOO_LARGE' | 'CHARSET' | 'NOT_JSON' | 'NOT_AN_ENVELOPE' | 'INVALID_DATA';

interface InvalidReply {
  readonly flaw?: ReplyFlaw;
  readonly reply?: ReplyFacts | undefined;
  /** True for the result of a write that the service confirmed. */
  readonly afterWrite?: boolean;
}

/** The reply breaks the interface. `path` is the position of the invalid value, such as $.data[3].time. */
export class UpstreamInvalidResponseError extends UpstreamError {
  readonly code = 'UPSTREAM_INVALID_RESPONSE';
  constructor(
    operation: string,
    readonly path: string,
    readonly expected: string,
    private readonly facts: InvalidReply = {},
  ) {
    const note = facts.afterWrite ? 'The write has happened: do not send it again.' : 'Report it to the operator.';
    super(operation, `The event service returned an invalid reply: expected ${expected} at ${path}. ${note}`, { reply: facts.reply });
  }
  /** Undefined if the reply is valid but for one value. */
  get flaw(): ReplyFlaw | undefined {
    return this.facts.flaw;
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
  readonly code = 'UPSTREAM_TIMEOUT';
  constructor(operation: string) {
    super(
      operation,
      'REQUEST_TIMEOUT_MS was over, or the operation cancelled, before the event service replied. Select less, or try again later.',
    );
  }
}

/** A registration, or another write, was sent and had no valid reply: it may or may not have happened. It is not sent again. */
export class OutcomeUnknownError extends UpstreamError {
  readonly code = 'OUTCOME_UNKNOWN';
  constructor(
    operation: string,
    readonly idempotencyKey: string | null,
    readonly registrants: readonly RegistrantStatus[],
    { advice, ...options }: OutcomeUnknownOptions = {},
  ) {
    super(operation, messageFor(registrants, advice ?? adviceAfter(registrants, idempotencyKey)), options);
  }
  override details() {
    return { ...super.details(), idempotencyKey: this.idempotencyKey, registrants: this.registrants };
  }
}

interface OutcomeUnknownOptions extends ErrorOptions {
  /** Advice to the caller, where that does not follow from the idempotency key. */
  readonly advice?: string;
}

/** The known status of one registrant after a registration without a valid reply. */
export interface RegistrantStatus {
  /** The position in the input, from 0. */
  readonly index: number;
  readonly status: 'REGISTERED' | 'EARLIER' | 'NOT_FOUND' | 'UNVERIFIED';
}

function messageFor(registrants: readonly RegistrantStatus[], advice: string): string {
  const what =
    registrants.length === 0
      ? 'the change may or may not have happened.'
      : 'the registration may or may not have happened. extensions.registrants lists what was found.';
  return `The request was sent, but there was no valid reply: ${what} ${advice}`;
}

function adviceAfter(registrants: readonly RegistrantStatus[], idempotencyKey: string | null): string {
  if (registrants.length > 0 && registrants.every(({ status }) => status === 'REGISTERED')) {
    return 'All were found: treat them as registered, and do not send the mutation again.';
  }
  return idempotencyKey === null
    ? 'Find out whether it has happened before you send the mutation again.'
    : 'Send the mutation again with the same idempotencyKey to look again; with a new key it may register the attendees twice.';
}
