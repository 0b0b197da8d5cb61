/* Rules between well-formed settings that contradict each other: one rule each. */

import { resolve } from 'node:path';
import type { ActivityId } from '../records/ids.js';
import type { SettingProblem } from './problem.js';
import { defaultStateFile, type SettingName, type SettingValues } from './settings.js';
import { isProtected } from './values/address.js';
import { auditFile } from './values/basic.js';
import type { ApiKey } from './values/caller.js';

const settingsOfTraces = [
  'OTEL_SDK_DISABLED',
  'OTEL_TRACES_EXPORTER',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_PROTOCOL',
  'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
] as const;
type SettingsOfTraces = Pick<SettingValues, (typeof settingsOfTraces)[number]>;

/** A rule between settings: the settings that it reads, and the problems that it finds if all of them are well-formed. */
interface Contradiction {
  readonly settings: readonly SettingName[];
  readonly problems: (given: SettingValues) => readonly SettingProblem[];
}

const between = <N extends SettingName>(
  names: readonly N[],
  problems: (given: Pick<SettingValues, N>) => readonly SettingProblem[],
): Contradiction => ({
  settings: names,
  problems,
});

const rules: readonly Contradiction[] = [
  between(['HOST', 'PORT', 'ADMIN_HOST', 'ADMIN_PORT'], samePorts),
  between(['EVENT_SERVICE_URL', 'EVENT_SERVICE_ALLOW_HTTP'], unprotectedService),
  between(['AUDIT_LOG', 'STATE_FILE'], sharedFile),
  between(['TRUSTED_DOCUMENTS', 'TRUSTED_DOCUMENTS_FILE', 'AUTH_ROUTER_SECRETS'], trustedDocuments),
  between(['AUTH_API_KEYS', 'EVENT_SERVICE_ACTIVITY_IDS'], ({ AUTH_API_KEYS: keys, EVENT_SERVICE_ACTIVITY_IDS: served }) =>
    served ? keysOfOtherActivities(keys, served) : [],
  ),
  between(settingsOfTraces, tracesByGrpc),
  between(['WORKERS', 'EVENT_SERVICE_MAX_CONNECTIONS'], tooFewConnections),
];

/** Returns the settings that contradict each other. @param malformed settings whose rules do not apply */
export const contradictions = (given: SettingValues, malformed: ReadonlySet<string>): readonly SettingProblem[] =>
  rules.filter(({ settings }) => !settings.some((name) => malformed.has(name))).flatMap(({ problems }) => problems(given));

/** Returns a problem if audit lines would be written to the state file: they would corrupt the database. */
function sharedFile({ AUDIT_LOG: audit, STATE_FILE: state = defaultStateFile }: Pick<SettingValues, 'AUDIT_LOG' | 'STATE_FILE'>) {
  const file = auditFile(audit);
  return file !== null && resolve(file) === resolve(state)
    ? [{ setting: 'AUDIT_LOG', expected: 'expected a file other than STATE_FILE' }]
    : [];
}

/** Returns the activities of API keys that are not served: such a key would open less than the operator expects. */
export const keysOfOtherActivities = (keys: readonly ApiKey[], served: readonly ActivityId[]): readonly SettingProblem[] =>
  keys.flatMap(({ name, activities = [] }) =>
    [...activities]
      .filter((id) => !served.includes(id))
      .map((id) => ({ setting: 'AUTH_API_KEYS', expected: `the key ${name} has the activity @${id}, which is not served` })),
  );

/** Returns what `report` and `require` lack or contradict: they need a file, and no router secrets, as a gateway writes documents of its own. */
function trustedDocuments({
  TRUSTED_DOCUMENTS: mode,
  TRUSTED_DOCUMENTS_FILE: files,
  AUTH_ROUTER_SECRETS: routerSecrets,
}: Pick<SettingValues, 'TRUSTED_DOCUMENTS' | 'TRUSTED_DOCUMENTS_FILE' | 'AUTH_ROUTER_SECRETS'>) {
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
function tracesByGrpc(given: SettingsOfTraces) {
  if (tracesUrl(given) === null || tracesProtocol(given) !== 'grpc') return [];
  const setting = given.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ? 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL' : 'OTEL_EXPORTER_OTLP_PROTOCOL';
  return [{ setting, expected: 'expected http/protobuf or http/json, at the port of the collector for HTTP, usually 4318' }];
}

/** Returns the address that receives spans, by the rules of OpenTelemetry; null if no traces are sent. */
export function tracesUrl(given: SettingsOfTraces): string | null {
  if (given.OTEL_SDK_DISABLED || given.OTEL_TRACES_EXPORTER === 'none') return null;
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = given;
  if (own !== undefined) return own;
  if (base === undefined) return null;
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/traces`;
  return url.href;
}

export const tracesProtocol = (given: SettingsOfTraces) => given.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? given.OTEL_EXPORTER_OTLP_PROTOCOL;

/** Returns a problem if there are too few connections for the workers, which divide them: each needs one for reads and one for writes. */
function tooFewConnections({
  WORKERS: workers,
  EVENT_SERVICE_MAX_CONNECTIONS: connections,
}: Pick<SettingValues, 'WORKERS' | 'EVENT_SERVICE_MAX_CONNECTIONS'>) {
  if (connections >= 2 * workers) return [];
  return [{ setting: 'EVENT_SERVICE_MAX_CONNECTIONS', expected: `expected at least 2 for each of the ${workers} processes of WORKERS` }];
}

/** Returns a problem if requests, which contain personal data, would cross a network in plain text. */
function unprotectedService({
  EVENT_SERVICE_URL: url,
  EVENT_SERVICE_ALLOW_HTTP: allowed,
}: Pick<SettingValues, 'EVENT_SERVICE_URL' | 'EVENT_SERVICE_ALLOW_HTTP'>) {
  if (url === undefined || allowed || isProtected(new URL(url))) return [];
  const expected =
    'expected an https address: http to another machine sends personal data in plain text. EVENT_SERVICE_ALLOW_HTTP=true permits it';
  return [{ setting: 'EVENT_SERVICE_URL', expected }];
}

/** Returns a problem if two listeners would share a port. 0 means any free port. */
function samePorts({ HOST, PORT, ADMIN_HOST, ADMIN_PORT }: Pick<SettingValues, 'HOST' | 'PORT' | 'ADMIN_HOST' | 'ADMIN_PORT'>) {
  return HOST === ADMIN_HOST && PORT === ADMIN_PORT && PORT !== 0
    ? [{ setting: 'ADMIN_PORT', expected: 'expected a port other than PORT' }]
    : [];
}
