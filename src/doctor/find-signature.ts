/* The search for a signature rule that the service accepts. */

import type { Config } from '../config/config.js';
import { UpstreamRateLimitedError } from '../records/errors.js';
import { signatureAlgorithms, type SignatureAlgorithm } from '../records/signature.js';
import { templateSignature, type ComputeSignature } from '../service/transport/signature.js';
import type { SuggestedSettings } from './check.js';
import type { ProbeAttempt } from './probe.js';

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
