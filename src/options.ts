import { ConfigError, readConfig, type Config } from './config.js';

/** What both libraries take: which service, and with whose keys. */
export interface ServiceOptions {
  /** Base address of the service; may carry a path prefix. */
  readonly url: string;
  readonly publicKey: string;
  readonly privateKey: string;
  /** Anything that is not to be as the settings' defaults have it. */
  readonly service?: Partial<Omit<Config['service'], 'signature'>> & { readonly signature?: Partial<Config['service']['signature']> };
}

/** The options that settings say as well, by which they are checked. */
const settingOf = {
  url: 'EVENT_SERVICE_URL',
  publicKey: 'EVENT_SERVICE_PUBLIC_KEY',
  privateKey: 'EVENT_SERVICE_PRIVATE_KEY',
  activityIds: 'EVENT_SERVICE_ACTIVITY_IDS',
  typePrefix: 'TYPE_PREFIX',
  'service.timeoutMs': 'EVENT_SERVICE_TIMEOUT_MS',
  'service.retries': 'EVENT_SERVICE_RETRIES',
  'service.maxConnections': 'EVENT_SERVICE_MAX_CONNECTIONS',
  'service.maxPageSize': 'EVENT_SERVICE_MAX_PAGE_SIZE',
  'service.maxResponseBytes': 'EVENT_SERVICE_MAX_RESPONSE_BYTES',
  'service.signature.algorithm': 'EVENT_SERVICE_SIGNATURE_ALGORITHM',
  'service.signature.version': 'EVENT_SERVICE_SIGNATURE_VERSION',
  'service.signature.template': 'EVENT_SERVICE_SIGNATURE_TEMPLATE',
} as const;

/** How the service is asked: the options over the settings' defaults. Reads no environment. @throws ConfigError that names every bad option */
export function serviceSettings(options: ServiceOptions & { readonly activityIds?: readonly number[]; readonly typePrefix?: string }): Config['service'] {
  const { service = {} } = options;
  const flat: Readonly<Record<string, unknown>> = { ...options, ...prefixed('service.', service), ...prefixed('service.signature.', service.signature ?? {}) };
  // Without an address the settings would mean the sandbox, which is not to be had here: what is none takes its place.
  // Code that names an http address means it.
  const env: Record<string, string> = { AUTH_DISABLED: 'true', EVENT_SERVICE_ALLOW_HTTP: 'true', [settingOf.url]: 'missing', [settingOf.activityIds]: '1' };
  for (const [option, setting] of Object.entries(settingOf)) if (flat[option] !== undefined) env[setting] = written(flat[option]);
  const { signature, ...defaults } = checked(env).service;
  return { ...defaults, ...service, signature: { ...signature, ...service.signature } };
}

/** As a setting says it. What no setting could hold is told as a bad one. */
function written(value: unknown): string {
  if (Array.isArray(value)) return value.map(written).join(',');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : `a ${typeof value}`;
}

const prefixed = (prefix: string, values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [prefix + name, value as unknown]));

function checked(env: Readonly<Record<string, string>>): Config {
  try {
    return readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(error.problems.map(({ setting, expected }) => ({ setting: optionOf(setting), expected: expected.replace(/^missing;.*$/s, 'missing') })));
  }
}

function optionOf(setting: string): string {
  return Object.entries(settingOf).find(([, name]) => name === setting)?.[0] ?? setting;
}
