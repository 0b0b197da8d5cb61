/*
 * All settings: a row each, at its place in `Config`. A row states everything about a setting: its name in the environment, its section in
 * docs/settings.md, what it accepts, its default as an operator would write it, and its meaning in one line. `npm run docs` writes the
 * tables of docs/settings.md, and .env.example, from the rows. rules.ts states which settings need or contradict each other.
 */

import { contentKinds, defaultTtlSeconds } from '../records/content-kind.js';
import { signatureCases } from '../records/signature.js';
import { apiKeys } from './api-keys.js';
import { isSet, textOf, type Environment, type SettingProblem } from './environment.js';
import * as kind from './kinds.js';
import { choice, flag, host, integer, path, pattern, text, type Kind } from './kinds.js';

/** The sections of docs/settings.md, in their order. */
export const sections = [
  'Listening',
  'The event service',
  'The signature',
  'Authentication of callers',
  'Explorer and browsers',
  'The schema',
  'Cache',
  'Limits on operations',
  'Trusted documents',
  'Limits on callers and time',
  'State, log and audit',
  'Check-in push',
  'Traces',
] as const;

/** A default as text: that of both modes, those of each mode, or none. */
type Default = string | Partial<DefaultOfModes> | null;
type DefaultOfModes = Readonly<Record<'sandbox' | 'live', string>>;

export interface Setting<T = unknown, Name extends string = string> {
  readonly name: Name;
  readonly section: (typeof sections)[number];
  readonly kind: Kind<T, unknown>;
  readonly default: Default;
  /** One line in Markdown. */
  readonly meaning: string;
}

/**
 * Returns the function that makes a row of a section. Without a default in every mode, the value of a row may be that of a setting
 * that is not set: null, or an empty list.
 */
const rowOf =
  (section: Setting['section']) =>
  <T, Unset, const Name extends string, D extends Default>(
    name: Name,
    kindOf: Kind<T, Unset>,
    fallback: D,
    meaning: string,
  ): Setting<D extends string | DefaultOfModes ? T : T | Unset, Name> => ({ name, section, kind: kindOf, default: fallback, meaning });

const listening = rowOf('Listening');
const service = rowOf('The event service');
const signature = rowOf('The signature');
const callers = rowOf('Authentication of callers');
const browsers = rowOf('Explorer and browsers');
const schema = rowOf('The schema');
const cache = rowOf('Cache');
const operationLimits = rowOf('Limits on operations');
const documents = rowOf('Trusted documents');
const callerLimits = rowOf('Limits on callers and time');
const state = rowOf('State, log and audit');
const push = rowOf('Check-in push');
const traces = rowOf('Traces');

const port = integer(0, 65_535);
const otlpProtocol = choice('http/protobuf', 'http/json', 'grpc');
const maxMs = 3_600_000;
const maxBytes = 512 * 1024 * 1024;

/** The row of every setting, at its place in `Config`. */
export const rows = {
  server: {
    host: listening('HOST', host, '127.0.0.1', 'address of the graph; `0.0.0.0` in a container'),
    port: listening('PORT', port, '4000', 'port of the graph; 0 takes a free one'),
    admin: {
      host: listening('ADMIN_HOST', host, '127.0.0.1', 'address of the admin port'),
      port: listening(
        'ADMIN_PORT',
        port,
        '4001',
        'admin port: `/metrics`, `/healthz`, `/readyz`, without authentication; 0 takes a free one',
      ),
    },
    introspection: browsers('INTROSPECTION', flag, { sandbox: 'true', live: 'false' }, 'whether callers may read the schema'),
    explorer: browsers(
      'EXPLORER',
      choice('graphiql', 'sandbox', 'off'),
      { sandbox: 'graphiql', live: 'off' },
      'page at `/`: `graphiql` works offline, `sandbox` is Apollo Sandbox, a page of Apollo that needs the network',
    ),
    cors: {
      origins: browsers(
        'CORS_ORIGINS',
        kind.origins,
        { sandbox: 'https://studio.apollographql.com' },
        'pages of these origins may call the graph, those inside of apps too, such as `capacitor://localhost`; by default in the sandbox also all pages of this machine',
      ),
    },
    allowedHosts: browsers(
      'ALLOWED_HOSTS',
      kind.hostNames,
      null,
      'where no authentication is required: names that may be the `Host` of a request, besides IP addresses, `localhost` and `HOST`; `*` allows all',
    ),
    maxTokens: operationLimits('MAX_TOKENS', integer(1, 1_000_000), '2000', 'tokens of the document'),
    maxBodyBytes: operationLimits(
      'MAX_BODY_BYTES',
      integer(1, maxBytes),
      '1048576',
      'body of a request, after decompression; also the arguments of a field, if one variable occurs several times in them',
    ),
    maxBodyValues: operationLimits(
      'MAX_BODY_VALUES',
      integer(1, 100_000_000),
      '50000',
      'objects, lists and scalars in the JSON of a request, WebSocket message or push; not names',
    ),
    maxResponseBytes: operationLimits(
      'MAX_RESPONSE_BYTES',
      integer(1, maxBytes),
      '16777216',
      'response to a query, or event of a subscription; a larger one is replaced by an error; mutations are exempt',
    ),
    rateLimit: callerLimits(
      'RATE_LIMIT',
      kind.rate,
      'off',
      '[calls](observing.md#calls-and-attempts) to the service per second and caller; bursts up to twice as many',
    ),
    maxConnections: callerLimits(
      'MAX_CONNECTIONS',
      integer(1, 1_000_000),
      '10000',
      'sockets of callers; additional ones get 503 and are closed',
    ),
    keepAliveTimeoutMs: callerLimits(
      'KEEP_ALIVE_TIMEOUT_MS',
      integer(1000, maxMs),
      '20000',
      'how long an idle connection stays open; more than the proxy in front keeps it, or requests get lost',
    ),
    requestTimeoutMs: callerLimits('REQUEST_TIMEOUT_MS', integer(1, maxMs), '30000', 'deadline of one GraphQL operation'),
    shutdownDelayMs: callerLimits(
      'SHUTDOWN_DELAY_MS',
      integer(0, maxMs),
      '0',
      'how long after SIGTERM connections are still accepted, while `/readyz` is 503: time for a proxy to notice',
    ),
    shutdownGraceMs: callerLimits(
      'SHUTDOWN_GRACE_MS',
      integer(0, maxMs),
      '10000',
      'how long operations in progress may take after SIGTERM',
    ),
  },
  workers: listening(
    'WORKERS',
    kind.workers,
    '1',
    '[processes](replicas.md#several-workers) that share both ports; `auto`: one for each core',
  ),
  account: {
    url: service(
      'EVENT_SERVICE_URL',
      kind.baseUrl,
      null,
      'base address of the service, perhaps with a path; without it the sandbox starts',
    ),
    allowHttp: service(
      'EVENT_SERVICE_ALLOW_HTTP',
      flag,
      'false',
      '`true` permits an `http:` address of another machine, and so personal data in plain text',
    ),
    publicKey: service('EVENT_SERVICE_PUBLIC_KEY', kind.visibleAscii, null, "the organiser's public key; required live"),
    privateKey: service('EVENT_SERVICE_PRIVATE_KEY', kind.secret, null, "the organiser's private key; required live"),
    activityIds: service(
      'EVENT_SERVICE_ACTIVITY_IDS',
      kind.activityIds,
      null,
      'the activities that are served, and no others; the first is the default; required live',
    ),
  },
  service: {
    notFoundPattern: service(
      'EVENT_SERVICE_NOT_FOUND_PATTERN',
      pattern,
      { sandbox: '^No such attendee\\b' },
      'a lookup that fails with a matching `msg` returns null instead of `UPSTREAM_REJECTED`',
    ),
    busyPattern: service(
      'EVENT_SERVICE_BUSY_PATTERN',
      pattern,
      null,
      'a failure with a matching `msg` means that the service is busy and did nothing: every call is retried, registrations too',
    ),
    timeoutMs: service(
      'EVENT_SERVICE_TIMEOUT_MS',
      integer(1, maxMs),
      '10000',
      'deadline of one call: queue, retries and the last byte included',
    ),
    retries: service(
      'EVENT_SERVICE_RETRIES',
      integer(0, 10),
      '2',
      'retries of a call that is harmless to repeat; others are retried only if nothing was sent, or the service is busy (429, `EVENT_SERVICE_BUSY_PATTERN`)',
    ),
    maxConnections: service('EVENT_SERVICE_MAX_CONNECTIONS', integer(2, 4096), '64', 'sockets to the service'),
    maxPageSize: service(
      'EVENT_SERVICE_MAX_PAGE_SIZE',
      integer(1, 10_000),
      '100',
      "largest page requested from the service, and the largest `first`; not above the service's own limit",
    ),
    maxIds: service(
      'EVENT_SERVICE_MAX_IDS',
      integer(1, 10_000),
      null,
      'most ids of attendees in one call; by default `EVENT_SERVICE_MAX_PAGE_SIZE`, and never more',
    ),
    maxResponseBytes: service(
      'EVENT_SERVICE_MAX_RESPONSE_BYTES',
      integer(1, maxBytes),
      '16777216',
      'largest reply, after decompression; a larger one is `UPSTREAM_INVALID_RESPONSE`',
    ),
    authHeader: signature('EVENT_SERVICE_AUTH_HEADER', kind.authHeader, 'Service-Auth', 'header that carries the signature'),
    signature: {
      algorithm: signature(
        'EVENT_SERVICE_SIGNATURE_ALGORITHM',
        kind.signatureAlgorithm,
        'md5',
        'the hash; an HMAC is keyed with the private key',
      ),
      case: signature('EVENT_SERVICE_SIGNATURE_CASE', choice(...signatureCases), 'lower', 'how its hexadecimal digits are written'),
      version: signature('EVENT_SERVICE_SIGNATURE_VERSION', integer(0, Number.MAX_SAFE_INTEGER), '1', 'member `Version` of the header'),
      template: signature(
        'EVENT_SERVICE_SIGNATURE_TEMPLATE',
        kind.signatureTemplate,
        '{UserPublicKey}{ActivityId}{Time}{Version}{PrivateKey}',
        'the text that is hashed',
      ),
      signerModule: signature(
        'EVENT_SERVICE_SIGNER_MODULE',
        path,
        null,
        'a [module](connecting.md#4-find-the-rule-of-the-signature) that computes the signature instead',
      ),
    },
    clockOffsetSeconds: signature(
      'EVENT_SERVICE_CLOCK_OFFSET_SECONDS',
      integer(-86_400, 86_400),
      '0',
      "seconds added to this machine's time in `Time`, for a service whose clock is wrong; [the doctor](connecting.md#3-check-the-connection) measures them",
    ),
  },
  sandbox: {
    permitted: service('SANDBOX', flag, 'false', '`true` permits the sandbox with `NODE_ENV=production`'),
    changes: service(
      'SANDBOX_LIVE',
      flag,
      'true',
      'whether something [happens](sandbox.md#what-happens-by-itself) in the sandbox by itself',
    ),
    seed: service(
      'SANDBOX_SEED',
      integer(0, 4_294_967_295),
      '0',
      'another number gives attendees of the sandbox [other names](sandbox.md#what-happens-by-itself)',
    ),
  },
  auth: {
    apiKeys: callers(
      'AUTH_API_KEYS',
      apiKeys,
      null,
      '[API keys](security.md#what-a-caller-may-do), by their SHA-256; callers send `authorization: Bearer KEY` or `x-api-key: KEY`',
    ),
    jwt: {
      jwksUrl: callers(
        'AUTH_JWKS_URL',
        kind.safeUrl,
        null,
        'public keys that verify [JSON Web Tokens](apps.md#tokens), whose scopes are in `scope` or `scp`; needs the next two',
      ),
      issuer: callers('AUTH_JWT_ISSUER', text('text'), null, 'required `iss` of a token'),
      audience: callers('AUTH_JWT_AUDIENCE', text('text'), null, 'required `aud` of a token'),
      attendee: {
        claims: callers(
          'AUTH_JWT_ATTENDEE_CLAIMS',
          kind.attendeeClaims,
          null,
          "claims that name the attendee [whom the caller is](security.md#a-callers-own-record), tried in the list's order",
        ),
        trustUnverified: callers(
          'AUTH_JWT_TRUST_UNVERIFIED',
          flag,
          'false',
          '`true` accepts such claims without `<claim>_verified`; only for an issuer that verifies numbers and addresses before it issues a token',
        ),
      },
      activitiesClaim: callers(
        'AUTH_JWT_ACTIVITIES_CLAIM',
        text('the name of a claim'),
        null,
        'claim with the [activities](security.md#limit-a-caller-to-activities) that a token opens; without this setting, each token opens all',
      ),
    },
    routerSecrets: callers('AUTH_ROUTER_SECRETS', kind.sharedSecrets, null, 'every operation must carry one as `Router-Authorization`'),
    disabled: callers(
      'AUTH_DISABLED',
      flag,
      'false',
      '`true` serves a live service to everyone who can reach the address; refused beside a setting that authenticates callers',
    ),
  },
  graph: {
    authDirectives: schema(
      'FEDERATION_AUTH_DIRECTIVES',
      flag,
      'true',
      'whether the SDL has `@authenticated` and `@requiresScopes`; scopes are enforced either way, unless [router secrets are alone](federation.md#credentials)',
    ),
    typePrefix: schema(
      'TYPE_PREFIX',
      kind.typePrefix,
      null,
      'prefix of type names, such as `EventCategory`, where [names collide](federation.md#names-that-collide)',
    ),
    relayNode: schema('RELAY_NODE', flag, 'false', "adds Relay's `Node` and `Query.node`"),
    upstreamReport: schema(
      'UPSTREAM_REPORT',
      flag,
      { sandbox: 'true', live: 'false' },
      'reports [what an operation cost](clients.md#what-an-operation-cost), in `extensions.upstream`; Event Graph stores no response with it, clients may',
    ),
  },
  operationsFile: schema('OPERATIONS_FILE', path, null, 'JSON file that [binds operations](operations-file.md) that the graph lacks'),
  activitiesFile: schema('ACTIVITIES_FILE', path, null, 'JSON file with [what the service does not state](#activities_file) of activities'),
  contentCache: {
    ttlSeconds: cache(
      'CACHE_TTL',
      kind.ttlSeconds,
      contentKinds.map((content) => `${content}=${defaultTtlSeconds[content]}`).join(','),
      'how long each kind of content is cached; a kind that is not named has its default; `fields` is `Activity.formFields`',
    ),
    staleIfErrorSeconds: cache(
      'CACHE_STALE_IF_ERROR',
      integer(0, 86_400),
      '600',
      'seconds that an expired entry may be used while the service fails',
    ),
  },
  limits: {
    maxDepth: operationLimits('MAX_DEPTH', integer(1, 1000), '12', 'nesting of fields'),
    maxCost: operationLimits(
      'MAX_COST',
      integer(1, 1_000_000_000),
      '5000',
      '[objects requested, plus 10 for each planned call](#cost-and-planned-calls)',
    ),
    maxAliases: operationLimits('MAX_ALIASES', integer(0, 1_000_000), '30', 'aliases'),
    maxRootFields: operationLimits('MAX_ROOT_FIELDS', integer(1, 1_000_000), '20', 'fields of the root type'),
    maxUpstreamCalls: operationLimits(
      'MAX_UPSTREAM_CALLS',
      integer(1, 1_000_000),
      '120',
      '[planned calls](#cost-and-planned-calls) before the execution, and during it the calls that are made, not counting retries',
    ),
  },
  trustedDocuments: {
    files: documents(
      'TRUSTED_DOCUMENTS_FILE',
      kind.paths,
      null,
      '[manifests](apps.md#trusted-documents) of your apps, in [one of these formats](apps.md#files)',
    ),
    mode: documents(
      'TRUSTED_DOCUMENTS',
      choice('allow', 'report', 'require'),
      'allow',
      'a document that is not in the files runs, is logged, or is refused',
    ),
  },
  stateFile: state(
    'STATE_FILE',
    path,
    { live: './event-graph-state.db' },
    '[outcomes of registrations](operating.md#the-state-file), for 24 hours; in memory in the sandbox',
  ),
  redis: {
    url: state(
      'REDIS_URL',
      kind.redisUrl,
      null,
      'Redis or Valkey that [several replicas](replicas.md#several-replicas) share, instead of `STATE_FILE`',
    ),
    keyPrefix: state('REDIS_KEY_PREFIX', kind.keyPrefix, 'event-graph:', 'prefix of every key and every channel'),
    timeoutMs: state(
      'REDIS_TIMEOUT_MS',
      integer(1, 60_000),
      '1000',
      'how long an operation waits for Redis in all; then [Redis counts as down](replicas.md#while-redis-fails)',
    ),
  },
  auditLog: state('AUDIT_LOG', kind.auditLog, 'log', 'where [audit lines](observing.md#audit) go, whatever `LOG_LEVEL` is'),
  log: {
    level: state(
      'LOG_LEVEL',
      choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
      'info',
      '`debug`: a line for each request',
    ),
    format: state('LOG_FORMAT', choice('auto', 'pretty', 'json'), 'auto', '`auto` is `pretty` on a terminal and `json` elsewhere'),
  },
  checkInHook: {
    secrets: push(
      'CHECK_IN_HOOK_SECRETS',
      kind.sharedSecrets,
      { sandbox: 'sandbox-check-in-secret-that-anyone-may-know' },
      'opens `POST /hooks/check-in/{activityId}`, to which the service [pushes check-ins](check-in-push.md)',
    ),
    attendeeAt: push(
      'CHECK_IN_HOOK_ATTENDEE',
      kind.jsonPointer,
      { sandbox: '/id' },
      'where a push has the id of its attendee; without it, `CheckInEvent.attendee` is null',
    ),
  },
  traces: {
    endpoint: traces('OTEL_EXPORTER_OTLP_ENDPOINT', kind.collectorUrl, null, 'the collector: spans are sent to `/v1/traces` below it'),
    tracesEndpoint: traces(
      'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
      kind.collectorUrl,
      null,
      'the complete address for spans; replaces the endpoint above',
    ),
    // grpc is known, so that it can be refused with a reason where traces are on.
    protocol: traces('OTEL_EXPORTER_OTLP_PROTOCOL', otlpProtocol, 'http/protobuf', 'encoding of the spans; `grpc` is refused'),
    tracesProtocol: traces('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', otlpProtocol, null, 'encoding of the spans; replaces the protocol above'),
    exporter: traces('OTEL_TRACES_EXPORTER', choice('otlp', 'none'), 'otlp', '`none` turns traces off'),
    sdkDisabled: traces('OTEL_SDK_DISABLED', flag, 'false', '`true` turns traces off'),
  },
};

type Rows = { readonly [key: string]: Setting | Rows };
type Values<R> = R extends Setting<infer T> ? T : { readonly [Key in keyof R]: Values<R[Key]> };
type Names<R> = R extends Setting<unknown, infer Name> ? Name : { [Key in keyof R]: Names<R[Key]> }[keyof R];

/** The value of every setting, at the place of its row. */
export type SettingValues = Values<typeof rows>;
export type SettingName = Names<typeof rows>;

const isRow = (row: Setting | Rows): row is Setting => typeof row.name === 'string';

export const settings = rowsIn(rows) as readonly Setting<unknown, SettingName>[];

function rowsIn(tree: Rows): readonly Setting[] {
  return Object.values(tree).flatMap((row) => (isRow(row) ? [row] : rowsIn(row)));
}

export const settingNames = settings.map(({ name }) => name);

/** Files of variables are read by programs of which some keep quotes as a part of the value. No setting begins and ends with one. */
const isQuoted = /^(["'`]).*\1$/s;

/** The value of a setting that is not set. */
export function defaultOf({ default: fallback, kind: { read, unset } }: Setting, mode: keyof DefaultOfModes): unknown {
  const written = typeof fallback === 'string' ? fallback : fallback?.[mode];
  return written === undefined ? unset : read(written);
}

/**
 * Reads every setting. Spaces around a value are ignored, and a blank value counts as not set.
 * @returns the values, and the malformed settings, which have their defaults
 */
export function readSettings(env: Environment): { readonly values: SettingValues; readonly malformed: readonly SettingProblem[] } {
  const mode = isSet(env, 'EVENT_SERVICE_URL') ? 'live' : 'sandbox';
  const malformed: SettingProblem[] = [];
  const valueOf = (row: Setting): unknown => {
    const given = textOf(env, row.name);
    const read = given === '' || isQuoted.test(given) ? undefined : row.kind.read(given);
    if (read !== undefined) return read;
    const quoted = ['expected no quotes around the value'];
    const problems = isQuoted.test(given) ? quoted : (row.kind.problems?.(given) ?? [`expected ${row.kind.accepts}`]);
    if (given !== '') malformed.push(...problems.map((expected) => ({ setting: row.name, expected })));
    return defaultOf(row, mode);
  };
  const valuesOf = (tree: Rows): Record<string, unknown> =>
    Object.fromEntries(Object.entries(tree).map(([key, row]) => [key, isRow(row) ? valueOf(row) : valuesOf(row)]));
  return { values: valuesOf(rows) as SettingValues, malformed };
}
