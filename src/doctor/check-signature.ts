/* The check of the signature: a call that is signed by the settings, compared with one whose signature is wrong. */

import { SigningFailedError } from '../records/errors.js';
import type { ComputeSignature } from '../service/transport/signature.js';
import { rejectionOf } from './check-http.js';
import { passed, searchCommand, type CheckResult } from './check.js';
import { trialResult } from './find-signature.js';
import type { ProbeAttempt } from './probe.js';

const signatureSettings = [
  'EVENT_SERVICE_SIGNATURE_TEMPLATE',
  'EVENT_SERVICE_SIGNATURE_ALGORITHM',
  'EVENT_SERVICE_SIGNATURE_VERSION',
  'EVENT_SERVICE_AUTH_HEADER',
  'EVENT_SERVICE_PUBLIC_KEY',
  'EVENT_SERVICE_PRIVATE_KEY',
  'EVENT_SERVICE_ACTIVITY_IDS',
];

/** A signature that is certainly wrong, of the right form. */
export const wrongSignature =
  (compute: ComputeSignature): ComputeSignature =>
  async (input) =>
    (await compute(input)).replaceAll(/./g, (digit) => (digit === '0' ? '1' : '0'));

/**
 * Compares a signed §4.1 with one whose signature is wrong: only the first may be accepted.
 * @param isByClock the signed call is accepted with the service's time
 */
export function checkSignature(signed: ProbeAttempt<unknown>, wrong: ProbeAttempt<unknown>, isByClock: boolean): CheckResult {
  const ours = rejectionOf(signed);
  const trial = trialResult(wrong);
  // A call without a reply, or with 429, shows nothing about its signature.
  if (trial === 'lost' || trial === 'limited') {
    return {
      id: 'signature',
      status: 'warn',
      message: `The call with a wrong signature fails, so it cannot be compared with the signed one, which is ${ours === null ? 'accepted' : 'rejected'}.`,
      hint: 'Wait, then run this again. If the call fails again, ask the operator of the service.',
    };
  }
  if (wrong.error === undefined) {
    const message = 'The service accepts a wrong signature as well: it does not check signatures, or not for this operation.';
    return {
      id: 'signature',
      status: 'warn',
      message,
      hint: 'Ask the operator of the service. This check cannot find out whether the signature is right.',
    };
  }
  if (ours === null || ours !== rejectionOf(wrong)) {
    return passed(
      'signature',
      ours === null ? 'The signature is accepted, and a wrong one is not.' : 'The signature is accepted; the rejection has another cause.',
    );
  }
  const message = `The service rejects the signed call like one with a wrong signature: ${ours.slice(ours.indexOf(' ') + 1) || '(no message)'}`;
  if (isByClock) {
    const hint = "The signature rule and the keys are right: with the service's time the call is accepted. The next checks use that time.";
    return { id: 'signature', status: 'fail', message, hint };
  }
  const noPage = signed.reply?.status === 404;
  const address = 'The reply has status 404, so first check the path prefix in EVENT_SERVICE_URL: the operation may be at another path. ';
  return {
    id: 'signature',
    status: 'fail',
    message: noPage ? `${message} (status 404)` : message,
    hint: `${noPage ? address : ''}Check the number of the activity, the keys, the name of the header, and how the signature is computed. ${searchCommand} (event-graph doctor --find-signature) tries the common rules.`,
    settings: noPage ? ['EVENT_SERVICE_URL', ...signatureSettings] : signatureSettings,
  };
}

/** The check where the operator's signer module throws or returns no signature. */
export const signerFailed = (): CheckResult => ({
  id: 'signature',
  status: 'fail',
  message: 'The signer module throws, takes too long, or returns something other than 32 hexadecimal characters (§5).',
  hint: 'Check the module that EVENT_SERVICE_SIGNER_MODULE names.',
  settings: ['EVENT_SERVICE_SIGNER_MODULE'],
});

/** Whether a call was not sent because its signature could not be computed. */
export const isSigningFailure = ({ error, reply }: ProbeAttempt<unknown>): boolean => error instanceof SigningFailedError && reply === null;
