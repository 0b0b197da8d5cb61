import type { Secret } from '../primitives/secret.js';
import type { ActivityId } from '../records/ids.js';
import { defaultAuthHeader } from '../records/signature.js';
import { tracesProtocol, tracesUrl } from './contradictions.js';
import { isSet, type Environment } from './environment.js';
import { freeze } from './freeze.js';
import { misspeltNames, type MisspeltName } from './misspelt-names.js';
import { namedFiles, type NamedFiles } from './named-files.js';
import type { SettingProblem } from './problem.js';
import { authenticationIsOff, brokenRules } from './rules.js';
import { defaultStateFile, settingNames, settings, type SettingValues } from './settings.js';
import type { ApiKey, AttendeeClaim } from './values/caller.js';

/** All settings of the program in groups, read once and frozen. */
export type Config = Readonly<ReturnType<typeof grouped>>;

/** An organiser's account at an event service: the address of the service, the keys, and the activities that are served. */
export interface ServiceAccount {
  readonly url: string;
  readonly publicKey: string;
  readonly privateKey: Secret;
  /** The first is the default. Never empty. */
  readonly activityIds: readonly ActivityId[];
}

/** One or more settings are bad. The message lists all of them with what was expected, never with their values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(
    readonly problems: readonly SettingProblem[],
    options?: ErrorOptions,
    source: 'settings' | 'options' = 'settings',
  ) {
    super([`Bad ${source}:`, ...problems.map(({ setting, expected }) => `  ${setting}: ${expected}`)].join('\n'), options);
  }
}

/** Reads all settings. Spaces around a value are ignored, and a blank value counts as not set. @throws ConfigError */
export function readConfig(env: Environment = process.env): Config {
  const given = Object.fromEntries(settingNames.filter((name) => isSet(env, name)).map((name) => [name, env[name]?.trim()]));
  const read = settings.safeParse(given);
  const malformed = (read.error?.issues ?? []).map((issue) => ({ setting: String(issue.path[0]), expected: issue.message }));
  const wellFormed = read.data ?? settings.parse({ ...given, ...Object.fromEntries(malformed.map(({ setting }) => [setting, undefined])) });
  const problems = [...malformed, ...brokenRules(env, wellFormed, new Set(malformed.map(({ setting }) => setting)))];
  if (problems.length > 0) throw new ConfigError(problems);
  return grouped(wellFormed, authenticationIsOff(env, wellFormed));
}

/** Reads every setting for a program that serves no callers: their authentication need not be set. @throws ConfigError */
export const readServiceConfig = (env: Environment = process.env): Config => readConfig({ ...env, AUTH_DISABLED: 'true' });

/**
 * Returns names in the environment that resemble a setting, for warnings. Names that resemble a critical setting are bad settings
 * instead.
 */
export const namesToWarnOf = (env: Environment = process.env): readonly MisspeltName[] => misspeltNames(env).warned;

/** Returns the files that well-formed settings name, even if other settings are bad. */
export const readNamedFiles = (env: Environment = process.env): NamedFiles => namedFiles(env);

/** Puts the settings into groups by the stage that uses them. */
function grouped(given: SettingValues, isAuthenticationOff: boolean) {
  const sandbox = given.EVENT_SERVICE_URL === undefined;
  const apiKeys: readonly ApiKey[] = given.AUTH_API_KEYS;
  return freeze({
    mode: sandbox ? ('sandbox' as const) : ('live' as const),
    /** null in sandbox mode: the sandbox has an address and keys of its own. */
    live: liveAddress(given),
    /** The sandbox: whether its data changes by itself, and the seed of its data. */
    sandbox: { changes: given.SANDBOX_LIVE ?? true, seed: given.SANDBOX_SEED },
    service: {
      /** The header that carries the signature. The sandbox knows only the default. */
      authHeader: sandbox ? defaultAuthHeader : given.EVENT_SERVICE_AUTH_HEADER,
      signature: {
        version: given.EVENT_SERVICE_SIGNATURE_VERSION,
        template: given.EVENT_SERVICE_SIGNATURE_TEMPLATE,
        algorithm: given.EVENT_SERVICE_SIGNATURE_ALGORITHM,
        signerModule: given.EVENT_SERVICE_SIGNER_MODULE ?? null,
      },
      notFoundPattern: given.EVENT_SERVICE_NOT_FOUND_PATTERN ?? null,
      busyPattern: given.EVENT_SERVICE_BUSY_PATTERN ?? null,
      /** Added to this machine's time in signatures. */
      clockOffsetSeconds: given.EVENT_SERVICE_CLOCK_OFFSET_SECONDS,
      timeoutMs: given.EVENT_SERVICE_TIMEOUT_MS,
      retries: given.EVENT_SERVICE_RETRIES,
      maxConnections: given.EVENT_SERVICE_MAX_CONNECTIONS,
      maxPageSize: given.EVENT_SERVICE_MAX_PAGE_SIZE,
      /** A page must have room for the attendees of all ids. */
      maxIds: Math.min(given.EVENT_SERVICE_MAX_IDS ?? Infinity, given.EVENT_SERVICE_MAX_PAGE_SIZE),
      maxResponseBytes: given.EVENT_SERVICE_MAX_RESPONSE_BYTES,
    },
    auth: {
      /** false: callers need no credential and have `dataScopes`. */
      required: !isAuthenticationOff,
      apiKeys,
      jwt: tokenSettings(given),
      routerSecrets: given.AUTH_ROUTER_SECRETS,
      disabled: given.AUTH_DISABLED,
    },
    /** null if nothing is cached. */
    contentCache: given.CACHE_TTL && { ttlSeconds: given.CACHE_TTL, staleIfErrorSeconds: given.CACHE_STALE_IF_ERROR },
    /** The file that stores outcomes of registrations; null if they are in memory. Not used with Redis. */
    stateFile: given.STATE_FILE ?? (sandbox ? null : defaultStateFile),
    /** null if nothing is shared with other replicas. */
    redis:
      given.REDIS_URL === undefined ? null : { url: given.REDIS_URL, keyPrefix: given.REDIS_KEY_PREFIX, timeoutMs: given.REDIS_TIMEOUT_MS },
    /** The file that binds operations (§4.12); null if there is none. */
    operationsFile: given.OPERATIONS_FILE ?? null,
    /** The file that states the name, place, time zone and so on of activities; null if there is none. */
    activitiesFile: given.ACTIVITIES_FILE ?? null,
    /** The check-ins that the service pushes. Without secrets the address does not exist. */
    checkInHook: { secrets: given.CHECK_IN_HOOK_SECRETS as readonly Secret[], attendeeAt: given.CHECK_IN_HOOK_ATTENDEE ?? null },
    limits: {
      maxDepth: given.MAX_DEPTH,
      maxCost: given.MAX_COST,
      maxAliases: given.MAX_ALIASES,
      maxRootFields: given.MAX_ROOT_FIELDS,
      maxUpstreamCalls: given.MAX_UPSTREAM_CALLS,
    },
    graph: {
      upstreamReport: given.UPSTREAM_REPORT ?? sandbox,
      authDirectives: given.FEDERATION_AUTH_DIRECTIVES,
      typePrefix: given.TYPE_PREFIX ?? null,
      relayNode: given.RELAY_NODE,
    },
    server: {
      host: given.HOST,
      port: given.PORT,
      admin: { host: given.ADMIN_HOST, port: given.ADMIN_PORT },
      introspection: given.INTROSPECTION ?? sandbox,
      explorer: given.EXPLORER ?? (sandbox ? 'graphiql' : 'off'),
      cors: {
        origins: given.CORS_ORIGINS ?? (sandbox ? ['https://studio.apollographql.com'] : []),
        /** Whether the program's own origin is allowed too. Its port is known only once it listens. */
        own: sandbox && given.CORS_ORIGINS === undefined,
      },
      /** null if any host is accepted. With authentication the check is not needed, because DNS rebinding cannot provide a credential. */
      allowedHosts: isAuthenticationOff && given.ALLOWED_HOSTS !== null ? [...given.ALLOWED_HOSTS, given.HOST.toLowerCase()] : null,
      maxConnections: given.MAX_CONNECTIONS,
      maxTokens: given.MAX_TOKENS,
      maxBodyBytes: given.MAX_BODY_BYTES,
      maxBodyValues: given.MAX_BODY_VALUES,
      maxResponseBytes: given.MAX_RESPONSE_BYTES,
      requestTimeoutMs: given.REQUEST_TIMEOUT_MS,
      /** Calls to the service for each second and caller; null for no limit. */
      rateLimit: given.RATE_LIMIT,
      shutdownGraceMs: given.SHUTDOWN_GRACE_MS,
    },
    /** Files with the documents that callers may name by id, perhaps none. */
    trustedDocuments: { files: given.TRUSTED_DOCUMENTS_FILE as readonly string[], mode: given.TRUSTED_DOCUMENTS ?? ('allow' as const) },
    /** `log`, `off`, or the path of a file. */
    auditLog: given.AUDIT_LOG,
    /** Where traces are sent, and how; null if none are sent. */
    traces: tracesSettings(given),
    /** Processes that serve requests. */
    workers: given.WORKERS,
    log: { level: given.LOG_LEVEL, format: given.LOG_FORMAT },
  });
}

function tracesSettings(given: SettingValues) {
  const [url, protocol] = [tracesUrl(given), tracesProtocol(given)];
  return url === null || protocol === 'grpc' ? null : { url, protocol };
}

function tokenSettings(given: SettingValues) {
  const { AUTH_JWKS_URL: jwksUrl, AUTH_JWT_ISSUER: issuer, AUTH_JWT_AUDIENCE: audience } = given;
  if (jwksUrl === undefined) return null;
  return {
    jwksUrl,
    issuer: issuer!,
    audience: audience!,
    attendee: { claims: given.AUTH_JWT_ATTENDEE_CLAIMS as readonly AttendeeClaim[], trustUnverified: given.AUTH_JWT_TRUST_UNVERIFIED },
    activitiesClaim: given.AUTH_JWT_ACTIVITIES_CLAIM ?? null,
  };
}

function liveAddress(given: SettingValues): ServiceAccount | null {
  if (given.EVENT_SERVICE_URL === undefined) return null;
  return {
    url: given.EVENT_SERVICE_URL,
    publicKey: given.EVENT_SERVICE_PUBLIC_KEY!,
    privateKey: given.EVENT_SERVICE_PRIVATE_KEY!,
    activityIds: given.EVENT_SERVICE_ACTIVITY_IDS!,
  };
}
