/* The settings as the program uses them: read once and checked together. */

import type { Secret } from '../primitives/secret.js';
import type { ActivityId } from '../records/ids.js';
import { ConfigError, isSet, type Environment } from './environment.js';
import { misspeltNames } from './misspelt-names.js';
import { brokenRules, tracesTarget, waysToAuthenticate } from './rules.js';
import { readSettings, type SettingValues } from './settings.js';

/** Every setting, at the place of its row in settings.ts; and what follows from several of them. */
export type Config = Readonly<ReturnType<typeof configOf>>;

/** An organiser's account at an event service: the address of the service, the keys, and the activities that are served. */
export interface ServiceAccount {
  readonly url: string;
  readonly publicKey: string;
  readonly privateKey: Secret;
  /** The first is the default. Never empty. */
  readonly activityIds: readonly ActivityId[];
}

/**
 * Reads all settings.
 * @returns what they mean, where malformed ones have their defaults; all problems; and `unknownNames` in the environment that resemble a
 * setting. Those that resemble a critical one are problems instead
 */
export function checkSettings(env: Environment = process.env) {
  const { values, malformed } = readSettings(env);
  const misspelt = misspeltNames(env);
  const broken = brokenRules(env, malformed.length === 0 ? values : null);
  const config: Config = configOf(values, env);
  return { config, problems: [...malformed, ...broken, ...misspelt.problems], unknownNames: misspelt.warnings };
}

/** Reads all settings. @throws ConfigError with every problem */
export function readConfig(env?: Environment): Config {
  const { config, problems } = checkSettings(env);
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Reads every setting for a program that serves no callers: their authentication need not be set. */
export const checkServiceSettings = (env: Environment = process.env) =>
  checkSettings(waysToAuthenticate(env).length > 0 ? env : { ...env, AUTH_DISABLED: 'true' });

/** Adds what depends on the mode, or on several settings. */
function configOf(values: SettingValues, env: Environment) {
  const { account, service, auth, contentCache, redis, server, traces, ...others } = values;
  const sandbox = account.url === null;
  const isAuthenticationOff = auth.disabled || (sandbox && waysToAuthenticate(env).length === 0);
  return {
    ...others,
    mode: sandbox ? ('sandbox' as const) : ('live' as const),
    /** null in sandbox mode: the sandbox has an address and keys of its own. */
    liveAccount: sandbox ? null : (account as ServiceAccount),
    service: { ...serviceSettings(service), ...(sandbox && signatureOfSandbox(service)) },
    auth: {
      ...auth,
      /** false: callers need no credential and have `dataScopes`. */
      required: !isAuthenticationOff,
      /** null if tokens are not accepted. */
      jwt: auth.jwt.jwksUrl === null ? null : (auth.jwt as CompleteTokenSettings),
    },
    /** null if nothing is cached. */
    contentCache: contentCache.ttlSeconds && { ...contentCache, ttlSeconds: contentCache.ttlSeconds },
    /** null if nothing is shared with other replicas. */
    redis: redis.url && { ...redis, url: redis.url },
    server: {
      ...server,
      /** `local`: whether the program's own origin and those of this machine are allowed too. */
      cors: { ...server.cors, local: sandbox && !isSet(env, 'CORS_ORIGINS') },
      /** null if any host is accepted. With authentication the check is not needed, because DNS rebinding cannot provide a credential. */
      allowedHosts: isAuthenticationOff && server.allowedHosts !== null ? [...server.allowedHosts, server.host.toLowerCase()] : null,
    },
    traces: tracesTarget(traces) as HttpTraces | null,
  };
}

/** The sandbox knows only the default header and the default rule. A module may compute the signature by this rule too. */
function signatureOfSandbox({ signature }: SettingValues['service']) {
  const { authHeader, signature: known } = readSettings({}).values.service;
  return { authHeader, signature: { ...known, version: signature.version, signerModule: signature.signerModule } };
}

/** Adds what depends on several settings of the service. */
export const serviceSettings = (service: SettingValues['service']) => ({
  ...service,
  /** A page must have room for the attendees of all ids. */
  maxIds: Math.min(service.maxIds ?? Infinity, service.maxPageSize),
});

/** The settings of tokens, which go together. */
type CompleteTokenSettings = SettingValues['auth']['jwt'] & {
  readonly jwksUrl: string;
  readonly issuer: string;
  readonly audience: string;
};

/** Where traces are sent, and how. Another protocol is a bad setting. */
interface HttpTraces {
  readonly url: string;
  readonly protocol: 'http/protobuf' | 'http/json';
}
