/* All settings: how the text of each is read, what it must be, and its default. */

import { z } from 'zod';
import { Secret } from '../primitives/secret.js';
import { identityKinds } from '../records/attendee-identity.js';
import { contentKinds, defaultTtlSeconds } from '../records/content-kind.js';
import { defaultAuthHeader, signatureAlgorithms, signaturePlaceholders } from '../records/signature.js';
import { expectedPattern } from './message-pattern.js';
import * as address from './values/address.js';
import * as value from './values/basic.js';
import * as caller from './values/caller.js';
import * as eventService from './values/event-service.js';

/** Files of variables are read by programs of which some keep quotes as a part of the value. No setting begins and ends with one. */
const isQuoted = /^(["'`]).*\1$/s;

/**
 * An optional setting. Errors show `expected` and never the value.
 * @param problemOf returns what is wrong with which part of a bad value, without the text of the part
 */
function setting<T, F = undefined>(
  parse: value.ParseSetting<T>,
  expected: string,
  fallback?: F,
  problemOf?: (text: string) => string | null,
) {
  return z
    .string()
    .optional()
    .transform((text, context): T | F => {
      if (text === undefined) return fallback as F;
      const quoted = isQuoted.test(text);
      const parsed = quoted ? undefined : parse(text);
      if (parsed !== undefined) return parsed;
      const problem = quoted ? null : (problemOf?.(text) ?? null);
      const description = quoted ? 'no quotes around the value' : expected;
      const message = problem === null ? `expected ${description}` : `${problem}. Expected: ${description}`;
      context.issues.push({ code: 'custom', message, input: undefined });
      return z.NEVER;
    });
}

const integer = (minimum: number, maximum: number, fallback: number) =>
  setting(value.integer(minimum, maximum), `a whole number from ${minimum} to ${maximum}`, fallback);
const choice = <T extends string, F>(names: readonly T[], fallback: F) =>
  setting(value.oneOf(...names), `one of ${names.join(', ')}`, fallback);
const flag = <F>(fallback: F) => setting(value.boolean, 'true or false', fallback);
const host = () => setting(address.host, 'a host name or an IP address', '127.0.0.1');
const text: value.ParseSetting<string> = (given) => given;

const maxMs = 3_600_000;
/** grpc is known, so that the rules can refuse it with a reason where traces are on. */
const otlpProtocols = ['http/protobuf', 'http/json', 'grpc'] as const;
const maxBytes = 512 * 1024 * 1024;

/** The STATE_FILE of a live service. */
export const defaultStateFile = './event-graph-state.db';

/** Every setting by its name in the environment. A default that depends on the mode is undefined here; config.ts sets it. */
export const settings = z.object({
  HOST: host(),
  PORT: integer(0, 65_535, 4000),
  ADMIN_HOST: host(),
  ADMIN_PORT: integer(0, 65_535, 4001),
  WORKERS: setting(value.workers, 'auto, or a whole number from 1 to 256', 1),

  EVENT_SERVICE_URL: setting(address.baseUrl, 'an http or https address without credentials, query or fragment'),
  EVENT_SERVICE_ALLOW_HTTP: flag(false),
  EVENT_SERVICE_PUBLIC_KEY: setting(value.visibleAscii, 'visible ASCII characters, no spaces'),
  EVENT_SERVICE_PRIVATE_KEY: setting((given) => new Secret(given), 'a key'),
  EVENT_SERVICE_ACTIVITY_IDS: setting(eventService.activityIds, 'comma-separated positive whole numbers, each once'),
  EVENT_SERVICE_AUTH_HEADER: setting(
    eventService.authHeader,
    'the name of an HTTP header field such as Service-Auth, at most 64 characters, not Host, Content-* or a field of the connection',
    defaultAuthHeader,
  ),
  EVENT_SERVICE_SIGNATURE_VERSION: integer(0, Number.MAX_SAFE_INTEGER, 1),
  EVENT_SERVICE_SIGNATURE_TEMPLATE: setting(
    eventService.signatureTemplate,
    `text with no other placeholders than ${signaturePlaceholders.map((name) => `{${name}}`).join(' ')}`,
    '{UserPublicKey}{ActivityId}{Time}{Version}{PrivateKey}',
  ),
  EVENT_SERVICE_SIGNATURE_ALGORITHM: choice(signatureAlgorithms, 'md5' as const),
  EVENT_SERVICE_SIGNER_MODULE: setting(text, 'a path'),
  EVENT_SERVICE_CLOCK_OFFSET_SECONDS: integer(-86_400, 86_400, 0),
  EVENT_SERVICE_NOT_FOUND_PATTERN: setting(value.pattern, expectedPattern),
  EVENT_SERVICE_BUSY_PATTERN: setting(value.pattern, expectedPattern),
  EVENT_SERVICE_TIMEOUT_MS: integer(1, maxMs, 10_000),
  EVENT_SERVICE_RETRIES: integer(0, 10, 2),
  EVENT_SERVICE_MAX_CONNECTIONS: integer(2, 4096, 64),
  EVENT_SERVICE_MAX_PAGE_SIZE: integer(1, 10_000, 100),
  EVENT_SERVICE_MAX_IDS: setting(value.integer(1, 10_000), 'a whole number from 1 to 10000'),
  EVENT_SERVICE_MAX_RESPONSE_BYTES: integer(1, maxBytes, 16_777_216),
  SANDBOX: flag(false),
  SANDBOX_LIVE: flag(undefined),
  SANDBOX_SEED: integer(0, 4_294_967_295, 0),

  AUTH_API_KEYS: setting(
    caller.apiKeys,
    `comma-separated name:sha256hex:scopes, each hash once, keys of one name with equal scopes, scopes of ${caller.keyScopes.join(' ')} or operations:NAME, activities as @ID, each once`,
    [] as const,
    caller.problemOfApiKeys,
  ),
  AUTH_JWKS_URL: setting(address.safeUrl, 'an https address, or an http one of this machine, without credentials or fragment'),
  AUTH_JWT_ISSUER: setting(text, 'text'),
  AUTH_JWT_AUDIENCE: setting(text, 'text'),
  AUTH_JWT_ATTENDEE_CLAIMS: setting(
    caller.attendeeClaims,
    `a list such as mobile=phone_number,email=email. Kinds: ${identityKinds.join(', ')}; each at most once`,
    [] as const,
  ),
  AUTH_JWT_TRUST_UNVERIFIED: flag(false),
  AUTH_JWT_ACTIVITIES_CLAIM: setting(text, 'the name of a claim'),
  AUTH_ROUTER_SECRETS: setting(
    caller.sharedSecrets,
    'comma-separated secrets of at least 32 visible ASCII characters, each once',
    [] as const,
  ),
  AUTH_DISABLED: flag(false),

  INTROSPECTION: flag(undefined),
  EXPLORER: choice(['graphiql', 'sandbox', 'off'], undefined),
  CORS_ORIGINS: setting(address.origins, 'comma-separated origins such as https://example.com, without a path, each once'),
  ALLOWED_HOSTS: setting(address.hostNames, 'comma-separated host names without a port, each once, or *', [] as const),
  MAX_CONNECTIONS: integer(1, 1_000_000, 10_000),
  CACHE_TTL: setting(
    eventService.ttlSeconds,
    `off, or a list such as schedule=30,tickets=2. Kinds: ${contentKinds.join(', ')}; each at most once. Seconds: 0 to 86400`,
    defaultTtlSeconds,
  ),
  CACHE_STALE_IF_ERROR: integer(0, 86_400, 600),
  STATE_FILE: setting(text, 'a path'),
  REDIS_URL: setting(
    address.redisUrl,
    'a redis:// or rediss:// address with a host, perhaps with percent-encoded credentials, a port and the number of a database',
  ),
  REDIS_KEY_PREFIX: setting(value.keyPrefix, 'up to 64 visible ASCII characters without braces', 'event-graph:'),
  REDIS_TIMEOUT_MS: integer(1, 60_000, 1_000),
  OPERATIONS_FILE: setting(text, 'a path'),
  ACTIVITIES_FILE: setting(text, 'a path'),
  CHECK_IN_HOOK_SECRETS: setting(
    caller.sharedSecrets,
    'comma-separated secrets of at least 32 visible ASCII characters, each once',
    [] as const,
  ),
  CHECK_IN_HOOK_ATTENDEE: setting(value.jsonPointer, 'a JSON pointer (RFC 6901) such as /participant/id'),
  MAX_DEPTH: integer(1, 1000, 12),
  MAX_COST: integer(1, 1_000_000_000, 5000),
  MAX_ALIASES: integer(0, 1_000_000, 30),
  MAX_ROOT_FIELDS: integer(1, 1_000_000, 20),
  MAX_UPSTREAM_CALLS: integer(1, 1_000_000, 120),
  RATE_LIMIT: setting(value.rate, 'off, or a number from 0.001 to 9999999.999 with at most three decimals, such as 50', null),
  MAX_TOKENS: integer(1, 1_000_000, 2000),
  MAX_BODY_BYTES: integer(1, maxBytes, 1_048_576),
  MAX_BODY_VALUES: integer(1, 100_000_000, 50_000),
  MAX_RESPONSE_BYTES: integer(1, maxBytes, 16_777_216),
  TRUSTED_DOCUMENTS_FILE: setting(value.paths, 'comma-separated paths, each once', [] as const),
  TRUSTED_DOCUMENTS: choice(['allow', 'report', 'require'], undefined),
  UPSTREAM_REPORT: flag(undefined),
  FEDERATION_AUTH_DIRECTIVES: flag(true),
  TYPE_PREFIX: setting(value.typePrefix, 'up to 32 letters and digits, the first a capital letter'),
  RELAY_NODE: flag(false),
  REQUEST_TIMEOUT_MS: integer(1, maxMs, 30_000),
  SHUTDOWN_GRACE_MS: integer(0, maxMs, 10_000),
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info' as const),
  AUDIT_LOG: setting(value.auditLog, 'log, off, or the path of a file, with a slash or a dot in it', 'log'),
  LOG_FORMAT: choice(['auto', 'pretty', 'json'], 'auto' as const),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(address.collectorUrl, 'an http or https address without credentials or fragment'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting(address.collectorUrl, 'an http or https address without credentials or fragment'),
  OTEL_EXPORTER_OTLP_PROTOCOL: choice(otlpProtocols, 'http/protobuf' as const),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: choice(otlpProtocols, undefined),
  OTEL_TRACES_EXPORTER: choice(['otlp', 'none'], 'otlp' as const),
  OTEL_SDK_DISABLED: flag(false),
});
export type SettingValues = z.output<typeof settings>;
export type SettingName = keyof SettingValues;
export const settingNames = Object.keys(settings.shape) as SettingName[];
