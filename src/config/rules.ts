/* Rules beyond single settings: which of them are missing, misspelt, need another one or contradict it. */

import { resolve } from 'node:path';
import type { ActivityId } from '../records/ids.js';
import type { ApiKey } from './api-keys.js';
import { isSet, textOf, type Environment, type SettingProblem } from './environment.js';
import { isProtected } from './kinds.js';
import { misspeltNames } from './misspelt-names.js';
import type { SettingName, SettingValues } from './settings.js';

/** Returns the settings that are missing, unknown, or without effect. */
export function brokenRules(env: Environment): readonly SettingProblem[] {
  const problems: SettingProblem[] = [];
  const add = (setting: SettingName, expected: string) => void problems.push({ setting, expected });
  addMissing(env, add);
  if (isSet(env, 'EVENT_SERVICE_URL')) addSandboxBesideService(env, add);
  const ways = waysToAuthenticate(env);
  if (ways.length > 0 && textOf(env, 'AUTH_DISABLED') === 'true')
    add('AUTH_DISABLED', `expected to be false or unset beside ${ways.join(', ')}: callers either authenticate or need no credential`);
  addIncompleteTokens(env, add);
  const documentsMode = textOf(env, 'TRUSTED_DOCUMENTS');
  if (['report', 'require'].includes(documentsMode) && !isSet(env, 'TRUSTED_DOCUMENTS_FILE'))
    add('TRUSTED_DOCUMENTS_FILE', `missing; TRUSTED_DOCUMENTS=${documentsMode} needs it`);
  for (const { name, nearest } of misspeltNames(env).refused)
    problems.push({ setting: name, expected: `no setting has this name; the nearest is ${nearest}` });
  return problems;
}

type Add = (setting: SettingName, expected: string) => void;

/** Adds what a live program lacks: keys of its service, or a way to authenticate callers without the explicit decision not to. */
function addMissing(env: Environment, add: Add): void {
  if (!isSet(env, 'EVENT_SERVICE_URL')) return addMissingUrl(env, add);
  for (const name of ['EVENT_SERVICE_PUBLIC_KEY', 'EVENT_SERVICE_PRIVATE_KEY', 'EVENT_SERVICE_ACTIVITY_IDS'] as const)
    if (!isSet(env, name)) add(name, 'missing; EVENT_SERVICE_URL needs it');
  if (waysToAuthenticate(env).length > 0 || textOf(env, 'AUTH_DISABLED') === 'true') return;
  add(
    'AUTH_API_KEYS',
    'missing, as are AUTH_JWKS_URL and AUTH_ROUTER_SECRETS; callers of a live service must authenticate in one of these ways, ' +
      'or AUTH_DISABLED must be true to serve any caller',
  );
}

/** The settings by which callers authenticate. */
export const waysToAuthenticate = (env: Environment): readonly SettingName[] =>
  (['AUTH_API_KEYS', 'AUTH_JWKS_URL', 'AUTH_ROUTER_SECRETS'] as const).filter((name) => isSet(env, name));

/** Whether callers need no credential and have `dataScopes`. */
export const authenticationIsOff = (env: Environment, { auth, account }: SettingValues): boolean =>
  auth.disabled || (account.url === null && waysToAuthenticate(env).length === 0);

/** The sandbox must not start in place of a live service that the operator expects, nor in production without being asked for. */
function addMissingUrl(env: Environment, add: Add): void {
  if (isSet(env, 'EVENT_SERVICE_PRIVATE_KEY'))
    return add('EVENT_SERVICE_URL', 'missing; EVENT_SERVICE_PRIVATE_KEY is for a live service. Without both, the sandbox starts');
  if (textOf(env, 'NODE_ENV') !== 'production' || textOf(env, 'SANDBOX') === 'true') return;
  add('EVENT_SERVICE_URL', 'missing; with NODE_ENV=production the sandbox, whose data is invented, starts only if SANDBOX=true');
}

function addSandboxBesideService(env: Environment, add: Add): void {
  const reason = 'as EVENT_SERVICE_URL is set: the program serves either the sandbox or a live service';
  for (const name of ['SANDBOX', 'SANDBOX_LIVE'] as const)
    if (textOf(env, name) === 'true') add(name, `expected to be false or unset, ${reason}`);
  if (isSet(env, 'SANDBOX_SEED')) add('SANDBOX_SEED', `expected to be unset, ${reason}`);
}

/** A token of any issuer or for any audience must not be accepted, and claims are read from tokens. */
function addIncompleteTokens(env: Environment, add: Add): void {
  const names = ['AUTH_JWKS_URL', 'AUTH_JWT_ISSUER', 'AUTH_JWT_AUDIENCE'] as const;
  const missing = names.filter((name) => !isSet(env, name));
  if (missing.length < names.length) for (const name of missing) add(name, `missing; ${names.join(', ')} go together`);
  if (isSet(env, 'AUTH_JWKS_URL')) return;
  const expected = 'needs AUTH_JWKS_URL: claims are read from tokens';
  for (const name of ['AUTH_JWT_ATTENDEE_CLAIMS', 'AUTH_JWT_ACTIVITIES_CLAIM'] as const) if (isSet(env, name)) add(name, expected);
  if (textOf(env, 'AUTH_JWT_TRUST_UNVERIFIED') === 'true') add('AUTH_JWT_TRUST_UNVERIFIED', expected);
}

/** Returns the settings that contradict another one. */
export function contradictionsIn(values: SettingValues): readonly SettingProblem[] {
  const problems: SettingProblem[] = [];
  const add: Add = (setting, expected) => void problems.push({ setting, expected });
  const { account, auth, auditLog, server, service, stateFile, traces, trustedDocuments, workers } = values;
  const { host, port, admin } = server;
  // 0 means any free port.
  if (host === admin.host && port === admin.port && port !== 0) add('ADMIN_PORT', 'expected a port other than PORT');
  if (account.url !== null && !isProtected(new URL(account.url)) && !account.allowHttp)
    add(
      'EVENT_SERVICE_URL',
      'expected an https address: http to another machine sends personal data in plain text. EVENT_SERVICE_ALLOW_HTTP=true permits it',
    );
  // Audit lines in the state file would corrupt the database.
  const file = auditFile(auditLog);
  if (file !== null && stateFile !== null && resolve(file) === resolve(stateFile))
    add('AUDIT_LOG', 'expected a file other than STATE_FILE');
  if (trustedDocuments.mode !== 'allow' && auth.routerSecrets.length > 0)
    add(
      'TRUSTED_DOCUMENTS',
      'expected allow or unset, as AUTH_ROUTER_SECRETS is set: a gateway writes documents of its own. Restrict callers to trusted documents in the gateway',
    );
  if (account.activityIds) problems.push(...keysOfOtherActivities(auth.apiKeys, account.activityIds));
  // gRPC would need a large package.
  if (tracesUrl(traces) !== null && tracesProtocol(traces) === 'grpc')
    add(
      traces.tracesProtocol ? 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL' : 'OTEL_EXPORTER_OTLP_PROTOCOL',
      'expected http/protobuf or http/json, at the port of the collector for HTTP, usually 4318',
    );
  // Workers divide the connections: each needs one for reads and one for writes.
  if (service.maxConnections < 2 * workers)
    add('EVENT_SERVICE_MAX_CONNECTIONS', `expected at least 2 for each of the ${workers} processes of WORKERS`);
  return problems;
}

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
