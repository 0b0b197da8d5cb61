/* Log lines about the event service: when it fails, and when it works again, and about a signer module that fails. */

import type { Logger } from 'pino';
import { ThrottledLines } from '../../primitives/throttled-lines.js';
import { type AttemptOutcome, failureCause, replyOf } from '../../records/attempt-outcome.js';
import {
  SigningFailedError,
  UpstreamInvalidResponseError,
  UpstreamRateLimitedError,
  UpstreamUnavailableError,
} from '../../records/errors.js';
import { signatureForm } from '../../records/signature.js';

/** Minimum interval of lines about one endpoint: while the service fails, every call fails. */
const logEveryMs = 60_000;
/** The number of rejections without an accepted call between them that indicates a wrong configuration, or a change at the service. */
const suspiciousRejections = 5;
/** The number of successive calls whose callers gave up that indicates a service that hangs: none of them is a failure. */
const suspiciousCancellations = 20;

/**
 * Logs how the event service behaves: one `warn` line for the first failure of an endpoint and for each change of its cause, at
 * most one a minute; one `info` line when it works again. The same for an endpoint whose calls are all rejected, for a minute or from the
 * start. One `warn` line a minute for values that break the interface, and for an endpoint whose callers all give up.
 */
export class ServiceLog {
  readonly #endpoints = new Map<string, EndpointLog>();
  readonly #throttled = new ThrottledLines(logEveryMs);

  /** @param now milliseconds of a monotonic clock */
  constructor(
    private readonly log: Logger,
    private readonly now: () => number,
  ) {}

  /** Logs that a reply had text before or after its envelope. */
  readonly textAround = (endpointPath: string, where: string): void => {
    const hint = 'Ask its operator to send notices and traces to a log (in PHP, display_errors=Off).';
    const message = 'The event service sends other text with its replies; it is skipped';
    this.#throttled.add(`${endpointPath} ${message}`, () => this.log.warn({ operation: endpointPath, where, hint }, message));
  };

  /** Logs a value that breaks the interface, for each endpoint and what is expected. */
  readonly invalidValue = ({ operation, path, expected }: UpstreamInvalidResponseError): void => {
    const facts = {
      operation,
      // The path of the field in all records: without indexes, and `*` for a day of the schedule.
      path: path.replaceAll(/\[\d+\]/g, '[]').replaceAll(/\.\d{4}-\d{2}-\d{2}/g, '.*'),
      expected,
      hint: expected.includes('ACTIVITIES_FILE')
        ? 'State the timeZone of the activity in the file of ACTIVITIES_FILE.'
        : `These fields return UPSTREAM_INVALID_RESPONSE. ${correctOrReport}`,
    };
    this.#throttled.add(`${operation} ${expected}`, (count) =>
      this.log.warn({ ...facts, count }, 'The event service sends values that break the interface'),
    );
  };

  /** Logs that a request could not be signed, and from the second line on, how many could not be since the line before. */
  readonly signingFailed = (endpointPath: string, cause: string): void =>
    this.#throttled.add(cannotSign, (count, isFirst) =>
      this.log.error({ operation: endpointPath, cause, ...(!isFirst && { failuresSince: count }) }, cannotSign),
    );

  readonly observe = (endpointPath: string, outcome: AttemptOutcome, error?: unknown): void => {
    // Nothing reached the service: `signingFailed` logs it.
    if (error instanceof SigningFailedError) return;
    let known = this.#endpoints.get(endpointPath);
    if (!known) this.#endpoints.set(endpointPath, (known = new EndpointLog(endpointPath, this.log, this.now)));
    if (outcome === 'ok') known.succeeded();
    else if (outcome === 'rejected') known.rejected();
    else if (outcome === 'cancelled') known.cancelled();
    else if (failures.has(outcome)) known.failed(outcome, error);
  };
}

const cannotSign =
  `A request was not sent because it cannot be signed. EVENT_SERVICE_SIGNER_MODULE must return ${signatureForm.words} within ` +
  'EVENT_SERVICE_TIMEOUT_MS; check the module and what it calls.';

/** Outcomes that are failures of the service. */
const failures: ReadonlySet<AttemptOutcome> = new Set(['unavailable', 'timeout', 'rate_limited', 'invalid_response']);

class EndpointLog {
  /** The last failure; null while the endpoint works. */
  #failure: { readonly outcome: AttemptOutcome; readonly error: unknown; readonly cause: string } | null = null;
  #loggedCause: string | null = null;
  readonly #throttled = new ThrottledLines(logEveryMs);
  #wasAccepted = false;
  /** Rejections since the last accepted call, or the start. */
  #rejections = 0;
  #firstRejectionAt = 0;
  #rejectionsLogged = false;
  /** Calls since the last reply or failure whose callers gave up. */
  #cancellations = 0;

  constructor(
    private readonly endpointPath: string,
    private readonly log: Logger,
    private readonly now: () => number,
  ) {}

  cancelled(): void {
    this.#cancellations += 1;
    if (this.#cancellations < suspiciousCancellations) return;
    const hint =
      'The service hangs, or is slower than callers wait. Such calls count as no failure and open no circuit: lower EVENT_SERVICE_TIMEOUT_MS below the ' +
      `time that callers wait, and below REQUEST_TIMEOUT_MS. ${seeDoctor}`;
    const facts = { operation: this.endpointPath, outcome: 'cancelled', hint };
    this.#throttled.add('cancelled', () => this.log.warn(facts, 'The callers of this operation give up before the event service replies'));
  }

  failed(outcome: AttemptOutcome, error: unknown): void {
    this.#cancellations = 0;
    this.#failure = { outcome, error, cause: failureCause(error) };
    if (this.#failure.cause !== this.#loggedCause) this.#throttled.add('cause', () => this.#warnOfChange());
  }

  succeeded(): void {
    this.#cancellations = 0;
    this.#recovered();
    this.#wasAccepted = true;
    this.#rejections = 0;
    if (!this.#rejectionsLogged) return;
    this.#rejectionsLogged = false;
    this.log.info({ operation: this.endpointPath }, 'The event service accepts calls of this operation again');
  }

  rejected(): void {
    this.#cancellations = 0;
    this.#recovered();
    if (this.#rejections === 0) this.#firstRejectionAt = this.now();
    this.#rejections += 1;
    if (this.#rejectionsLogged || this.#rejections < suspiciousRejections) return;
    if (this.#wasAccepted && this.now() - this.#firstRejectionAt < logEveryMs) return;
    this.#rejectionsLogged = true;
    const hint = `Check the signature settings, the keys, the clock and the activity. ${seeDoctor}`;
    const since = this.#wasAccepted ? 'for a minute' : 'so far';
    this.log.warn(
      { operation: this.endpointPath, outcome: 'rejected', hint },
      `The event service has rejected every call of this operation ${since}`,
    );
  }

  #warnOfChange(): void {
    if (this.#failure === null || this.#failure.cause === this.#loggedCause) return;
    const { outcome, error, cause } = this.#failure;
    this.#loggedCause = cause;
    const retryAfterMs = retryAfterOf(error);
    const hint = retryAfterMs === undefined ? hintFor(cause) : `${hintFor(cause)} ${callsWait}`;
    const facts = {
      operation: this.endpointPath,
      outcome,
      cause,
      ...replyOf(error),
      ...(cause === 'INVALID_DATA' && error instanceof UpstreamInvalidResponseError && { path: error.path }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      hint,
    };
    this.log.warn(facts, 'The event service fails at this operation');
  }

  #recovered(): void {
    this.#failure = null;
    if (this.#loggedCause === null) return;
    this.#loggedCause = null;
    this.log.info({ operation: this.endpointPath }, 'The event service works again at this operation');
  }
}

/** The time of Retry-After in a reply of 429 or 503. */
function retryAfterOf(error: unknown): number | undefined {
  const isPause = error instanceof UpstreamRateLimitedError || error instanceof UpstreamUnavailableError;
  return isPause && [429, 503].includes(error.reply?.status ?? 0) ? error.retryAfterMs : undefined;
}

const callsWait = 'Until the time of Retry-After, a minute at most, all calls of this path wait or are refused.';
/** The log knows an operation by its path only, which OPERATIONS_FILE may have. */
const correctOrReport =
  'If OPERATIONS_FILE binds the operation, correct it there. Otherwise report the path to the operator of the service.';
const seeDoctor = 'Run event-graph doctor on this machine.';

/** Hints on what to check, by the beginning of the cause. The first that matches is logged. */
const hints: readonly (readonly [beginning: RegExp, hint: string])[] = [
  [/^(ENOTFOUND|EAI_AGAIN)/, 'Check the host name in EVENT_SERVICE_URL and the DNS server.'],
  [
    /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)/,
    'Check the host and port in EVENT_SERVICE_URL, and firewalls.',
  ],
  [/CERT|SIGNATURE|ISSUER|^ERR_TLS|^ERR_SSL/, 'Check the certificate; NODE_EXTRA_CA_CERTS names a file with authorities of your own.'],
  [/^TIMEOUT/, 'The service is slow or hangs; EVENT_SERVICE_TIMEOUT_MS is the deadline of a call.'],
  [/^(HTTP_429|BUSY)/, 'The service limits the rate of calls: lower RATE_LIMIT or raise CACHE_TTL.'],
  [/^HTTP_5/, 'The service fails; ask its operator.'],
  [
    /^(COMPRESSED|CHARSET)/,
    "If the reply is the service's, ask its operator for UTF-8, and for gzip, deflate, br or no compression. Otherwise check EVENT_SERVICE_URL.",
  ],
  [
    /^(HTTP_|NOT_JSON|NOT_AN_ENVELOPE|NOT_HTTP)/,
    'The reply may be the page of a proxy: check the host and the path prefix in EVENT_SERVICE_URL, and the path of an operation in OPERATIONS_FILE.',
  ],
  [/^INVALID_DATA/, `No field can use the reply: the value at path is of the wrong kind. ${correctOrReport}`],
  [/^TOO_LARGE/, 'EVENT_SERVICE_MAX_RESPONSE_BYTES is the largest reply; replies of very many values are refused too.'],
  [/^SIGNING_FAILED/, 'Check the module that EVENT_SERVICE_SIGNER_MODULE names.'],
];

const hintFor = (cause: string): string =>
  `${hints.find(([beginning]) => beginning.test(cause))?.[1] ?? 'Check the connection to the service.'} ${seeDoctor}`;
