/* Rules beyond single settings: which of them are missing, misspelt, need another one or contradict it. */

import { resolve } from 'node:path';
import type { ActivityId } from '../records/ids.js';
import type { ApiKey } from './api-keys.js';
import { isSet, textOf, type Environment } from './environment.js';
import { isProtected } from './kinds.js';
import { misspeltNames } from './misspelt-names.js';
import type { Malformed, SettingName, SettingValues } from './settings.js';

/** The name of a bad setting, and the text after it: what was expected, or why the setting is bad. */
export interface SettingProblem {
  readonly setting: string;
  readonly expected: string;
}

/** Returns the settings that are missing, unknown, or contradict each other. Malformed settings are not compared with others. */
export function brokenRules(env: Environment, values: SettingValues, malformed: Malformed): readonly SettingProblem[] {
  return [
    ...missingSettings(env),
    ...ambiguousMode(env),
    ...incompleteTokens(env),
    ...claimsWithoutTokens(env),
    ...misspelt(env),
    ...contradictions.filter(({ between }) => !between.some((name) => malformed.has(name))).flatMap(({ problems }) => problems(values)),
  ];
}

/** Returns what a live program lacks: keys of its service, or a way to authenticate callers without the explicit decision not to. */
function missingSettings(env: Environment): readonly SettingProblem[] {
  if (!isSet(env, 'EVENT_SERVICE_URL')) return missingUrl(env);
  const required: readonly SettingName[] = ['EVENT_SERVICE_PUBLIC_KEY', 'EVENT_SERVICE_PRIVATE_KEY', 'EVENT_SERVICE_ACTIVITY_IDS'];
  const missing = required
    .filter((name) => !isSet(env, name))
    .map((setting) => ({ setting, expected: 'missing; EVENT_SERVICE_URL needs it' }));
  if (authenticates(env) || textOf(env, 'AUTH_DISABLED') === 'true') return missing;
  const expected =
    'missing, as are AUTH_JWKS_URL and AUTH_ROUTER_SECRETS; callers of a live service must authenticate in one of these ways, ' +
    'or AUTH_DISABLED must be true to serve any caller';
  return [...missing, { setting: 'AUTH_API_KEYS', expected }];
}

const authenticationSettings: readonly SettingName[] = ['AUTH_API_KEYS', 'AUTH_JWKS_URL', 'AUTH_ROUTER_SECRETS'];
const authenticates = (env: Environment): boolean => authenticationSettings.some((name) => isSet(env, name));

/** Whether callers need no credential and have `dataScopes`. */
export const authenticationIsOff = (env: Environment, { auth, account }: SettingValues): boolean =>
  auth.disabled || (account.url === null && !authenticates(env));

/**
 * Returns a problem if the sandbox must not start in place of a live service: the organiser's key is set, so the operator expects a live
 * service; or in production, without a request for the sandbox.
 */
function missingUrl(env: Environment): readonly SettingProblem[] {
  const missingBecause = (reason: string) => [{ setting: 'EVENT_SERVICE_URL', expected: `missing; ${reason}` }];
  if (isSet(env, 'EVENT_SERVICE_PRIVATE_KEY'))
    return missingBecause('EVENT_SERVICE_PRIVATE_KEY is for a live service. Without both, the sandbox starts');
  if (textOf(env, 'NODE_ENV') !== 'production' || textOf(env, 'SANDBOX') === 'true') return [];
  return missingBecause('with NODE_ENV=production the sandbox, whose data is invented, starts only if SANDBOX=true');
}

/** Returns the settings of the sandbox that are set together with a live service. The program serves one of them. */
function ambiguousMode(env: Environment): readonly SettingProblem[] {
  if (!isSet(env, 'EVENT_SERVICE_URL')) return [];
  const expected = 'as EVENT_SERVICE_URL is set: the program serves either the sandbox or a live service';
  return [
    ...['SANDBOX', 'SANDBOX_LIVE']
      .filter((name) => textOf(env, name) === 'true')
      .map((setting) => ({ setting, expected: `expected to be false or unset, ${expected}` })),
    ...(isSet(env, 'SANDBOX_SEED') ? [{ setting: 'SANDBOX_SEED', expected: `expected to be unset, ${expected}` }] : []),
  ];
}

/** Returns the settings of tokens that are missing while another is set: a token of any issuer or for any audience must not be accepted. */
function incompleteTokens(env: Environment): readonly SettingProblem[] {
  const names: readonly SettingName[] = ['AUTH_JWKS_URL', 'AUTH_JWT_ISSUER', 'AUTH_JWT_AUDIENCE'];
  if (!names.some((name) => isSet(env, name))) return [];
  return names.filter((name) => !isSet(env, name)).map((setting) => ({ setting, expected: `missing; ${names.join(', ')} go together` }));
}

/** Returns the settings of claims that are set although no tokens are accepted. `false` changes nothing, so it is permitted. */
function claimsWithoutTokens(env: Environment): readonly SettingProblem[] {
  if (isSet(env, 'AUTH_JWKS_URL')) return [];
  const names = ['AUTH_JWT_ATTENDEE_CLAIMS', 'AUTH_JWT_ACTIVITIES_CLAIM'].filter((name) => isSet(env, name));
  if (textOf(env, 'AUTH_JWT_TRUST_UNVERIFIED') === 'true') names.push('AUTH_JWT_TRUST_UNVERIFIED');
  return names.map((setting) => ({ setting, expected: 'needs AUTH_JWKS_URL: claims are read from tokens' }));
}

/** Returns the names that are probably misspelt settings. */
const misspelt = (env: Environment): readonly SettingProblem[] =>
  misspeltNames(env).refused.map(({ name, nearest }) => ({
    setting: name,
    expected: `no setting has this name; ${nearest === null ? 'see docs/settings.md' : `the nearest is ${nearest}`}`,
  }));

/** A rule between settings, and the problems that it finds if all of them are well-formed. */
interface Contradiction {
  readonly between: readonly SettingName[];
  readonly problems: (values: SettingValues) => readonly SettingProblem[];
}

const contradictions: readonly Contradiction[] = [
  {
    // 0 means any free port.
    between: ['HOST', 'PORT', 'ADMIN_HOST', 'ADMIN_PORT'],
    problems: ({ server: { host, port, admin } }) =>
      host === admin.host && port === admin.port && port !== 0
        ? [{ setting: 'ADMIN_PORT', expected: 'expected a port other than PORT' }]
        : [],
  },
  {
    // Requests, which contain personal data, must not cross a network in plain text.
    between: ['EVENT_SERVICE_URL', 'EVENT_SERVICE_ALLOW_HTTP'],
    problems: ({ account: { url, allowHttp } }) => {
      if (url === null || allowHttp || isProtected(new URL(url))) return [];
      const expected =
        'expected an https address: http to another machine sends personal data in plain text. EVENT_SERVICE_ALLOW_HTTP=true permits it';
      return [{ setting: 'EVENT_SERVICE_URL', expected }];
    },
  },
  {
    // Audit lines in the state file would corrupt the database.
    between: ['AUDIT_LOG', 'STATE_FILE'],
    problems: ({ auditLog, stateFile }) => {
      const file = auditFile(auditLog);
      if (file === null || stateFile === null || resolve(file) !== resolve(stateFile)) return [];
      return [{ setting: 'AUDIT_LOG', expected: 'expected a file other than STATE_FILE' }];
    },
  },
  {
    // `report` and `require` need a file, and no router secrets, as a gateway writes documents of its own.
    between: ['TRUSTED_DOCUMENTS', 'TRUSTED_DOCUMENTS_FILE', 'AUTH_ROUTER_SECRETS'],
    problems: ({ trustedDocuments: { files, mode }, auth }) => {
      if (mode === 'allow') return [];
      const needsFile = { setting: 'TRUSTED_DOCUMENTS_FILE', expected: `missing; TRUSTED_DOCUMENTS=${mode} needs it` };
      const withGateway = {
        setting: 'TRUSTED_DOCUMENTS',
        expected:
          'expected allow or unset, as AUTH_ROUTER_SECRETS is set: a gateway writes documents of its own. Restrict callers to trusted documents in the gateway',
      };
      return [...(files.length === 0 ? [needsFile] : []), ...(auth.routerSecrets.length > 0 ? [withGateway] : [])];
    },
  },
  {
    between: ['AUTH_API_KEYS', 'EVENT_SERVICE_ACTIVITY_IDS'],
    problems: ({ auth, account }) => (account.activityIds ? keysOfOtherActivities(auth.apiKeys, account.activityIds) : []),
  },
  {
    // gRPC would need a large package to reach the same collector.
    between: [
      'OTEL_SDK_DISABLED',
      'OTEL_TRACES_EXPORTER',
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
      'OTEL_EXPORTER_OTLP_PROTOCOL',
      'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
    ],
    problems: ({ traces }) => {
      if (tracesUrl(traces) === null || tracesProtocol(traces) !== 'grpc') return [];
      const setting = traces.tracesProtocol ? 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL' : 'OTEL_EXPORTER_OTLP_PROTOCOL';
      return [{ setting, expected: 'expected http/protobuf or http/json, at the port of the collector for HTTP, usually 4318' }];
    },
  },
  {
    // Workers divide the connections: each needs one for reads and one for writes.
    between: ['WORKERS', 'EVENT_SERVICE_MAX_CONNECTIONS'],
    problems: ({ workers, service }) =>
      service.maxConnections >= 2 * workers
        ? []
        : [{ setting: 'EVENT_SERVICE_MAX_CONNECTIONS', expected: `expected at least 2 for each of the ${workers} processes of WORKERS` }],
  },
];

/** Returns the activities of API keys that are not served: such a key would open less than the operator expects. */
export const keysOfOtherActivities = (keys: readonly ApiKey[], served: readonly ActivityId[]): readonly SettingProblem[] =>
  keys.flatMap(({ name, activities = [] }) =>
    [...activities]
      .filter((id) => !served.includes(id))
      .map((id) => ({ setting: 'AUTH_API_KEYS', expected: `the key ${name} has the activity @${id}, which is not served` })),
  );

/** The file of an audit log; null if there is none. */
export const auditFile = (target: string): string | null => (target === 'log' || target === 'off' ? null : target);

/** Returns the address that receives spans, by the rules of OpenTelemetry; null if no traces are sent. */
export function tracesUrl({ sdkDisabled, exporter, endpoint, tracesEndpoint }: SettingValues['traces']): string | null {
  if (sdkDisabled || exporter === 'none') return null;
  if (tracesEndpoint !== null) return tracesEndpoint;
  if (endpoint === null) return null;
  const url = new URL(endpoint);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/traces`;
  return url.href;
}

export const tracesProtocol = ({ tracesProtocol: own, protocol }: SettingValues['traces']) => own ?? protocol;
