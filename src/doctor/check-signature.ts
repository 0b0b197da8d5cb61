/* The check of the signature: a call that is signed by the settings, compared with one whose signature is wrong. */

import { SigningFailedError, UpstreamRateLimitedError } from '../records/errors.js';
import { signatureForm } from '../records/signature.js';
import type { ComputeSignature } from '../service/transport/signing.js';
import { rejectionOf } from './check-connection.js';
import type { ProbeAttempt } from './probe.js';
import { failed, passed, warned, type Finding } from './report.js';

/** A signature that is wrong, but of the same form: its length, digits and case are no reason to reject it otherwise. */
export const wrongSignature =
  (compute: ComputeSignature): ComputeSignature =>
  async (input) =>
    Array.from(await compute(input))
      .toReversed()
      .join('');

/** Compares a signed §4.1 with one whose signature is wrong: only the first may be accepted. */
export function checkSignature(signed: ProbeAttempt<unknown>, wrong: ProbeAttempt<unknown>): Finding {
  const rejection = rejectionOf(signed);
  if (wrong.error === undefined)
    return warned(
      'The service accepts a wrong signature as well: it does not check signatures, or not for this operation.',
      'Ask the operator of the service. This check cannot find out whether the signature is right.',
    );
  const isAccepted = signed.error === undefined;
  // A call without a reply, or with 429, shows nothing about its signature.
  if (wrong.reply === null || wrong.error instanceof UpstreamRateLimitedError || (!isAccepted && rejection === null))
    return warned(
      `A call fails, so the signed one, which is ${isAccepted ? 'accepted' : 'not accepted'}, cannot be compared with one that has a wrong signature.`,
      'Wait, then run this again. If the call fails again, ask the operator of the service.',
    );
  if (rejection === null) return passed('The signature is accepted, and a wrong one is not.');
  const isAlike = rejection === rejectionOf(wrong);
  if (!isAlike && !saysSignature.test(rejection))
    return passed(`The signature is accepted; the rejection has another cause: ${messageOf(rejection)}`);
  const message = `The service rejects the signed call${isAlike ? ' like one with a wrong signature' : ''}: ${messageOf(rejection)}`;
  const settings =
    'EVENT_SERVICE_PUBLIC_KEY, EVENT_SERVICE_PRIVATE_KEY, EVENT_SERVICE_AUTH_HEADER, EVENT_SERVICE_CLOCK_OFFSET_SECONDS and EVENT_SERVICE_ACTIVITY_IDS. Only after them the rule: EVENT_SERVICE_SIGNER_MODULE, or EVENT_SERVICE_SIGNATURE_TEMPLATE, EVENT_SERVICE_SIGNATURE_ALGORITHM, EVENT_SERVICE_SIGNATURE_CASE, EVENT_SERVICE_SIGNATURE_VERSION';
  const busy = 'If the message means too many calls, set EVENT_SERVICE_BUSY_PATTERN.';
  if (!isMissing(signed)) {
    const next = `check the keys, the activity and the header first, whichever the message of "signature" names. Search the rule only then, because some services lock a key after 5 to 10 rejected calls: run ${search}`;
    return failed(message, `${busy} Otherwise first check ${settings}. To try the common rules, run ${search}.`, { next });
  }
  const address = 'First check the path prefix in EVENT_SERVICE_URL: under status 404, the operation may be at another path';
  const next = 'check the path of EVENT_SERVICE_URL, then run the doctor again';
  return failed(`${message} (status 404)`, `${address}, and no rule is searched. Then check ${settings}.`, { next });
}

/** How to run the doctor with an option. npm passes on only what stands after `--`. */
export const withOption = (option: string): string => `the doctor with ${option} (in a clone: npm run doctor -- ${option})`;
const search = withOption('--find-signature');

/** Whether the service may not have the operation at this path: then no signature helps. */
export const isMissing = ({ reply }: ProbeAttempt<unknown>): boolean => reply?.status === 404;

/** Messages that are about the signature, however they differ. */
const saysSignature = /signature|签名|验签/i;

/** The message in what `rejectionOf` returns, behind the status. */
export const messageOf = (rejection: string): string => rejection.slice(rejection.indexOf(' ') + 1) || '(no message)';

/** The check where the operator's signer module throws or returns no signature. */
export const signerFailed = (): Finding =>
  failed(
    `The signer module throws, takes too long, or returns something other than ${signatureForm.words}.`,
    'Check the module that EVENT_SERVICE_SIGNER_MODULE names.',
  );

/** Whether a call was not sent because its signature could not be computed. */
export const isSigningFailure = ({ error }: ProbeAttempt<unknown>): boolean => error instanceof SigningFailedError;
