/* The options of both libraries: their types, and how they are checked by the rules of the settings. */

import { checkActivities } from '../config/activities-file.js';
import { ConfigError, readConfig, type Config, type ServiceAccount } from '../config/config.js';
import { asSettingProblems } from '../config/json-file.js';
import * as kinds from '../config/kinds.js';
import { expectedRegExp, messagePattern } from '../config/message-pattern.js';
import { maxTypingErrors, nearest } from '../config/misspelt-names.js';
import { settings, type Setting, type SettingName } from '../config/settings.js';
import type { SpanTracer } from '../primitives/span.js';
import { isBlank, isObject } from '../primitives/values.js';
import type { ActivityFacts, FactsByActivity } from '../records/activity-facts.js';
import type { SignatureAlgorithm, SignatureCase } from '../records/signature.js';
import { loadSignerModule } from '../service/transport/signing.js';
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
  readonly case?: SignatureCase | undefined;
  /** The member Version of the header. */
  readonly version?: number | undefined;
  /** The text to hash, with placeholders such as {UserPublicKey}. */
  readonly template?: string | undefined;
  /** Path of a module whose default export computes the signature. It replaces template, algorithm and case. */
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
  given: object,
  required: readonly string[] = [],
): Promise<{ readonly checked: CheckedOptions | null; readonly problems: OptionProblem[] }> {
  const values = flattened(given);
  const { config, problems } = asSettings(values, required);
  problems.unshift(...[...values].flatMap(([path, value]) => optionProblem(path, value) ?? []));
  const signerModule = values.get('service.signature.signerModule');
  if (typeof signerModule === 'string' && !isBlank(signerModule) && !(await isSignerModule(signerModule))) {
    problems.push({ setting: 'service.signature.signerModule', expected: expectedSignerModule });
  }
  const patternAt = (setting: string) => {
    const pattern = values.get(setting);
    const compiled = pattern instanceof RegExp ? messagePattern(pattern) : null;
    if (compiled === undefined) problems.push({ setting, expected: `expected ${expectedRegExp}` });
    return compiled ?? null;
  };
  const activities = checkActivities(values.get('activities') ?? {});
  if (knownOptions.get('activities')!.is(values.get('activities'))) problems.push(...asSettingProblems('activities', activities.problems));
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
function flattened(given: unknown, prefix = ''): Map<string, unknown> {
  const entries = typeof given === 'object' && given !== null ? Object.entries(given as Record<string, unknown>) : [];
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
  const option = knownOptions.get(path);
  if (option === undefined) return { setting: path, expected: unknownOption(path) };
  return option.is(value) ? null : { setting: path, expected: `expected ${option.expected}` };
}

/** Returns an error text that suggests an option with a similar name at any path, or else lists the options at this path. */
function unknownOption(path: string): string {
  const lastName = (text: string) => text.slice(text.lastIndexOf('.') + 1).toLowerCase();
  const byName = new Map([...knownOptions.keys()].map((known) => [lastName(known), known]));
  const similar = nearest(lastName(path), [...byName.keys()], maxTypingErrors);
  if (similar) return `unknown option; did you mean ${byName.get(similar.name)!}?`;
  const prefix = path.slice(0, path.lastIndexOf('.') + 1);
  const siblings = [...knownOptions.keys()]
    .filter((known) => known.startsWith(prefix))
    .map((known) => known.slice(prefix.length).split('.')[0]!);
  return `unknown option; expected one of ${[...new Set(siblings)].join(', ')}`;
}

/** Reads the options that are settings too. Options of the wrong type are left out, because they are reported already. */
function asSettings(
  given: ReadonlyMap<string, unknown>,
  required: readonly string[],
): { config: Config | null; problems: OptionProblem[] } {
  // Settings without an address start the sandbox, which the libraries do not have. So a missing address is read as an invalid one.
  const env: Record<string, string> = {
    AUTH_DISABLED: 'true',
    EVENT_SERVICE_ALLOW_HTTP: 'true',
    EVENT_SERVICE_URL: 'missing',
    EVENT_SERVICE_ACTIVITY_IDS: '1',
  };
  const wrong = new Set<string>();
  for (const [place, { is, setting }] of knownOptions) {
    if (setting === undefined) continue;
    const value = given.get(place);
    if (value === undefined && required.includes(place)) env[setting] = '';
    if (value === undefined || value === null || (place === 'url' && typeof value === 'string' && isBlank(value))) continue;
    if (is(value)) env[setting] = settingText(value as string | number | readonly number[]);
    else wrong.add(place);
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

const optionOf = (name: string): string => [...knownOptions].find(([, { setting }]) => setting === name)?.[0] ?? name;

async function isSignerModule(path: string): Promise<boolean> {
  return loadSignerModule(path).then(
    () => true,
    () => false,
  );
}

/** An option: the type of its value, which is checked first, and the setting whose rules apply to it too, if there is one. */
interface Option {
  readonly is: (value: unknown) => boolean;
  readonly expected: string;
  readonly setting?: SettingName;
}

const string: Option = { is: (value) => typeof value === 'string', expected: 'a string' };
/** Unlike a blank setting, which counts as not set, a blank option is an error. */
const filled: Option = { is: (value) => typeof value === 'string' && !isBlank(value), expected: 'a string that is not blank' };
const flag: Option = { is: (value) => typeof value === 'boolean', expected: 'true or false' };
const number: Option = { is: (value) => typeof value === 'number', expected: 'a number' };
const path: Option = { is: filled.is, expected: 'a path' };
const numbers: Option = { is: (value) => Array.isArray(value) && value.every(number.is), expected: 'an array of numbers' };
const orNull = ({ is, expected }: Option): Option => ({ is: (value) => value === null || is(value), expected: `${expected}, or null` });
const contentOf = (file: string): Option => ({ is: isObject, expected: `an object, as ${file} contains it` });
const tracer: Option = {
  is: (value) => typeof value === 'object' && value !== null && 'startSpan' in value && typeof value.startSpan === 'function',
  expected: 'a tracer of OpenTelemetry',
};
const pattern = orNull({ is: (value) => value instanceof RegExp, expected: 'a RegExp' });

/** The option of a setting of calls to the service, such as `service.timeoutMs`, which is at the same place among the options. */
function optionOfService({ name, kind }: Setting<unknown, SettingName>): Option {
  if (kind === kinds.pattern) return pattern;
  if (kind === kinds.path) return { ...orNull(path), setting: name };
  return { ...(kind.isNumber ? number : filled), setting: name };
}

/** Every option by its path. */
export const knownOptions: ReadonlyMap<string, Option> = new Map<string, Option>([
  ['url', { ...string, setting: 'EVENT_SERVICE_URL' }],
  ['publicKey', { ...string, setting: 'EVENT_SERVICE_PUBLIC_KEY' }],
  ['privateKey', { ...string, setting: 'EVENT_SERVICE_PRIVATE_KEY' }],
  ['activityIds', { ...numbers, setting: 'EVENT_SERVICE_ACTIVITY_IDS' }],
  ['stateFile', path],
  ['authDirectives', flag],
  ['typePrefix', { ...filled, setting: 'TYPE_PREFIX' }],
  ['relayNode', flag],
  ['upstreamReport', flag],
  ['tracer', tracer],
  ['operations', contentOf('an operations file')],
  ['activities', contentOf('ACTIVITIES_FILE')],
  ...settings
    .filter(({ place }) => place.startsWith('service.'))
    .map(({ place, setting }): [string, Option] => [place, optionOfService(setting)]),
]);
