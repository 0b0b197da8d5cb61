/* The checks of the path to the service: host name, connection, TLS, the first reply over HTTP, and the clocks. */

import { failureCause } from '../records/attempt-outcome.js';
import {
  UpstreamInvalidResponseError,
  UpstreamRateLimitedError,
  UpstreamRejectedError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../records/errors.js';
import { replyFacts } from '../service/transport/exchange.js';
import type { ProbeAttempt } from './probe.js';
import { failed, passed, problemOf, skipped, warned, type Finding, type SuggestedSettings } from './report.js';

/** Why a call could not be sent, as a code such as ECONNREFUSED; null if it was sent: then host name, port and certificate are right. */
export const whyUnsent = ({ error }: Pick<ProbeAttempt<unknown>, 'error'>): string | null =>
  (error instanceof UpstreamUnavailableError || error instanceof UpstreamTimeoutError) && !error.sent ? causeOf(error) : null;

const causeOf = (error: unknown): string => (error instanceof UpstreamTimeoutError ? 'ETIMEDOUT' : failureCause(error));

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
  const [problem, hint] = /CERT|SIGNATURE|ISSUER/.test(unsent)
    ? ['The certificate is not accepted', certificateHint]
    : ['No TLS connection could be opened', 'Check the port, and https or http, in EVENT_SERVICE_URL.'];
  return failed(`${problem} (${unsent}).`, hint, { details: { cause: unsent } });
}

const certificateHint =
  "It must be valid by this machine's date, and name the host of EVENT_SERVICE_URL. If only its authority is not trusted, " +
  'because it is your own, name the file with the certificate of the authority in NODE_EXTRA_CA_CERTS.';

/** Checks that the reply to §4.1 comes from the service, and not from a proxy or another server. */
export function checkHttp({ reply, error, milliseconds }: ProbeAttempt<unknown>): Finding {
  const details = reply ? { ...replyFacts(reply), milliseconds } : { cause: causeOf(error) };
  const flaw = error instanceof UpstreamInvalidResponseError ? error.flaw : undefined;
  const isEnvelope = error === undefined || error instanceof UpstreamRejectedError || flaw === 'INVALID_DATA';
  // Other JSON under status 200 is judged as the envelope, by the next check.
  if (reply && (isEnvelope || (flaw === 'NOT_AN_ENVELOPE' && reply.status === 200)))
    return passed(`The service replied with status ${reply.status} in ${milliseconds} ms.`, details);
  return failed(`The call fails: ${problemOf(error)}`, hintAt(error), { details });
}

/** Checks that the JSON is the envelope of §1: an object whose code is 0 or 1. */
export function checkEnvelope({ error, textAround }: ProbeAttempt<unknown>): Finding {
  if (error instanceof UpstreamInvalidResponseError) {
    const message = 'The reply is JSON, but not the envelope of §1 (an object with code 0 or 1, and data).';
    return failed(message, addressHint, { details: { path: error.path } });
  }
  if (textAround === null) return passed('The reply is the envelope of §1.');
  const hint = 'Ask the operator of the service to send notices and traces to a log (in PHP, display_errors=Off).';
  return warned(`The reply has other text ${textAround} the envelope of §1. It is skipped.`, hint);
}

const addressHint =
  'Check the host and the path prefix in EVENT_SERVICE_URL. A proxy, a load balancer or another service may have replied.';
const encodingHint =
  "If the reply is the service's, ask its operator for UTF-8, and for gzip, deflate, br or no compression. Otherwise check EVENT_SERVICE_URL.";
const hints: Readonly<Record<string, string>> = {
  REDIRECT: 'If the target of the redirect is the service, set EVENT_SERVICE_URL to it, without the path of the operation.',
  CHARSET: encodingHint,
  COMPRESSED: encodingHint,
  TOO_LARGE: 'EVENT_SERVICE_MAX_RESPONSE_BYTES is the largest reply; replies of very many values are refused too.',
};

function hintAt(error: unknown): string {
  if (error instanceof UpstreamRateLimitedError) return 'Wait, then try again.';
  if (error instanceof UpstreamInvalidResponseError) return hints[error.flaw ?? ''] ?? addressHint;
  const wait = error instanceof UpstreamTimeoutError ? ' EVENT_SERVICE_TIMEOUT_MS is the longest wait for a reply.' : '';
  return `Ask the operator of the service whether it is up.${wait} ${addressHint}`;
}

/** The status and the masked message of a rejection (code 0); null for anything else. Two equal ones have one cause. */
export function rejectionOf({ error, reply }: Pick<ProbeAttempt<unknown>, 'error' | 'reply'>): string | null {
  return error instanceof UpstreamRejectedError ? `${reply?.status} ${error.serviceMessage}` : null;
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
const isTolerated = (offsetSeconds: number, setSeconds: number): boolean => Math.abs(offsetSeconds - setSeconds) <= toleratedSeconds;

/** The offset to try where calls are rejected: that of the Date header, unless signatures have about that time. */
export function otherOffset(offsetSeconds: number | null, setSeconds: number): number | null {
  if (offsetSeconds === null || isTolerated(offsetSeconds, setSeconds)) return null;
  return isTolerated(offsetSeconds, 0) ? 0 : offsetSeconds;
}

/** The setting for an offset, if it may have that value. */
export const offsetSetting = (seconds: number): SuggestedSettings =>
  Math.abs(seconds) <= 86_400 ? { EVENT_SERVICE_CLOCK_OFFSET_SECONDS: String(seconds) } : {};

/**
 * Suggests an offset only if calls are rejected without it and accepted with it: a proxy may have written the Date header.
 * @param setSeconds the value of EVENT_SERVICE_CLOCK_OFFSET_SECONDS
 * @param tried the call with `otherOffset`; null if the first call was not rejected
 */
export function checkClock(offsetSeconds: number | null, setSeconds: number, tried: ProbeAttempt<unknown> | null): Finding {
  if (offsetSeconds === null) return skipped('The reply has no Date header.');
  const details = { offsetSeconds };
  const other = otherOffset(offsetSeconds, setSeconds);
  if (other === null) return passed(`The clocks agree${setSeconds === 0 ? '' : ', with EVENT_SERVICE_CLOCK_OFFSET_SECONDS'}.`, details);
  const message =
    other === 0
      ? `The clocks agree, but EVENT_SERVICE_CLOCK_OFFSET_SECONDS is ${setSeconds}.`
      : `The service's clock is ${Math.abs(offsetSeconds)} s ${offsetSeconds < 0 ? 'behind' : 'ahead of'} this machine's.`;
  const compare = "Compare this machine's time with another source (timedatectl) and synchronise it (NTP).";
  if (tried === null)
    return warned(
      message,
      `No call is rejected for it, so EVENT_SERVICE_CLOCK_OFFSET_SECONDS need not change: a proxy may have written the Date header. ${compare}`,
      { details },
    );
  if (tried.error !== undefined)
    return failed(message, `${compare} Calls are rejected with the service's time too: follow the hints of the next checks.`, { details });
  const suggestions = offsetSetting(other);
  return failed(
    message,
    `Calls are rejected with this time in the signature, and accepted with the service's, which the next checks use. ${compare} If it is right, ${'EVENT_SERVICE_CLOCK_OFFSET_SECONDS' in suggestions ? 'set EVENT_SERVICE_CLOCK_OFFSET_SECONDS as suggested' : 'report it to the operator of the service'}.`,
    { details, suggestions },
  );
}
