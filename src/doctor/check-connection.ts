/* The checks of the path to the service: host name, connection, TLS, the first reply over HTTP, and the clocks. */

import { JsonBody } from '../json/json.js';
import { JsonNumber } from '../primitives/exact-json.js';
import { systemCode } from '../records/attempt-outcome.js';
import {
  UpstreamInvalidResponseError,
  UpstreamRateLimitedError,
  UpstreamRejectedError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
  type ReplyFacts,
} from '../records/errors.js';
import type { FormField } from '../records/form-field.js';
import { parseReply } from '../service/parse-reply.js';
import { replyFacts } from '../service/transport/exchange.js';
import type { ProbeAttempt } from './probe.js';
import { failed, passed, skipped, warned, type Finding, type SuggestedSettings } from './report.js';

/** Why a call could not be sent, as a code such as ECONNREFUSED; null if it was sent: then host name, port and certificate are right. */
export const whyUnsent = ({ error }: Pick<ProbeAttempt<unknown>, 'error'>): string | null =>
  (error instanceof UpstreamUnavailableError || error instanceof UpstreamTimeoutError) && !error.sent ? unsentCause(error) : null;

const unsentCause = (error: unknown): string => (error instanceof UpstreamTimeoutError ? 'ETIMEDOUT' : (systemCode(error) ?? 'NO_REPLY'));

const isOfName = (cause: string): boolean => /^(ENOTFOUND|EAI_)/.test(cause);
const isOfTls = (cause: string): boolean => /CERT|SIGNATURE|ISSUER|^ERR_(SSL|TLS)|^EPROTO$/.test(cause);

/** Checks that the host name of the service resolves. @param unsent what `whyUnsent` returns for the first call */
export function checkAddress({ hostname }: URL, unsent: string | null): Finding {
  if (/^\[|^[\d.]+$/.test(hostname)) return skipped('The address is an IP address; there is no name to resolve.');
  if (unsent === null || !isOfName(unsent)) return passed('The host name resolves.');
  const hint = 'Check the host name in EVENT_SERVICE_URL, and the DNS server of this machine.';
  return failed(`The host name does not resolve (${unsent}).`, hint, { details: { cause: unsent } });
}

/** Checks that a connection opens within the budget of a call. */
export function checkConnection({ host }: URL, unsent: string | null): Finding {
  if (unsent === null || isOfTls(unsent)) return passed(`${host} accepts connections.`);
  const hint =
    'Check the host and the port in EVENT_SERVICE_URL, firewalls, and whether this network needs a proxy (HTTP_PROXY is not supported).';
  return failed(`No connection to ${host} could be opened (${unsent}).`, hint, { details: { cause: unsent } });
}

/** Checks that the certificate is trusted and fits the host name. */
export function checkTls({ protocol }: URL, unsent: string | null): Finding {
  if (protocol !== 'https:') return skipped('The address is plain http.');
  if (unsent === null) return passed('The certificate is trusted and fits the host name.');
  const { problem, hint } = tlsProblems.find(({ causes }) => causes.test(unsent)) ?? noTls;
  return failed(`${problem} (${unsent}).`, hint, { details: { cause: unsent } });
}

const tlsProblems = [
  {
    causes: /^CERT_HAS_EXPIRED$|^CERT_NOT_YET_VALID$/,
    problem: 'The certificate has expired, or is not valid yet',
    hint: "Check this machine's date. Otherwise the certificate must be renewed: NODE_EXTRA_CA_CERTS does not help.",
  },
  {
    causes: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    problem: 'The certificate is for another host name',
    hint: 'Use the name of the certificate in EVENT_SERVICE_URL: NODE_EXTRA_CA_CERTS does not help.',
  },
  {
    causes: /CERT|SIGNATURE|ISSUER/,
    problem: 'The certificate is not trusted',
    hint: 'If an authority of your own has signed it, name the file with the certificate of the authority in NODE_EXTRA_CA_CERTS.',
  },
] as const;

const noTls = {
  problem: 'No TLS connection could be opened',
  hint: 'Check the port, and https or http, in EVENT_SERVICE_URL. (NODE_EXTRA_CA_CERTS is for certificates that are not trusted.)',
} as const;

const addressHint =
  'Check the host and the path prefix in EVENT_SERVICE_URL. The reply may be the error page of a proxy, a load balancer or another service.';

/** Checks that the reply to §4.1 comes from the service, and not from a proxy or another server. */
export function checkHttp({ reply, error, milliseconds }: ProbeAttempt<readonly FormField[]>): Finding {
  if (reply === null) return withoutReply(error);
  if (reply.status === 200 && error instanceof UpstreamInvalidResponseError && (error.flaw ?? '') in formHints) return refused(error);
  const details = { ...replyFacts(reply), milliseconds };
  const problem = error instanceof UpstreamRateLimitedError ? rateLimit(reply.status) : httpProblem(details, bodyOf(reply.body).json);
  if (problem === null) return passed(`The service replied with status ${reply.status} in ${milliseconds} ms.`, details);
  return failed(problem.message, problem.hint, { details });
}

/** Checks that the JSON is the envelope of §1: an object whose code is 0 or 1. */
export function checkEnvelope({ reply, error }: ProbeAttempt<readonly FormField[]>): Finding {
  const { json, textAround } = reply ? bodyOf(reply.body) : noBody;
  if (isEnvelope(json) && !(error instanceof UpstreamInvalidResponseError)) {
    if (textAround === null) return passed('The reply is the envelope of §1.');
    const hint = 'Ask the operator of the service to send notices and traces to a log (in PHP, display_errors=Off).';
    return warned(`The reply has other text ${textAround} the envelope of §1. It is skipped.`, hint);
  }
  const message = 'The reply is JSON, but not the envelope of §1 (an object with code 0 or 1, and data).';
  return failed(message, addressHint, error instanceof UpstreamInvalidResponseError ? { details: { path: error.path } } : {});
}

const noBody = { json: undefined, textAround: null };

/** The status and the masked message of a rejection (code 0); null for anything else. Two equal ones have one cause. */
export function rejectionOf({ error, reply }: Pick<ProbeAttempt<unknown>, 'error' | 'reply'>): string | null {
  return error instanceof UpstreamRejectedError ? `${reply?.status} ${error.serviceMessage}` : null;
}

/** A reply that is refused for its form, whatever it contains. */
function refused({ path, expected, flaw = 'NOT_HTTP' }: UpstreamInvalidResponseError): Finding {
  return failed(`The reply was refused: expected ${expected} (${path}).`, formHints[flaw] ?? addressHint, { details: { path } });
}

const encodingHint =
  "If the reply is the service's, ask its operator for UTF-8, and for gzip, deflate, br or no compression. Otherwise check EVENT_SERVICE_URL.";
const formHints: Readonly<Record<string, string>> = {
  CHARSET: encodingHint,
  COMPRESSED: encodingHint,
  TOO_LARGE: 'EVENT_SERVICE_MAX_RESPONSE_BYTES is the largest reply; replies of very many values are refused too.',
};

function withoutReply(error: unknown): Finding {
  if (error instanceof UpstreamInvalidResponseError) return refused(error);
  const cause = unsentCause(error);
  const hint = 'Check EVENT_SERVICE_URL and EVENT_SERVICE_TIMEOUT_MS, and whether the service is up.';
  return failed(`No reply came (${cause}).`, hint, { details: { cause } });
}

const rateLimit = (status: number) => ({
  message: `The service limits the rate of calls (${status === 429 ? status : 'EVENT_SERVICE_BUSY_PATTERN'}).`,
  hint: 'Wait, then try again.',
});

function httpProblem({ status, location }: ReplyFacts, json: unknown): { message: string; hint: string } | null {
  if (status >= 300 && status < 400) {
    const target = location === undefined ? '' : ` to ${location}`;
    const hint =
      location === undefined ? addressHint : 'If that is the service, set EVENT_SERVICE_URL to it, without the path of the operation.';
    return { message: `The service redirects${target}; redirects are not followed.`, hint };
  }
  if (status >= 500) return { message: `The service fails with status ${status}.`, hint: `Ask its operator. ${addressHint}` };
  if (json === undefined) return { message: `The reply with status ${status} is not JSON.`, hint: addressHint };
  if (status !== 200 && !isEnvelope(json)) return { message: `The reply with status ${status} is not the service's.`, hint: addressHint };
  return null;
}

function isEnvelope(json: unknown): boolean {
  if (typeof json !== 'object' || json === null || !('code' in json)) return false;
  const code = json.code instanceof JsonNumber ? json.code.integer : json.code;
  return [0, 1, '0', '1', false, true].includes(code as number | string | boolean);
}

/** Returns the value of a body, undefined if it is not JSON, and where other text stands. */
function bodyOf(bytes: Buffer): { readonly json: unknown; readonly textAround: string | null } {
  const body = new JsonBody(bytes);
  const parsed = parseReply(body);
  return { json: typeof parsed === 'string' ? undefined : parsed.value, textAround: body.textAround };
}

/** Signatures carry the time in seconds; a service usually accepts them for some minutes at most. */
const toleratedSeconds = 30;

/** The service's Date header minus this machine's clock, negative if the service is behind; null without such a header. */
export function clockOffset({ reply, at }: ProbeAttempt<unknown>): number | null {
  const header = reply?.headers['date'];
  const date = typeof header === 'string' ? Date.parse(header) : NaN;
  // The header is cut to whole seconds, so the service wrote it half a second later on average.
  return Number.isNaN(date) ? null : Math.round((date + 500 - at) / 1000) || 0;
}

/** Whether signatures have about the service's time. @param setSeconds what is added to this machine's time */
export const isTolerated = (offsetSeconds: number, setSeconds: number): boolean => Math.abs(offsetSeconds - setSeconds) <= toleratedSeconds;

/** The offset to try where calls are rejected: that of the Date header, or none. @returns null if it is in use already */
export function otherOffset(offsetSeconds: number | null, setSeconds: number): number | null {
  const isUseless = offsetSeconds === null || isTolerated(offsetSeconds, setSeconds) || isTolerated(offsetSeconds, 0);
  const other = isUseless ? 0 : offsetSeconds;
  return isTolerated(other, setSeconds) ? null : other;
}

/** Whether the setting accepts an offset. */
const canSet = (seconds: number): boolean => Math.abs(seconds) <= 86_400;

/** The setting for an offset, if it may have that value. */
export const offsetSetting = (seconds: number): SuggestedSettings =>
  canSet(seconds) ? { EVENT_SERVICE_CLOCK_OFFSET_SECONDS: String(seconds) } : {};

/**
 * Suggests an offset only if calls are rejected without it and accepted with it: a proxy may have written the Date header.
 * @param setSeconds the value of EVENT_SERVICE_CLOCK_OFFSET_SECONDS
 * @param isRejected whether a call with this offset is rejected
 * @param accepted `otherOffset`, if the call is accepted with it
 */
export function checkClock(offsetSeconds: number | null, setSeconds: number, isRejected: boolean, accepted: number | null): Finding {
  const details = { offsetSeconds };
  const findings = { details, ...(accepted !== null && { suggestions: offsetSetting(accepted) }) };
  const agree = offsetSeconds !== null && isTolerated(offsetSeconds, 0);
  if (accepted === 0)
    return failed(
      `${agree ? 'The clocks agree' : 'Calls are accepted without an offset'}, but EVENT_SERVICE_CLOCK_OFFSET_SECONDS is ${setSeconds}.`,
      'Remove EVENT_SERVICE_CLOCK_OFFSET_SECONDS, or set it to 0. Calls are rejected with it. The next checks do not use it.',
      findings,
    );
  if (offsetSeconds === null) return skipped('The reply has no Date header.');
  if (isTolerated(offsetSeconds, setSeconds))
    return passed(agree ? 'The clocks agree.' : 'The clocks agree, with EVENT_SERVICE_CLOCK_OFFSET_SECONDS.', details);
  const message = agree
    ? `The clocks agree, but EVENT_SERVICE_CLOCK_OFFSET_SECONDS is ${setSeconds}.`
    : `The service's clock is ${Math.abs(offsetSeconds)} s ${offsetSeconds < 0 ? 'behind' : 'ahead of'} this machine's.`;
  const compare = "Compare this machine's time with another source (timedatectl) and synchronise it (NTP).";
  if (accepted !== null)
    return failed(
      message,
      `A signature contains the time, and a service may reject one whose time differs too much. Calls are rejected. The next checks use the service's time. ${compare} If it is right, ${canSet(accepted) ? 'set EVENT_SERVICE_CLOCK_OFFSET_SECONDS, and ' : ''}report it to the operator of the service.`,
      findings,
    );
  if (isRejected)
    return failed(message, `${compare} Calls are rejected with the service's time too: follow the hints of the next checks.`, findings);
  return warned(
    message,
    `No call is rejected for it, so EVENT_SERVICE_CLOCK_OFFSET_SECONDS need not change: a proxy may have written the Date header. ${compare}`,
    findings,
  );
}
