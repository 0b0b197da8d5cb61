/* Rules beyond single settings: which are missing, misspelt, or contradict each other. */

import { contradictions } from './contradictions.js';
import { isSet, textOf, type Environment } from './environment.js';
import { misspeltNames } from './misspelt-names.js';
import type { SettingProblem } from './problem.js';
import type { SettingName, SettingValues } from './settings.js';

/**
 * Returns the settings that are missing, unknown, or contradict each other.
 * @param given has the defaults of the settings that are malformed
 * @param malformed the names of malformed settings, which are not compared with others
 */
export function brokenRules(env: Environment, given: SettingValues, malformed: ReadonlySet<string>): readonly SettingProblem[] {
  return [
    ...missingSettings(env),
    ...ambiguousMode(env),
    ...incompleteTokens(env),
    ...claimsWithoutTokens(env),
    ...misspelt(env),
    ...contradictions(given, malformed),
  ];
}

/** Returns what a live program lacks: keys of its service, or a way to authenticate callers without the explicit decision not to. */
function missingSettings(env: Environment) {
  if (!isSet(env, 'EVENT_SERVICE_URL')) return missingUrl(env);
  const required: readonly SettingName[] = ['EVENT_SERVICE_PUBLIC_KEY', 'EVENT_SERVICE_PRIVATE_KEY', 'EVENT_SERVICE_ACTIVITY_IDS'];
  const problems = required
    .filter((name) => !isSet(env, name))
    .map((setting) => ({ setting: setting as string, expected: 'missing; EVENT_SERVICE_URL needs it' }));
  if (!authenticates(env) && textOf(env, 'AUTH_DISABLED') !== 'true') {
    const expected =
      'missing, as are AUTH_JWKS_URL and AUTH_ROUTER_SECRETS; callers of a live service must authenticate in one of these ways, ' +
      'or AUTH_DISABLED must be true to serve any caller';
    problems.push({ setting: 'AUTH_API_KEYS', expected });
  }
  return problems;
}

/**
 * Returns a problem if the sandbox must not start in place of a live service: the organiser's key is set, so the operator expects a live
 * service; or in production, without a request for the sandbox.
 */
function missingUrl(env: Environment) {
  const missingBecause = (reason: string) => [{ setting: 'EVENT_SERVICE_URL', expected: `missing; ${reason}` }];
  if (isSet(env, 'EVENT_SERVICE_PRIVATE_KEY'))
    return missingBecause('EVENT_SERVICE_PRIVATE_KEY is for a live service. Without both, the sandbox starts');
  if (textOf(env, 'NODE_ENV') !== 'production' || textOf(env, 'SANDBOX') === 'true') return [];
  return missingBecause('with NODE_ENV=production the sandbox, whose data is invented, starts only if SANDBOX=true');
}

/** Returns the settings of the sandbox that are set together with a live service. The program serves one of them. */
function ambiguousMode(env: Environment) {
  if (!isSet(env, 'EVENT_SERVICE_URL')) return [];
  const expected = 'as EVENT_SERVICE_URL is set: the program serves either the sandbox or a live service';
  return [
    ...['SANDBOX', 'SANDBOX_LIVE']
      .filter((name) => textOf(env, name) === 'true')
      .map((setting) => ({ setting, expected: `expected to be false or unset, ${expected}` })),
    ...(isSet(env, 'SANDBOX_SEED') ? [{ setting: 'SANDBOX_SEED', expected: `expected to be unset, ${expected}` }] : []),
  ];
}

/** Returns the names that are probably misspelt settings. */
const misspelt = (env: Environment) =>
  misspeltNames(env).refused.map(({ name, nearest }) => ({
    setting: name,
    expected: `no setting has this name; ${nearest === null ? 'see docs/settings.md' : `the nearest is ${nearest}`}`,
  }));

const authenticationSettings: readonly SettingName[] = ['AUTH_API_KEYS', 'AUTH_JWKS_URL', 'AUTH_ROUTER_SECRETS'];
const authenticates = (env: Environment): boolean => authenticationSettings.some((name) => isSet(env, name));

/** Whether callers need no credential and have `dataScopes`. */
export const authenticationIsOff = (env: Environment, given: SettingValues): boolean =>
  given.AUTH_DISABLED || (given.EVENT_SERVICE_URL === undefined && !authenticates(env));

/** Returns the settings of tokens that are missing while another is set: a token of any issuer or for any audience must not be accepted. */
function incompleteTokens(env: Environment) {
  const names: readonly SettingName[] = ['AUTH_JWKS_URL', 'AUTH_JWT_ISSUER', 'AUTH_JWT_AUDIENCE'];
  if (!names.some((name) => isSet(env, name))) return [];
  return names.filter((name) => !isSet(env, name)).map((setting) => ({ setting, expected: `missing; ${names.join(', ')} go together` }));
}

/** Returns the settings of claims that are set although no tokens are accepted. `false` changes nothing, so it is permitted. */
function claimsWithoutTokens(env: Environment) {
  const names: readonly SettingName[] = ['AUTH_JWT_ATTENDEE_CLAIMS', 'AUTH_JWT_ACTIVITIES_CLAIM'];
  if (isSet(env, 'AUTH_JWKS_URL')) return [];
  const trustsUnverified = textOf(env, 'AUTH_JWT_TRUST_UNVERIFIED') === 'true';
  return [...names.filter((name) => isSet(env, name)), ...(trustsUnverified ? ['AUTH_JWT_TRUST_UNVERIFIED'] : [])].map((setting) => ({
    setting,
    expected: 'needs AUTH_JWKS_URL: claims are read from tokens',
  }));
}
