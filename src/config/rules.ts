/* Rules beyond single settings: which are missing, misspelt, or contradict each other. */

import { resolve } from 'node:path';
import type { ActivityId } from '../model/ids.js';
import { isSet, textOf, type Environment } from './environment.js';
import { misspeltNames } from './misspelt-names.js';
import type { SettingName, Settings } from './settings.js';
import { isProtected } from './values/address.js';
import type { ApiKey } from './values/caller.js';

/** The name of a bad setting, and what was expected. */
export interface Problem {
  readonly setting: string;
  readonly expected: string;
}

/** Returns the settings that are missing, unknown, or contradict each other. `given` is undefined where a setting is malformed. */
export function brokenRules(env: Environment, given: Settings | undefined): readonly Problem[] {
  return [
    ...missingSettings(env),
    ...ambiguousMode(env),
    ...incompleteTokens(env),
    ...claimsWithoutTokens(env),
    ...misspelt(env),
    ...(given ? contradictions(given) : []),
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
    expected: `no setting has this name; the nearest is ${nearest}`,
  }));

/** Returns well-formed settings that contradict each other. */
const contradictions = (given: Settings) => [
  ...samePorts(given),
  ...unprotectedService(given),
  ...sharedFile(given),
  ...trustedDocuments(given),
  ...(given.EVENT_SERVICE_ACTIVITY_IDS ? keysOfOtherActivities(given.AUTH_API_KEYS, given.EVENT_SERVICE_ACTIVITY_IDS) : []),
  ...tracesByGrpc(given),
  ...tooFewConnections(given),
];

/** Returns a problem if audit lines would be written to the state file: they would corrupt the database. */
function sharedFile({ AUDIT_LOG: audit, STATE_FILE: state = './event-graph-state.db' }: Settings) {
  return resolve(audit) === resolve(state) ? [{ setting: 'AUDIT_LOG', expected: 'expected a file other than STATE_FILE' }] : [];
}

/** Returns the activities of API keys that are not served: such a key would open less than the operator expects. */
export const keysOfOtherActivities = (keys: readonly ApiKey[], served: readonly ActivityId[]): readonly Problem[] =>
  keys.flatMap(({ name, activities = [] }) =>
    [...activities]
      .filter((id) => !served.includes(id))
      .map((id) => ({ setting: 'AUTH_API_KEYS', expected: `the key ${name} has the activity @${id}, which is not served` })),
  );

/** Returns what `report` and `require` lack or contradict: they need a file, and no router secrets, as a gateway writes documents of its own. */
function trustedDocuments({ TRUSTED_DOCUMENTS: mode, TRUSTED_DOCUMENTS_FILE: files, AUTH_ROUTER_SECRETS: routerSecrets }: Settings) {
  if (mode === undefined || mode === 'allow') return [];
  const problems = [];
  if (files.length === 0) problems.push({ setting: 'TRUSTED_DOCUMENTS_FILE', expected: `missing; TRUSTED_DOCUMENTS=${mode} needs it` });
  if (routerSecrets.length > 0) {
    const expected =
      'expected allow or unset, as AUTH_ROUTER_SECRETS is set: a gateway writes documents of its own. Restrict callers to trusted documents in the gateway';
    problems.push({ setting: 'TRUSTED_DOCUMENTS', expected });
  }
  return problems;
}

/** Returns a problem if the settings select gRPC for traces: it would need a large package to reach the same collector. */
function tracesByGrpc(given: Settings) {
  if (tracesUrl(given) === null || tracesProtocol(given) !== 'grpc') return [];
  const setting = given.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ? 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL' : 'OTEL_EXPORTER_OTLP_PROTOCOL';
  return [{ setting, expected: 'expected http/protobuf or http/json, at the port of the collector for HTTP, usually 4318' }];
}

/** Returns the address that receives spans, by the rules of OpenTelemetry. null: no traces. */
export function tracesUrl(given: Settings): string | null {
  if (given.OTEL_SDK_DISABLED || given.OTEL_TRACES_EXPORTER === 'none') return null;
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = given;
  if (own !== undefined) return own;
  if (base === undefined) return null;
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/traces`;
  return url.href;
}

export const tracesProtocol = (given: Settings) => given.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? given.OTEL_EXPORTER_OTLP_PROTOCOL;

/** Returns a problem if there are too few connections for the workers, which divide them: each needs one for reads and one for writes. */
function tooFewConnections({ WORKERS: workers, EVENT_SERVICE_MAX_CONNECTIONS: connections }: Settings) {
  if (connections >= 2 * workers) return [];
  return [{ setting: 'EVENT_SERVICE_MAX_CONNECTIONS', expected: `expected at least 2 for each of the ${workers} processes of WORKERS` }];
}

/** Returns a problem if requests, which contain personal data, would cross a network in plain text. */
function unprotectedService({ EVENT_SERVICE_URL: url, EVENT_SERVICE_ALLOW_HTTP: allowed }: Settings) {
  if (url === undefined || allowed || isProtected(new URL(url))) return [];
  const expected =
    'expected an https address: http to another machine sends personal data in plain text. EVENT_SERVICE_ALLOW_HTTP=true permits it';
  return [{ setting: 'EVENT_SERVICE_URL', expected }];
}

/** Returns a problem if two listeners would share a port. 0 means any free port. */
function samePorts({ HOST, PORT, ADMIN_HOST, ADMIN_PORT }: Settings) {
  return HOST === ADMIN_HOST && PORT === ADMIN_PORT && PORT !== 0
    ? [{ setting: 'ADMIN_PORT', expected: 'expected a port other than PORT' }]
    : [];
}

const authenticationSettings: readonly SettingName[] = ['AUTH_API_KEYS', 'AUTH_JWKS_URL', 'AUTH_ROUTER_SECRETS'];
const authenticates = (env: Environment): boolean => authenticationSettings.some((name) => isSet(env, name));

/** Whether callers need no credential and have `dataScopes`. */
export const authenticationIsOff = (env: Environment, given: Settings): boolean =>
  given.AUTH_DISABLED || (given.EVENT_SERVICE_URL === undefined && !authenticates(env));

/** Returns the settings of tokens that are missing while another is set: a token of any issuer or for any audience must not be accepted. */
function incompleteTokens(env: Environment) {
  const names: readonly SettingName[] = ['AUTH_JWKS_URL', 'AUTH_JWT_ISSUER', 'AUTH_JWT_AUDIENCE'];
  if (!names.some((name) => isSet(env, name))) return [];
  return names.filter((name) => !isSet(env, name)).map((setting) => ({ setting, expected: `missing; ${names.join(', ')} go together` }));
}

/** Returns the settings of claims that are set although no tokens are accepted. */
function claimsWithoutTokens(env: Environment) {
  const names: readonly SettingName[] = ['AUTH_JWT_ATTENDEE_CLAIMS', 'AUTH_JWT_ACTIVITIES_CLAIM'];
  if (isSet(env, 'AUTH_JWKS_URL')) return [];
  return names
    .filter((name) => isSet(env, name))
    .map((setting) => ({ setting, expected: 'needs AUTH_JWKS_URL: claims are read from tokens' }));
}
