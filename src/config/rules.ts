/* Rules beyond single settings: which of them are missing, need another one or contradict it. */

import { resolve } from 'node:path';
import type { ActivityId } from '../records/ids.js';
import type { ApiKey } from './api-keys.js';
import { isSet, textOf, type Environment, type SettingProblem } from './environment.js';
import { isProtected } from './kinds.js';
import type { SettingName, SettingValues } from './settings.js';

/** Whether a setting breaks a rule, and what is said of it then. */
type Rule = readonly [isBroken: boolean, setting: SettingName, expected: string];

/**
 * Returns the settings that are missing, without effect, or contradict another one.
 * @param values null if a setting is malformed: then it has its default, which contradicts nothing
 */
export function brokenRules(env: Environment, values: SettingValues | null): readonly SettingProblem[] {
  const rules = [...needs(env), ...(values === null ? [] : contradictions(values))];
  return rules.filter(([isBroken]) => isBroken).map(([, setting, expected]) => ({ setting, expected }));
}

/** The rules on which settings are set. */
function needs(env: Environment): readonly Rule[] {
  const has = (name: SettingName) => isSet(env, name);
  const isTrue = (name: SettingName) => textOf(env, name) === 'true';
  const isLive = has('EVENT_SERVICE_URL');
  const ways = waysToAuthenticate(env);
  const ofTokens = ['AUTH_JWKS_URL', 'AUTH_JWT_ISSUER', 'AUTH_JWT_AUDIENCE'] as const;
  const documentsMode = textOf(env, 'TRUSTED_DOCUMENTS');

  const beside = 'as EVENT_SERVICE_URL is set: the program serves either the sandbox or a live service';
  const needsTokens = 'needs AUTH_JWKS_URL: claims are read from tokens';
  return [
    // The sandbox must not start in place of a live service that the operator expects, nor in production without being asked for.
    [
      !isLive && has('EVENT_SERVICE_PRIVATE_KEY'),
      'EVENT_SERVICE_URL',
      'missing; EVENT_SERVICE_PRIVATE_KEY is for a live service. Without both, the sandbox starts',
    ],
    [
      !isLive && !has('EVENT_SERVICE_PRIVATE_KEY') && textOf(env, 'NODE_ENV') === 'production' && !isTrue('SANDBOX'),
      'EVENT_SERVICE_URL',
      'missing; with NODE_ENV=production the sandbox, whose data is invented, starts only if SANDBOX=true',
    ],
    ...(['EVENT_SERVICE_PUBLIC_KEY', 'EVENT_SERVICE_PRIVATE_KEY', 'EVENT_SERVICE_ACTIVITY_IDS'] as const).map((name): Rule => [
      isLive && !has(name),
      name,
      'missing; EVENT_SERVICE_URL needs it',
    ]),
    [
      isLive && ways.length === 0 && !isTrue('AUTH_DISABLED'),
      'AUTH_API_KEYS',
      'missing, as are AUTH_JWKS_URL and AUTH_ROUTER_SECRETS; callers of a live service must authenticate in one of these ways, ' +
        'or AUTH_DISABLED must be true to serve any caller',
    ],
    [isLive && isTrue('SANDBOX'), 'SANDBOX', `expected to be false or unset, ${beside}`],
    [isLive && isTrue('SANDBOX_LIVE'), 'SANDBOX_LIVE', `expected to be false or unset, ${beside}`],
    [isLive && has('SANDBOX_SEED'), 'SANDBOX_SEED', `expected to be unset, ${beside}`],
    [
      ways.length > 0 && isTrue('AUTH_DISABLED'),
      'AUTH_DISABLED',
      `expected to be false or unset beside ${ways.join(', ')}: callers either authenticate or need no credential`,
    ],
    // A token of any issuer or for any audience must not be accepted.
    ...ofTokens.map((name): Rule => [!has(name) && ofTokens.some(has), name, `missing; ${ofTokens.join(', ')} go together`]),
    ...(['AUTH_JWT_ATTENDEE_CLAIMS', 'AUTH_JWT_ACTIVITIES_CLAIM'] as const).map((name): Rule => [
      !has('AUTH_JWKS_URL') && has(name),
      name,
      needsTokens,
    ]),
    [!has('AUTH_JWKS_URL') && isTrue('AUTH_JWT_TRUST_UNVERIFIED'), 'AUTH_JWT_TRUST_UNVERIFIED', needsTokens],
    [
      ['report', 'require'].includes(documentsMode) && !has('TRUSTED_DOCUMENTS_FILE'),
      'TRUSTED_DOCUMENTS_FILE',
      `missing; TRUSTED_DOCUMENTS=${documentsMode} needs it`,
    ],
  ];
}

/** The rules on values that contradict each other. */
function contradictions(values: SettingValues): readonly Rule[] {
  const { account, auth, server, service, stateFile, traces, workers } = values;
  const { host, port, admin } = server;
  const file = auditFile(values.auditLog);
  return [
    // 0 means any free port.
    [host === admin.host && port === admin.port && port !== 0, 'ADMIN_PORT', 'expected a port other than PORT'],
    [
      account.url !== null && !isProtected(new URL(account.url)) && !account.allowHttp,
      'EVENT_SERVICE_URL',
      'expected an https address: http to another machine sends personal data in plain text. EVENT_SERVICE_ALLOW_HTTP=true permits it',
    ],
    // Audit lines in the state file would corrupt the database.
    [file !== null && stateFile !== null && resolve(file) === resolve(stateFile), 'AUDIT_LOG', 'expected a file other than STATE_FILE'],
    [
      values.trustedDocuments.mode !== 'allow' && auth.routerSecrets.length > 0,
      'TRUSTED_DOCUMENTS',
      'expected allow or unset, as AUTH_ROUTER_SECRETS is set: a gateway writes documents of its own. Restrict callers to trusted documents in the gateway',
    ],
    ...(account.activityIds === null ? [] : keysOfOtherActivities(auth.apiKeys, account.activityIds)).map((problem): Rule => [
      true,
      'AUTH_API_KEYS',
      problem,
    ]),
    // gRPC would need a large package.
    [
      tracesTarget(traces)?.protocol === 'grpc',
      traces.tracesProtocol ? 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL' : 'OTEL_EXPORTER_OTLP_PROTOCOL',
      'expected http/protobuf or http/json, at the port of the collector for HTTP, usually 4318',
    ],
    // Workers divide the connections: each needs one for reads and one for writes.
    [
      service.maxConnections < 2 * workers,
      'EVENT_SERVICE_MAX_CONNECTIONS',
      `expected at least 2 for each of the ${workers} processes of WORKERS`,
    ],
  ];
}

/** The settings by which callers authenticate. */
export const waysToAuthenticate = (env: Environment): readonly SettingName[] =>
  (['AUTH_API_KEYS', 'AUTH_JWKS_URL', 'AUTH_ROUTER_SECRETS'] as const).filter((name) => isSet(env, name));

/** Says which activities of API keys are not served: such a key would open less than the operator expects. */
export const keysOfOtherActivities = (keys: readonly ApiKey[], served: readonly ActivityId[]): readonly string[] =>
  keys.flatMap(({ name, activities = [] }) =>
    [...activities].filter((id) => !served.includes(id)).map((id) => `the key ${name} has the activity @${id}, which is not served`),
  );

/** The file of an audit log; null if there is none. */
export const auditFile = (target: string): string | null => (target === 'log' || target === 'off' ? null : target);

/** Returns where traces are sent, and how, by the rules of OpenTelemetry; null if none are sent. */
export function tracesTarget({ sdkDisabled, exporter, endpoint, tracesEndpoint, protocol, tracesProtocol }: SettingValues['traces']) {
  const target = tracesEndpoint ?? endpoint;
  if (sdkDisabled || exporter === 'none' || target === null) return null;
  const url = new URL(target);
  if (tracesEndpoint === null) url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/traces`;
  return { url: url.href, protocol: tracesProtocol ?? protocol };
}
