import { expectedPattern, messagePattern } from '../config/message-pattern.js';
import { nearest } from '../config/edit-distance.js';
import { ConfigError, readConfig, type Config, type ServiceAddress } from '../config/config.js';
import type { SignatureAlgorithm } from '../model/signature.js';
import { optionKinds, settingOf, type OptionPath } from './option-kinds.js';
import { loadSignerModule } from '../transport/signer-module.js';

/** What both libraries take: which service, and with whose keys. An option that is undefined is one that was not given. */
export interface ServiceOptions {
  /** Base address of the service; may carry a path prefix. */
  readonly url: string;
  readonly publicKey: string;
  readonly privateKey: string;
  /** How the service is called. Each of these has the default of its setting. */
  readonly service?: ServiceTuning | undefined;
}

export interface ServiceTuning {
  /** The name of the header that carries the signature, such as `Service-Auth`. */
  readonly authHeader?: string | undefined;
  /** Budget of one call, its retries included. */
  readonly timeoutMs?: number | undefined;
  /** Further attempts of a read. */
  readonly retries?: number | undefined;
  /** Sockets to the service. */
  readonly maxConnections?: number | undefined;
  /** The largest page requested of the service, and the largest `first`. */
  readonly maxPageSize?: number | undefined;
  /** A larger reply is refused. */
  readonly maxResponseBytes?: number | undefined;
  /** A get-one whose rejection matches this is a plain null. */
  readonly notFoundPattern?: RegExp | null | undefined;
  readonly signature?: SignatureOptions | undefined;
}

/** How calls are signed. */
export interface SignatureOptions {
  readonly algorithm?: SignatureAlgorithm | undefined;
  /** The header's member Version. */
  readonly version?: number | undefined;
  /** The text that is hashed, with placeholders such as {UserPublicKey}. */
  readonly template?: string | undefined;
  /** Path of a module whose default export computes the signature, where no template can. */
  readonly signerModule?: string | null | undefined;
}

export type OptionProblem = ConfigError['problems'][number];

/** Options that were checked, as the settings would have them. */
export interface CheckedOptions {
  readonly address: ServiceAddress;
  readonly service: Config['service'];
}

/**
 * Checks options as the settings are checked; both libraries know the same ones. Reads no environment.
 * @param required names of options that must be given beside the address and the keys
 * @returns every problem, and the options where there is none
 */
export async function checkOptions(
  options: object,
  required: readonly OptionPath[] = [],
): Promise<{ readonly checked: CheckedOptions | null; readonly problems: OptionProblem[] }> {
  const given = flattened(options);
  const { config, problems } = asSettings(given, required);
  problems.unshift(...[...given].flatMap(([path, value]) => problemOf(path, value) ?? []));
  const signerModule = given.get('service.signature.signerModule');
  if (typeof signerModule === 'string' && !isBlank(signerModule) && !(await isSignerModule(signerModule))) {
    problems.push({
      setting: 'service.signature.signerModule',
      expected: 'expected the path of a module whose default export is a function',
    });
  }
  const pattern = given.get('service.notFoundPattern');
  const notFoundPattern = pattern instanceof RegExp ? messagePattern(pattern) : null;
  if (notFoundPattern === undefined) problems.push({ setting: 'service.notFoundPattern', expected: `expected ${expectedPattern}` });
  if (!config?.live || notFoundPattern === undefined || problems.length > 0) return { checked: null, problems };
  return { checked: { address: config.live, service: { ...config.service, notFoundPattern } }, problems };
}

/** @throws one ConfigError for all */
export function refuseOptions(problems: readonly OptionProblem[]): never {
  throw new ConfigError(problems, {}, 'options');
}

const groups: ReadonlySet<string> = new Set(['service', 'service.signature']);

/** Every option that was given, by its path. */
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

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is wrong with one option, where its name or its type tells. */
function problemOf(path: string, value: unknown): OptionProblem | null {
  if (groups.has(path)) return { setting: path, expected: 'expected an object' };
  const kind = optionKinds.get(path);
  if (kind === undefined) return { setting: path, expected: unknownOption(path) };
  return kind.is(value) ? null : { setting: path, expected: `expected ${kind.expected}` };
}

/** Points to the option that may be meant, wherever it stands, and to what there is in this place otherwise. */
function unknownOption(path: string): string {
  const lastName = (text: string) => text.slice(text.lastIndexOf('.') + 1).toLowerCase();
  const byName = new Map([...optionKinds.keys()].map((known) => [lastName(known), known]));
  const meant = nearest(lastName(path), [...byName.keys()], mostEdits);
  if (meant) return `unknown option; did you mean ${byName.get(meant.name)!}?`;
  const prefix = path.slice(0, path.lastIndexOf('.') + 1);
  const here = [...optionKinds.keys()]
    .filter((known) => known.startsWith(prefix))
    .map((known) => known.slice(prefix.length).split('.')[0]!);
  return `unknown option; expected one of ${[...new Set(here)].join(', ')}`;
}
const mostEdits = 2;

/** Reads the options that are settings as well. Those of a wrong type have been reported, and stay out. */
function asSettings(
  given: ReadonlyMap<string, unknown>,
  required: readonly OptionPath[],
): { config: Config | null; problems: OptionProblem[] } {
  // Without an address the settings would mean the sandbox, which is not to be had here: an invalid one takes its place.
  // Code that names an http address means it.
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
    if (value === undefined || value === null || (path === 'url' && isBlank(value))) continue;
    if (optionKinds.get(path)!.is(value)) env[setting] = written(value as string | number | readonly number[]);
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

const written = (value: string | number | readonly number[]): string => (typeof value === 'object' ? value.join(',') : String(value));

const optionOf = (setting: string): string => Object.entries(settingOf).find(([, name]) => name === setting)?.[0] ?? setting;

async function isSignerModule(path: string): Promise<boolean> {
  return loadSignerModule(path).then(
    () => true,
    () => false,
  );
}
