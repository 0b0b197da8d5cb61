import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type Settings, type SettingName, settingNames, settings } from './config/settings.js';
import type { ApiKey } from './config/values.js';
import type { ActivityId } from './model/ids.js';
import type { Secret } from './model/secret.js';

/** What the program was told, read once and frozen. */
export type Config = Readonly<ReturnType<typeof arrange>>;

/** The event service of a live program. */
export interface LiveService {
  readonly url: string;
  readonly publicKey: string;
  readonly privateKey: Secret;
  /** The first is the default. Never empty. */
  readonly activityIds: readonly ActivityId[];
}

/** The exit code of a program that is configured wrongly (EX_CONFIG of sysexits). */
export const configErrorExitCode = 78;

/** Names every bad setting at once with what was expected of it, and never a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly problems: readonly { readonly setting: string; readonly expected: string }[]) {
    super(['Bad settings:', ...problems.map(({ setting, expected }) => `  ${setting}: ${expected}`)].join('\n'));
  }
}

/** Adds what the file says to the environment, where the environment says nothing itself. No file, no change. */
export function loadDotEnv(path = '.env'): void {
  if (!existsSync(path)) return;
  for (const [name, text] of Object.entries(parseEnv(readFileSync(path, 'utf8')))) process.env[name] ??= text;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads every setting; a blank one counts as not set, and blanks around one do not count. @throws ConfigError */
export function readConfig(env: Environment = process.env): Config {
  const given = Object.fromEntries(settingNames.filter((name) => isSet(env, name)).map((name) => [name, env[name]?.trim()]));
  const read = settings.safeParse(given);
  const problems = [
    ...(read.error?.issues ?? []).map((issue) => ({ setting: String(issue.path[0]), expected: `expected ${issue.message}` })),
    ...missing(env),
    ...unsupported(env),
  ];
  if (read.data === undefined || problems.length > 0) throw new ConfigError(problems);
  return arrange(read.data, authenticationIsOff(env, read.data));
}

const isSet = (env: Environment, name: string): boolean => (env[name] ?? '').trim() !== '';

/** A live program without these would not know its service, or would serve it to anyone: it does not start. */
function missing(env: Environment) {
  if (!isSet(env, 'EVENT_SERVICE_URL')) return [];
  const required: readonly SettingName[] = ['EVENT_SERVICE_PUBLIC_KEY', 'EVENT_SERVICE_PRIVATE_KEY', 'EVENT_SERVICE_ACTIVITY_IDS'];
  const problems = required
    .filter((name) => !isSet(env, name))
    .map((setting) => ({ setting: setting as string, expected: 'missing; EVENT_SERVICE_URL needs it' }));
  if (!isSet(env, 'AUTH_API_KEYS') && (env['AUTH_DISABLED'] ?? '').trim() !== 'true') {
    const expected = 'missing; callers of a live service must authenticate, or AUTH_DISABLED must be true to serve anyone who asks';
    problems.push({ setting: 'AUTH_API_KEYS', expected });
  }
  return problems;
}

/** Ways to authenticate that are not there yet: whoever sets one must not be left with less than was asked for. */
const unsupportedNames = ['AUTH_JWKS_URL', 'AUTH_JWT_ISSUER', 'AUTH_JWT_AUDIENCE', 'AUTH_ROUTER_SECRETS'];
const unsupported = (env: Environment) =>
  unsupportedNames
    .filter((name) => isSet(env, name))
    .map((setting) => ({ setting, expected: 'this version has no such way to authenticate' }));

const authenticationIsOff = (env: Environment, given: Settings): boolean =>
  given.AUTH_DISABLED || (given.EVENT_SERVICE_URL === undefined && !isSet(env, 'AUTH_API_KEYS'));

function arrange(given: Settings, open: boolean) {
  const sandbox = given.EVENT_SERVICE_URL === undefined;
  const apiKeys: readonly ApiKey[] = given.AUTH_API_KEYS;
  return freeze({
    mode: sandbox ? ('sandbox' as const) : ('live' as const),
    /** null in sandbox mode, where the embedded service has its own. */
    live: liveService(given),
    service: {
      signature: {
        version: given.EVENT_SERVICE_SIGNATURE_VERSION,
        template: given.EVENT_SERVICE_SIGNATURE_TEMPLATE,
        algorithm: given.EVENT_SERVICE_SIGNATURE_ALGORITHM,
        signerModule: given.EVENT_SERVICE_SIGNER_MODULE ?? null,
      },
      notFoundPattern: given.EVENT_SERVICE_NOT_FOUND_PATTERN ?? null,
      timeoutMs: given.EVENT_SERVICE_TIMEOUT_MS,
      retries: given.EVENT_SERVICE_RETRIES,
      maxConnections: given.EVENT_SERVICE_MAX_CONNECTIONS,
      maxPageSize: given.EVENT_SERVICE_MAX_PAGE_SIZE,
      maxResponseBytes: given.EVENT_SERVICE_MAX_RESPONSE_BYTES,
    },
    /** open: anyone may ask, with every scope. */
    auth: { open, apiKeys, disabled: given.AUTH_DISABLED },
    graph: {
      upstreamReport: given.UPSTREAM_REPORT ?? sandbox,
      federationAuthDirectives: given.FEDERATION_AUTH_DIRECTIVES,
    },
    server: {
      host: given.HOST,
      port: given.PORT,
      admin: { host: given.ADMIN_HOST, port: given.ADMIN_PORT },
      introspection: given.INTROSPECTION ?? sandbox,
      explorer: given.EXPLORER ?? (sandbox ? 'graphiql' : 'off'),
      cors: {
        origins: given.CORS_ORIGINS ?? (sandbox ? ['https://studio.apollographql.com'] : []),
        /** Whether the program's own origin is one of them; its port is known when it listens. */
        own: sandbox && given.CORS_ORIGINS === undefined,
      },
      maxTokens: given.MAX_TOKENS,
      maxBodyBytes: given.MAX_BODY_BYTES,
      requestTimeoutMs: given.REQUEST_TIMEOUT_MS,
      shutdownGraceMs: given.SHUTDOWN_GRACE_MS,
    },
    log: { level: given.LOG_LEVEL, format: given.LOG_FORMAT },
  });
}

function liveService(given: Settings): LiveService | null {
  if (given.EVENT_SERVICE_URL === undefined) return null;
  return {
    url: given.EVENT_SERVICE_URL,
    publicKey: given.EVENT_SERVICE_PUBLIC_KEY!,
    privateKey: given.EVENT_SERVICE_PRIVATE_KEY!,
    activityIds: given.EVENT_SERVICE_ACTIVITY_IDS!,
  };
}

const isPlain = (value: unknown): value is object =>
  Array.isArray(value) || (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype);

/** Plain objects and lists, all the way down. */
function freeze<T extends object>(tree: T): Readonly<T> {
  for (const branch of Object.values(tree) as unknown[]) if (isPlain(branch)) freeze(branch);
  return Object.freeze(tree);
}
