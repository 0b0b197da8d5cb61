/* The check of the signature: a call that is signed by the settings, compared with one whose signature is wrong; and the search for a rule that the service accepts. */

import type { Config } from '../config/config.js';
import { SigningFailedError, UpstreamRateLimitedError } from '../records/errors.js';
import { signatureAlgorithms, type SignatureAlgorithm } from '../records/signature.js';
import { type ComputeSignature, templateSignature } from '../service/transport/signing.js';
import { rejectionOf } from './check-connection.js';
import { passed, searchCommand, type CheckResult, type SuggestedSettings } from './check.js';
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

type Rule = Pick<Config['service']['signature'], 'template' | 'algorithm'>;

/** A rule that the service accepts. */
export interface FoundSignature {
  readonly compute: ComputeSignature;
  readonly suggestions: SuggestedSettings;
}

/** How a trial call ended. `limited`: the service asks for fewer calls (429). `lost`: there was no reply, so the rule may be right. */
export type TrialResult = 'accepted' | 'rejected' | 'limited' | 'lost';

/** Returns how a trial call ended. */
export function trialResult({ error, reply }: Pick<ProbeAttempt<unknown>, 'error' | 'reply'>): TrialResult {
  if (error === undefined) return 'accepted';
  if (reply === null) return 'lost';
  return error instanceof UpstreamRateLimitedError ? 'limited' : 'rejected';
}

const sent = ['{UserPublicKey}', '{ActivityId}', '{Time}', '{Version}'];

/**
 * The placeholders of each algorithm's templates, which are tried in every order. The private key is not part of the text that an
 * HMAC hashes.
 */
export const placeholdersOf: Readonly<Record<SignatureAlgorithm, readonly string[]>> = {
  md5: [...sent, '{PrivateKey}'],
  'hmac-md5': sent,
};

const rules: readonly Rule[] = signatureAlgorithms.flatMap((algorithm) =>
  [...orders(placeholdersOf[algorithm])].map((order) => ({ template: order.join(''), algorithm })),
);

/** How many rules there are. Each takes a call. */
export const ruleCount = rules.length;

/** The warning before the search begins. */
export const searchWarning = `Searching the signature rule: up to ${ruleCount} calls of §4.1, at most five a second. That number of rejected calls may lock the key at the service.`;

/** The result of the search. A template has no effect while a signer module is configured. */
export function searchResult(end: TrialResult, calls: number, hasModule: boolean): string {
  if (end === 'accepted') {
    const remove = hasModule ? ' Remove EVENT_SERVICE_SIGNER_MODULE: it takes precedence over the template.' : '';
    return `Call ${calls} found a signature rule that the service accepts. The checks continue with it.${remove}`;
  }
  if (end === 'limited') return `The search stopped at call ${calls}: the service limits the rate of calls (429). Wait, then try again.`;
  if (end === 'lost')
    return `The search stopped at call ${calls}: no reply came. The service may refuse further calls for now. Wait, then try again.`;
  return (
    `None of the ${calls} rules is accepted. Check the keys, the number of the activity, EVENT_SERVICE_SIGNATURE_VERSION and EVENT_SERVICE_AUTH_HEADER first: with a wrong one no rule fits. ` +
    'Otherwise ask the operator of the service for the rule; EVENT_SERVICE_SIGNER_MODULE is for one that no template expresses.'
  );
}

const pauseMs = 200;

/**
 * Tries the rules, in the order of `signatureAlgorithms`, until one is accepted.
 * @param attempt makes one call of §4.1 with such a signature
 * @returns null if none is accepted, the service limits the rate, or a call gets no reply
 */
export async function findSignature(
  attempt: (compute: ComputeSignature) => Promise<TrialResult>,
  pause: (ms: number) => Promise<unknown>,
): Promise<FoundSignature | null> {
  for (const { template, algorithm } of rules) {
    const compute = templateSignature(template, algorithm);
    const trial = await attempt(compute);
    if (trial === 'limited' || trial === 'lost') return null;
    if (trial === 'accepted') {
      return {
        compute,
        suggestions: { EVENT_SERVICE_SIGNATURE_TEMPLATE: template, EVENT_SERVICE_SIGNATURE_ALGORITHM: algorithm },
      };
    }
    await pause(pauseMs);
  }
  return null;
}

function* orders(parts: readonly string[]): Generator<readonly string[]> {
  if (parts.length === 0) yield [];
  for (const [index, first] of parts.entries()) for (const rest of orders(parts.toSpliced(index, 1))) yield [first, ...rest];
}
