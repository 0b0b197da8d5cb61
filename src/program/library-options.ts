/* The options of both libraries: their types, and how they are checked by the rules of the settings. */

import { checkActivities } from '../config/activities-file.js';
import { ConfigError, readConfig, type Config, type ServiceAccount } from '../config/config.js';
import { maxTypingErrors, nearest } from '../config/edit-distance.js';
import { asSettingProblems } from '../config/json-file.js';
import { expectedRegExp, messagePattern } from '../config/message-pattern.js';
import type { SettingName } from '../config/settings.js';
import type { SpanTracer } from '../primitives/span.js';
import { isBlank, isObject } from '../primitives/values.js';
import type { ActivityFacts, FactsByActivity } from '../records/activity-facts.js';
import type { SignatureAlgorithm } from '../records/signature.js';
import { loadSignerModule } from '../service/transport/signer-module.js';
import { expectedSignerModule } from './connect-to-service.js';

/** The options of both libraries: the address of the service and the organiser's keys. An undefined option counts as omitted. */
export interface ServiceOptions {
  /**
   * Base address of the service, perhaps with a path prefix. Unlike the program, which requires `EVENT_SERVICE_ALLOW_HTTP` for it, the
   * libraries accept an `http:` address of another machine: your code decides whether personal data may cross the network in plain text.
   */
  readonly url: string;
  readonly publicKey: string;
  readonly privateKey: string;
  /** How the service is called. Each option has the default of its setting. */
  readonly service?: ServiceTuning | undefined;
  /** What you state of activities, as ACTIVITIES_FILE contains it: by their numbers, names, places, time zones, currencies and days. */
  readonly activities?: Readonly<Record<string, ActivityFacts>> | undefined;
  /**
   * Receives a span for each attempt to call the service: `trace.getTracer('event-graph')` of OpenTelemetry. The spans become children
   * of the span that is active where the operation runs. Omitted: no spans.
   */
  readonly tracer?: SpanTracer | undefined;
}

/** Options for the calls to the service. */
export interface ServiceTuning {
  /** The name of the header that carries the signature, such as `Service-Auth`. */
  readonly authHeader?: string | undefined;
  /** The deadline of one call with its retries, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** The maximum number of retries of a read. */
  readonly retries?: number | undefined;
  /** The maximum number of sockets to the service. */
  readonly maxConnections?: number | undefined;
  /** The largest page requested of the service, and the largest `first`. */
  readonly maxPageSize?: number | undefined;
  /** The maximum number of ids in one call; at most `maxPageSize`, which is the default. */
  readonly maxIds?: number | undefined;
  /** The largest reply that is accepted, in bytes. */
  readonly maxResponseBytes?: number | undefined;
  /** A lookup of one attendee returns null if the message of its rejection matches this pattern. */
  readonly notFoundPattern?: RegExp | null | undefined;
  /** A rejection whose message matches this pattern means that the service did nothing because it is busy: the call is retried. */
  readonly busyPattern?: RegExp | null | undefined;
  /** Seconds that are added to this machine's time in signatures. */
  readonly clockOffsetSeconds?: number | undefined;
  readonly signature?: SignatureOptions | undefined;
}

/** The rule of the signature. */
export interface SignatureOptions {
  readonly algorithm?: SignatureAlgorithm | undefined;
  /** The member Version of the header. */
  readonly version?: number | undefined;
  /** The text to hash, with placeholders such as {UserPublicKey}. */
  readonly template?: string | undefined;
  /** Path of a module whose default export computes the signature. It replaces template and algorithm. */
  readonly signerModule?: string | null | undefined;
}

/** The path of a bad option, and what was expected. */
export type OptionProblem = ConfigError['problems'][number];

/** Valid options, in the form of the settings. */
export interface CheckedOptions {
  readonly address: ServiceAccount;
  readonly service: Config['service'];
  readonly activities: FactsByActivity;
}

/**
 * Checks options by the rules of the settings, without the environment. Both libraries accept the same options.
 * @param required paths of options that are required besides the address and the keys
 * @returns all problems, and the options if there is none
 */
export async function checkOptions(
  options: object,
  required: readonly OptionPath[] = [],
): Promise<{ readonly checked: CheckedOptions | null; readonly problems: OptionProblem[] }> {
  const given = flattened(options);
  const { config, problems } = asSettings(given, required);
  problems.unshift(...[...given].flatMap(([path, value]) => optionProblem(path, value) ?? []));
  const signerModule = given.get('service.signature.signerModule');
  if (typeof signerModule === 'string' && !isBlank(signerModule) && !(await isSignerModule(signerModule))) {
    problems.push({
      setting: 'service.signature.signerModule',
      expected: expectedSignerModule,
    });
  }
  const patternAt = (setting: OptionPath) => {
    const pattern = given.get(setting);
    const compiled = pattern instanceof RegExp ? messagePattern(pattern) : null;
    if (compiled === undefined) problems.push({ setting, expected: `expected ${expectedRegExp}` });
    return compiled ?? null;
  };
  const activities = checkActivities(given.get('activities') ?? {});
  if (optionKinds.get('activities')!.is(given.get('activities'))) problems.push(...asSettingProblems('activities', activities.problems));
  const patterns = { notFoundPattern: patternAt('service.notFoundPattern'), busyPattern: patternAt('service.busyPattern') };
  if (!config?.live || problems.length > 0) return { checked: null, problems };
  return { checked: { address: config.live, service: { ...config.service, ...patterns }, activities: activities.facts }, problems };
}

/** Refuses the options of the library. @throws ConfigError with all problems */
export function refuseOptions(problems: readonly OptionProblem[]): never {
  throw new ConfigError(problems, {}, 'options');
}

const groups: ReadonlySet<string> = new Set(['service', 'service.signature']);

/** Returns all options that are present, by their paths. */
function flattened(options: unknown, prefix = ''): Map<string, unknown> {
  const entries = typeof options === 'object' && options !== null ? Object.entries(options as Record<string, unknown>) : [];
  return new Map(
    entries
      .filter(([, value]) => value !== undefined)
      .flatMap(([name, value]): [string, unknown][] =>
        groups.has(prefix + name) && isObject(value) ? [...flattened(value, `${prefix}${name}.`)] : [[prefix + name, value]],
      ),
  );
}

/** Returns the problem of an option with an unknown name or a value of the wrong type. */
function optionProblem(path: string, value: unknown): OptionProblem | null {
  if (groups.has(path)) return { setting: path, expected: 'expected an object' };
  const kind = optionKinds.get(path);
  if (kind === undefined) return { setting: path, expected: unknownOption(path) };
  return kind.is(value) ? null : { setting: path, expected: `expected ${kind.expected}` };
}

/** Returns an error text that suggests an option with a similar name at any path, or else lists the options at this path. */
function unknownOption(path: string): string {
  const lastName = (text: string) => text.slice(text.lastIndexOf('.') + 1).toLowerCase();
  const byName = new Map([...optionKinds.keys()].map((known) => [lastName(known), known]));
  const similar = nearest(lastName(path), [...byName.keys()], maxTypingErrors);
  if (similar) return `unknown option; did you mean ${byName.get(similar.name)!}?`;
  const prefix = path.slice(0, path.lastIndexOf('.') + 1);
  const siblings = [...optionKinds.keys()]
    .filter((known) => known.startsWith(prefix))
    .map((known) => known.slice(prefix.length).split('.')[0]!);
  return `unknown option; expected one of ${[...new Set(siblings)].join(', ')}`;
}
/** Reads the options that are settings too. Options of the wrong type are left out, because they are reported already. */
function asSettings(
  given: ReadonlyMap<string, unknown>,
  required: readonly OptionPath[],
): { config: Config | null; problems: OptionProblem[] } {
  // Settings without an address start the sandbox, which the libraries do not have. So a missing address is read as an invalid one.
  const env: Record<string, string> = {
    AUTH_DISABLED: 'true',
    EVENT_SERVICE_ALLOW_HTTP: 'true',
    EVENT_SERVICE_URL: 'missing',
    EVENT_SERVICE_ACTIVITY_IDS: '1',
  };
  const wrong = new Set<string>();
  for (const [path, setting] of Object.entries(settingOf)) {
    const value = given.get(path);
    if (value === undefined && required.includes(path as OptionPath)) env[setting] = '';
    if (value === undefined || value === null || (path === 'url' && typeof value === 'string' && isBlank(value))) continue;
    if (optionKinds.get(path)!.is(value)) env[setting] = settingText(value as string | number | readonly number[]);
    else wrong.add(path);
  }
  try {
    return { config: readConfig(env), problems: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const problems = error.problems.map(({ setting, expected }) => ({
      setting: optionOf(setting),
      expected: expected.replace(/^missing;.*$/s, 'missing'),
    }));
    return { config: null, problems: problems.filter(({ setting }) => !wrong.has(setting)) };
  }
}

const settingText = (value: string | number | readonly number[]): string => (typeof value === 'object' ? value.join(',') : String(value));

const optionOf = (setting: string): string => Object.entries(settingOf).find(([, name]) => name === setting)?.[0] ?? setting;

async function isSignerModule(path: string): Promise<boolean> {
  return loadSignerModule(path).then(
    () => true,
    () => false,
  );
}

/** The type of an option's value. It is checked before the rules of the setting apply. */
interface OptionKind {
  readonly is: (value: unknown) => boolean;
  readonly expected: string;
}

const string: OptionKind = { is: (value) => typeof value === 'string', expected: 'a string' };
/** Unlike a blank setting, which counts as not set, a blank option is an error. */
const filled: OptionKind = { is: (value) => typeof value === 'string' && !isBlank(value), expected: 'a string that is not blank' };
const flag: OptionKind = { is: (value) => typeof value === 'boolean', expected: 'true or false' };
const number: OptionKind = { is: (value) => typeof value === 'number', expected: 'a number' };
const path: OptionKind = { is: filled.is, expected: 'a path' };
const numbers: OptionKind = { is: (value) => Array.isArray(value) && value.every(number.is), expected: 'an array of numbers' };
const orNull = ({ is, expected }: OptionKind): OptionKind => ({
  is: (value) => value === null || is(value),
  expected: `${expected}, or null`,
});
const contentOf = (file: string): OptionKind => ({ is: isObject, expected: `an object, as ${file} contains it` });
const pattern: OptionKind = { is: (value) => value instanceof RegExp, expected: 'a RegExp' };

const tracer: OptionKind = {
  is: (value) => typeof value === 'object' && value !== null && 'startSpan' in value && typeof value.startSpan === 'function',
  expected: 'a tracer of OpenTelemetry',
};

const kinds = {
  url: string,
  publicKey: string,
  privateKey: string,
  activityIds: numbers,
  stateFile: path,
  authDirectives: flag,
  typePrefix: filled,
  relayNode: flag,
  upstreamReport: flag,
  tracer,
  operations: contentOf('an operations file'),
  activities: contentOf('ACTIVITIES_FILE'),
  'service.authHeader': filled,
  'service.timeoutMs': number,
  'service.retries': number,
  'service.maxConnections': number,
  'service.maxPageSize': number,
  'service.maxIds': number,
  'service.maxResponseBytes': number,
  'service.notFoundPattern': orNull(pattern),
  'service.busyPattern': orNull(pattern),
  'service.clockOffsetSeconds': number,
  'service.signature.algorithm': filled,
  'service.signature.version': number,
  'service.signature.template': filled,
  'service.signature.signerModule': orNull(path),
} as const satisfies Record<string, OptionKind>;

/** The path of an option, such as `service.signature.version`. */
export type OptionPath = keyof typeof kinds;

/** The type of each option, by its path. */
export const optionKinds: ReadonlyMap<string, OptionKind> = new Map(Object.entries(kinds));

/** The setting for each option that has one. Its rules apply to the option too. */
export const settingOf: Readonly<Partial<Record<OptionPath, SettingName>>> = {
  url: 'EVENT_SERVICE_URL',
  publicKey: 'EVENT_SERVICE_PUBLIC_KEY',
  privateKey: 'EVENT_SERVICE_PRIVATE_KEY',
  activityIds: 'EVENT_SERVICE_ACTIVITY_IDS',
  typePrefix: 'TYPE_PREFIX',
  'service.authHeader': 'EVENT_SERVICE_AUTH_HEADER',
  'service.timeoutMs': 'EVENT_SERVICE_TIMEOUT_MS',
  'service.retries': 'EVENT_SERVICE_RETRIES',
  'service.maxConnections': 'EVENT_SERVICE_MAX_CONNECTIONS',
  'service.maxPageSize': 'EVENT_SERVICE_MAX_PAGE_SIZE',
  'service.maxIds': 'EVENT_SERVICE_MAX_IDS',
  'service.maxResponseBytes': 'EVENT_SERVICE_MAX_RESPONSE_BYTES',
  'service.clockOffsetSeconds': 'EVENT_SERVICE_CLOCK_OFFSET_SECONDS',
  'service.signature.algorithm': 'EVENT_SERVICE_SIGNATURE_ALGORITHM',
  'service.signature.version': 'EVENT_SERVICE_SIGNATURE_VERSION',
  'service.signature.template': 'EVENT_SERVICE_SIGNATURE_TEMPLATE',
  'service.signature.signerModule': 'EVENT_SERVICE_SIGNER_MODULE',
};
