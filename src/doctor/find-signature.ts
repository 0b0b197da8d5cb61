/* The search for the rule of the signature, which the interface does not state: common rules, until the service accepts one. */

import { signatureCases, type SignatureCase, type SignatureRule } from '../records/signature.js';
import { getFormFields } from '../service/endpoints.js';
import { type ComputeSignature, templateSignature } from '../service/transport/signing.js';
import { rejectionOf } from './check-connection.js';
import { messageOf, withOption, wrongSignature } from './check-signature.js';
import type { Probe } from './probe.js';
import { counted, problemOf, type ExaminationOptions, type SuggestedSettings } from './report.js';

/** The most calls of one search. */
export const maxCalls = 200;
/** A call for each, and some with wrong signatures. */
const maxRules = maxCalls - 10;

/** The members of the text that is hashed, by their first letters: `UATV` is the order of the header. */
const members: Readonly<Record<string, string>> = {
  U: 'UserPublicKey',
  A: 'ActivityId',
  T: 'Time',
  V: 'Version',
  P: 'PrivateKey',
};
/** How services spell the names of members in pairs: as in the header, with underscores, or in lower case. */
const spellings: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.replaceAll(/\B[A-Z]/g, '_$&').toLowerCase(),
  (name) => name.toLowerCase(),
];

const joined = (order: string, by = ''): string => Array.from(order, (letter) => `{${members[letter]}}`).join(by);
const pairs = (order: string, spelling: (typeof spellings)[number]): string =>
  Array.from(order, (letter) => `${spelling(members[letter]!)}={${members[letter]}}`).join('&');
const orders = (letters: string): readonly string[] =>
  letters === '' ? [''] : Array.from(letters).flatMap((first) => orders(letters.replace(first, '')).map((rest) => first + rest));

/** Templates of common rules, likeliest first: they are tried in both cases. */
const likelyTemplates = [
  // Concatenated in the order of the header, or sorted by name, with the private key behind or before.
  ...['UATV', 'ATUV'].flatMap((order) => [joined(`${order}P`), joined(`P${order}`), joined(order)]),
  // Pairs sorted by name, all of them or without Version or ActivityId.
  ...spellings.flatMap((spelling) => [
    ...['ATUV', 'ATU', 'TUV', 'TU']
      .map((order) => pairs(order, spelling))
      .flatMap((text) => [`${text}&key={PrivateKey}`, `${text}{PrivateKey}`, `{PrivateKey}${text}`, text]),
    pairs('APTUV', spelling),
  ]),
];
const furtherTemplates = [
  ...['&', ',', '|', '-'].flatMap((by) => ['UATVP', 'PUATV', 'UATV'].map((order) => joined(order, by))),
  // Orders of the members, those of few first. The last orders of all are beyond `maxRules`.
  ...['PUT', 'PUATV'].flatMap(orders).map((order) => joined(order)),
].filter((template) => !likelyTemplates.includes(template));

/** The private key is part of the text, unless the hash is an HMAC, which is keyed with it. */
const ruleOf = (template: string, letters: SignatureCase): SignatureRule => ({
  template,
  algorithm: template.includes('{PrivateKey}') ? 'md5' : 'hmac-md5',
  case: letters,
});

/** The rules that the search tries, each once. Those of another algorithm belong before the others, of which the last are not tried. */
export const searchedRules: readonly SignatureRule[] = [
  ...likelyTemplates.flatMap((template) => signatureCases.map((letters) => ruleOf(template, letters))),
  ...furtherTemplates.map((template) => ruleOf(template, 'lower')),
].slice(0, maxRules);

/** The warning before the search begins. @param from the number of its first rule */
export const searchWarning = (from: number): string =>
  `Searching the signature rule: up to ${searchedRules.length - from + 1} rules, by at most five calls of §4.1 a second. Some services lock the key after five to ten rejected calls.`;

/** How a search ended. */
interface SignatureSearch {
  /** The rule that the service accepts; null for none. */
  readonly found: SignatureRule | null;
  /** The result as a sentence. */
  readonly result: string;
  /** The operator's next step; null if a rule was found. */
  readonly next: string | null;
}

/** Returns the settings of a rule. */
export const settingsOf = (rule: SignatureRule): SuggestedSettings => ({
  EVENT_SERVICE_SIGNATURE_TEMPLATE: rule.template,
  EVENT_SERVICE_SIGNATURE_ALGORITHM: rule.algorithm,
  EVENT_SERVICE_SIGNATURE_CASE: rule.case,
});

const pauseMs = 200;

/**
 * Tries the rules until one is accepted, or a call fails otherwise (no reply, or the service limits the rate), or the service locks the
 * key. If a call is rejected with another message than before, one with the wrong signature shows whether every call is, because the key is
 * locked. Otherwise the message is of the rule's form, such as its case, and the search goes on.
 * @param from the number of the first rule that is tried: those before it have been rejected
 * @param rejectionOfWrong what `rejectionOf` returns for a wrong signature
 */
export async function findSignature(
  probe: Probe,
  { activityId, pause, onProgress }: ExaminationOptions,
  from: number,
  rejectionOfWrong: string,
): Promise<SignatureSearch> {
  let calls = 0;
  let number = from;
  const stopped = (why: string, when: string): SignatureSearch => {
    const left = counted(searchedRules.length - number + 1, 'rule');
    const result = `The search stopped at rule ${number}, after ${counted(calls, 'call')}, with ${left} left: ${why}`;
    return { found: null, result, next: `${when} run ${withOption(`--from-rule ${number}`)}` };
  };
  const locked = (rejection: string) => {
    const reason = `the service may have locked the key, because it rejects every call with: ${messageOf(rejection)}`;
    return stopped(`${reason}\nAsk its operator to end the lock, or better for the rule.`, 'when the lock has ended,');
  };
  // The rule of a call that is neither accepted nor rejected may be right.
  const interrupted = (error: unknown) => stopped(problemOf(error), 'wait, then');
  if (saysLocked.test(rejectionOfWrong)) return locked(rejectionOfWrong);
  const tryWith = async (compute: ComputeSignature) => {
    if (calls > 0) await pause(pauseMs);
    calls += 1;
    onProgress(`Searching the signature rule: call ${calls}`);
    const attempt = await probe.once(getFormFields, activityId, undefined, compute);
    return { error: attempt.error, rejection: rejectionOf(attempt) };
  };
  /** How wrong signatures are rejected, of each form. */
  const known = new Set([rejectionOfWrong]);
  for (; number <= searchedRules.length; number += 1) {
    if (calls >= maxCalls) return stopped('one search makes no more calls.', 'to go on,');
    const rule = searchedRules[number - 1]!;
    const { error, rejection } = await tryWith(templateSignature(rule));
    if (error === undefined) {
      const result = `Call ${calls} found a signature rule that the service accepts. The checks continue with it.`;
      return { found: rule, result, next: null };
    }
    if (rejection === null) return interrupted(error);
    if (known.has(rejection)) continue;
    const wrong = await tryWith(wrongSignature(probe.compute));
    if (wrong.rejection === null) return interrupted(wrong.error);
    if (wrong.rejection === rejection) return locked(rejection);
    known.add(rejection);
  }
  return {
    found: null,
    result:
      `None of the ${counted(calls, 'call')} was accepted: the service rejects them with: ${messageOf(rejectionOfWrong)}\nCheck the keys, the number of the activity, EVENT_SERVICE_SIGNATURE_VERSION and EVENT_SERVICE_AUTH_HEADER first: with a wrong one no rule fits. ` +
      'Otherwise ask the operator of the service for the rule; EVENT_SERVICE_SIGNER_MODULE is for one that no template expresses.',
    next: 'check the keys and the numbers, or ask the operator of the service for the rule',
  };
}

/** Messages with which services reject every call of a locked key. */
const saysLocked = /\b(is|was|been) locked\b|[已被](锁定|冻结)/i;
