/* The check of HTTP: whether the reply comes from the service, and not from something before it. */

import { JsonNumber } from '../primitives/json.js';
import { systemCode } from '../records/call-outcome.js';
import {
  UpstreamInvalidResponseError,
  UpstreamRateLimitedError,
  UpstreamRejectedError,
  UpstreamTimeoutError,
  type ReplyFacts,
} from '../records/errors.js';
import type { FormField } from '../records/form-field.js';
import { parseReply } from '../service/envelope.js';
import { JsonBody, parseJson } from '../service/json/json.js';
import { replyFacts } from '../service/transport/reply-facts.js';
import { passed, type CheckResult } from './check.js';
import type { ProbeAttempt } from './probe.js';

const addressHint =
  'Check the host and the path prefix in EVENT_SERVICE_URL. The reply may be the error page of a proxy, a load balancer or another service.';

/** Checks that the reply to §4.1 comes from the service, and not from a proxy or another server. */
export function checkHttp({ reply, error, milliseconds }: ProbeAttempt<readonly FormField[]>): CheckResult {
  if (reply === null) return withoutReply(error);
  const details = { ...replyFacts(reply), milliseconds };
  const problem = error instanceof UpstreamRateLimitedError ? rateLimit(reply.status) : httpProblem(details, readBody(reply.body).json);
  if (problem === null) return passed('http', `The service replied with status ${reply.status} in ${milliseconds} ms.`, details);
  return { id: 'http', status: 'fail', ...problem, settings: ['EVENT_SERVICE_URL'], details };
}

/** Checks that the JSON is the envelope of §1: an object whose code is 0 or 1. */
export function checkEnvelope({ reply, error }: ProbeAttempt<readonly FormField[]>): CheckResult {
  const { json, textAround } = reply ? readBody(reply.body) : noBody;
  if (isEnvelope(json) && !(error instanceof UpstreamInvalidResponseError)) {
    if (textAround === null) return passed('envelope', 'The reply is the envelope of §1.');
    return {
      id: 'envelope',
      status: 'warn',
      message: `The reply has other text ${textAround} the envelope of §1. It is skipped.`,
      hint: 'Ask the operator of the service to send notices and traces to a log (in PHP, display_errors=Off).',
    };
  }
  return {
    id: 'envelope',
    status: 'fail',
    message: 'The reply is JSON, but not the envelope of §1 (an object with code 0 or 1, and data).',
    hint: addressHint,
    settings: ['EVENT_SERVICE_URL'],
    ...(error instanceof UpstreamInvalidResponseError && { details: { path: error.path } }),
  };
}

const noBody = { json: undefined, textAround: null };

/** The status and the masked message of a rejection (code 0); null for anything else. Two equal ones have one cause. */
export function rejectionOf({ error, reply }: Pick<ProbeAttempt<unknown>, 'error' | 'reply'>): string | null {
  return error instanceof UpstreamRejectedError ? `${reply?.status} ${error.serviceMessage}` : null;
}

function withoutReply(error: unknown): CheckResult {
  const broken = error instanceof UpstreamInvalidResponseError ? error.path : null;
  const cause = error instanceof UpstreamTimeoutError ? 'ETIMEDOUT' : (systemCode(error) ?? 'NO_REPLY');
  return {
    id: 'http',
    status: 'fail',
    message: broken === null ? `No reply came (${cause}).` : `The reply was refused: expected another ${broken}.`,
    hint: broken === null ? 'Check EVENT_SERVICE_URL and EVENT_SERVICE_TIMEOUT_MS, and whether the service is up.' : addressHint,
    settings: ['EVENT_SERVICE_URL', 'EVENT_SERVICE_TIMEOUT_MS'],
    details: broken === null ? { cause } : { path: broken },
  };
}

const rateLimit = (status: number) => ({
  message: `The service limits the rate of calls (${status === 429 ? status : 'EVENT_SERVICE_BUSY_PATTERN'}).`,
  hint: 'Wait, then try again.',
});

function httpProblem({ status, location }: ReplyFacts, json: unknown): { message: string; hint: string } | null {
  if (status >= 300 && status < 400) {
    const target = location === undefined ? '' : ` to ${location}`;
    return { message: `The service redirects${target}; redirects are not followed.`, hint: addressHint };
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
function readBody(bytes: Buffer): { readonly json: unknown; readonly textAround: string | null } {
  const body = new JsonBody(bytes);
  const parsed = parseReply(body, parseJson);
  return { json: typeof parsed === 'string' ? undefined : parsed.value, textAround: body.textAround };
}
