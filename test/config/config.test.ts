import fc from 'fast-check';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { type Config, ConfigError, configErrorExitCode, loadDotEnv, readConfig } from '../../src/config/config.js';
import { defaultTtlSeconds } from '../../src/model/cached-kind.js';
import { documentedScopes } from '../../src/model/caller.js';
import { Secret } from '../../src/primitives/secret.js';
import type { AuthenticationSettings, ServerSettings } from '../../src/server/server-settings.js';

const hash = 'ab'.repeat(32);
const live = {
  EVENT_SERVICE_URL: 'https://service.example/prefix/',
  EVENT_SERVICE_PUBLIC_KEY: 'public',
  EVENT_SERVICE_PRIVATE_KEY: 'private-canary',
  EVENT_SERVICE_ACTIVITY_IDS: '1001, 1002',
  AUTH_API_KEYS: `gate:${hash}:content:read attendees:read`,
};

function problems(env: Record<string, string | undefined>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(({ setting }) => setting).sort();
  }
}

describe('defaults', () => {
  const common = {
    trustedDocuments: { files: [], mode: 'allow' },
    service: {
      authHeader: 'Service-Auth',
      signature: { version: 1, template: '{UserPublicKey}{ActivityId}{Time}{Version}{PrivateKey}', algorithm: 'md5', signerModule: null },
      notFoundPattern: null,
      timeoutMs: 10_000,
      retries: 2,
      maxConnections: 64,
      maxPageSize: 100,
      maxResponseBytes: 16_777_216,
    },
    contentCache: {
      ttlSeconds: defaultTtlSeconds,
      staleIfErrorSeconds: 600,
    },
    checkInHook: { secrets: [], attendeeAt: null },
    limits: { maxDepth: 12, maxCost: 5000, maxAliases: 30, maxRootFields: 20, maxUpstreamCalls: 120 },
    sandbox: { live: true, seed: 0 },
    traces: null,
    auditLog: 'log',
    workers: 1,
    log: { level: 'info', format: 'auto' },
  };
  const server = {
    host: '127.0.0.1',
    port: 4000,
    admin: { host: '127.0.0.1', port: 4001 },
    allowedHosts: ['127.0.0.1'],
    maxConnections: 10_000,
    maxTokens: 2000,
    maxBodyBytes: 1_048_576,
    maxResponseBytes: 16_777_216,
    requestTimeoutMs: 30_000,
    rateLimit: null,
    shutdownGraceMs: 10_000,
  };

  test('of the sandbox: open, with explorer, introspection and report', () => {
    expect(readConfig({})).toEqual({
      mode: 'sandbox',
      live: null,
      ...common,
      auth: { required: false, disabled: false, apiKeys: [], jwt: null, routerSecrets: [] },
      operationsFile: null,
      stateFile: null,
      redis: null,
      graph: { upstreamReport: true, authDirectives: true, typePrefix: null, relayNode: false },
      server: { ...server, introspection: true, explorer: 'graphiql', cors: { origins: ['https://studio.apollographql.com'], own: true } },
    });
  });

  test('of a live program: closed, and quiet', () => {
    expect(readConfig(live)).toEqual({
      mode: 'live',
      live: {
        url: 'https://service.example/prefix',
        publicKey: 'public',
        privateKey: new Secret('private-canary'),
        activityIds: [1001, 1002],
      },
      ...common,
      auth: {
        required: true,
        disabled: false,
        apiKeys: [{ name: 'gate', sha256: new Secret(hash), scopes: new Set(['content:read', 'attendees:read']) }],
        jwt: null,
        routerSecrets: [],
      },
      operationsFile: null,
      stateFile: './event-graph-state.db',
      redis: null,
      graph: { upstreamReport: false, authDirectives: true, typePrefix: null, relayNode: false },
      server: { ...server, allowedHosts: null, introspection: false, explorer: 'off', cors: { origins: [], own: false } },
    });
  });

  test('a blank setting counts as not set', () => {
    expect(readConfig({ PORT: '', EVENT_SERVICE_URL: '  ', LOG_LEVEL: '\t', AUTH_API_KEYS: '' })).toEqual(readConfig({}));
  });

  test('the config is frozen at every depth', () => {
    const config = readConfig(live);
    const frozen = (value: unknown): boolean =>
      typeof value !== 'object' ||
      value === null ||
      value.constructor !== Object ||
      (Object.isFrozen(value) && Object.values(value).every(frozen));
    expect(frozen(config)).toBe(true);
    expect(Object.isFrozen(config.live!.activityIds)).toBe(true);
  });
});

test('the types of the server and of authentication accept their groups', () => {
  const config: Config = readConfig({});
  const server: ServerSettings = config.server;
  const auth: AuthenticationSettings = config.auth;
  expect([server, auth]).toBeDefined();
});

describe('settings', () => {
  test.each<[Record<string, string>, (config: Config) => unknown, unknown]>([
    [{ PORT: '0', ADMIN_PORT: '65535' }, ({ server }) => [server.port, server.admin.port], [0, 65_535]],
    [{ HOST: '[::1]', ADMIN_HOST: '0.0.0.0' }, ({ server }) => [server.host, server.admin.host], ['::1', '0.0.0.0']],
    [{ ...live, EVENT_SERVICE_AUTH_HEADER: 'Vendor-Auth' }, ({ service }) => service.authHeader, 'Vendor-Auth'],
    [{ EVENT_SERVICE_AUTH_HEADER: 'Vendor-Auth' }, ({ service }) => service.authHeader, 'Service-Auth'],
    [{ EVENT_SERVICE_SIGNATURE_TEMPLATE: '{PrivateKey}-{Time}' }, ({ service }) => service.signature.template, '{PrivateKey}-{Time}'],
    [{ EVENT_SERVICE_SIGNATURE_ALGORITHM: 'hmac-md5' }, ({ service }) => service.signature.algorithm, 'hmac-md5'],
    [{ EVENT_SERVICE_SIGNER_MODULE: './sign.mjs' }, ({ service }) => service.signature.signerModule, './sign.mjs'],
    [{ EVENT_SERVICE_NOT_FOUND_PATTERN: '不存在|not found' }, ({ service }) => service.notFoundPattern?.source, '不存在|not found'],
    [
      { CORS_ORIGINS: 'https://a.example, http://b.example:8080' },
      ({ server }) => server.cors,
      { origins: ['https://a.example', 'http://b.example:8080'], own: false },
    ],
    [{ ALLOWED_HOSTS: 'Graph.example, other-host' }, ({ server }) => server.allowedHosts, ['graph.example', 'other-host', '127.0.0.1']],
    [{ ALLOWED_HOSTS: '*' }, ({ server }) => server.allowedHosts, null],
    [{ HOST: 'My-Machine', ALLOWED_HOSTS: '' }, ({ server }) => server.allowedHosts, ['my-machine']],
    [{ MAX_CONNECTIONS: '7' }, ({ server }) => server.maxConnections, 7],
    [{ EXPLORER: 'sandbox' }, ({ server }) => server.explorer, 'sandbox'],
    [
      { INTROSPECTION: 'false', UPSTREAM_REPORT: 'false', FEDERATION_AUTH_DIRECTIVES: 'false' },
      ({ server, graph }) => [server.introspection, graph.upstreamReport, graph.authDirectives],
      [false, false, false],
    ],
    [{ WORKERS: '4' }, ({ workers }) => workers, 4],
    [{ WORKERS: 'auto' }, ({ workers }) => workers, availableParallelism()],
    [{ AUDIT_LOG: 'off' }, ({ auditLog }) => auditLog, 'off'],
    [{ AUDIT_LOG: '/var/log/audit' }, ({ auditLog }) => auditLog, '/var/log/audit'],
    [{ LOG_LEVEL: 'debug', LOG_FORMAT: 'pretty' }, ({ log }) => log, { level: 'debug', format: 'pretty' }],
    [{ SHUTDOWN_GRACE_MS: '0', EVENT_SERVICE_RETRIES: '0' }, ({ server, service }) => [server.shutdownGraceMs, service.retries], [0, 0]],
    [{ TYPE_PREFIX: 'Event', RELAY_NODE: 'true' }, ({ graph }) => [graph.typePrefix, graph.relayNode], ['Event', true]],
    [{ CACHE_TTL: 'off' }, ({ contentCache }) => contentCache, null],
    [
      { TRUSTED_DOCUMENTS_FILE: 'a.json, b.json' },
      ({ trustedDocuments }) => trustedDocuments,
      { files: ['a.json', 'b.json'], mode: 'allow' },
    ],
    [
      { TRUSTED_DOCUMENTS_FILE: 'a.json', TRUSTED_DOCUMENTS: 'require' },
      ({ trustedDocuments }) => trustedDocuments,
      { files: ['a.json'], mode: 'require' },
    ],
    [{ CACHE_TTL: 'tickets=0, fields=5' }, ({ contentCache }) => contentCache?.ttlSeconds, { ...defaultTtlSeconds, fields: 5, tickets: 0 }],
    [{ CACHE_STALE_IF_ERROR: '0' }, ({ contentCache }) => contentCache?.staleIfErrorSeconds, 0],
    [{ STATE_FILE: '/var/lib/state.db' }, ({ stateFile }) => stateFile, '/var/lib/state.db'],
    [
      { REDIS_URL: 'rediss://:word@redis.example/1' },
      ({ redis }) => [redis?.url.reveal(), redis?.keyPrefix],
      ['rediss://:word@redis.example/1', 'event-graph:'],
    ],
    [{ RATE_LIMIT: 'off' }, ({ server }) => server.rateLimit, null],
    [{ RATE_LIMIT: '0.5' }, ({ server }) => server.rateLimit, 0.5],
    [
      { MAX_DEPTH: '3', MAX_COST: '4', MAX_ALIASES: '0', MAX_ROOT_FIELDS: '6', MAX_UPSTREAM_CALLS: '7' },
      ({ limits }) => limits,
      { maxDepth: 3, maxCost: 4, maxAliases: 0, maxRootFields: 6, maxUpstreamCalls: 7 },
    ],
    [{ EVENT_SERVICE_MAX_CONNECTIONS: '2' }, ({ service }) => service.maxConnections, 2],
    [{ EVENT_SERVICE_URL: 'http://127.0.0.1:8080' }, ({ live: service }) => service?.url, 'http://127.0.0.1:8080'],
  ])('the settings %j have the meaning of the documentation', (env, pick, expected) => {
    expect(pick(readConfig('EVENT_SERVICE_URL' in env ? { ...live, ...env } : env))).toEqual(expected);
  });
});

const authentications = {
  key: { AUTH_API_KEYS: live.AUTH_API_KEYS },
  token: { AUTH_JWKS_URL: 'https://issuer.example/keys', AUTH_JWT_ISSUER: 'https://issuer.example', AUTH_JWT_AUDIENCE: 'event-graph' },
  router: { AUTH_ROUTER_SECRETS: 'x'.repeat(32) },
};

describe('authentication', () => {
  test('authentication is off in the sandbox until a key is set', () => {
    expect(readConfig({}).auth.required).toBe(false);
    expect(readConfig({ AUTH_API_KEYS: live.AUTH_API_KEYS }).auth.required).toBe(true);
  });
  test('the authentication of a live program is off only with AUTH_DISABLED=true', () => {
    const { AUTH_API_KEYS: _, ...rest } = live;
    expect(readConfig({ ...rest, AUTH_DISABLED: 'true' }).auth).toEqual({
      required: false,
      disabled: true,
      apiKeys: [],
      jwt: null,
      routerSecrets: [],
    });
    expect(problems({ ...rest, AUTH_DISABLED: 'false' })).toEqual(['AUTH_API_KEYS']);
  });
  test.each(Object.entries(authentications))('authentication by %s alone is enough, live and in the sandbox', (_way, env) => {
    const { AUTH_API_KEYS: _, ...rest } = live;
    expect(readConfig({ ...rest, ...env }).auth.required).toBe(true);
    expect(readConfig(env).auth.required).toBe(true);
  });
  test('by token needs its three settings together', () => {
    const names = Object.keys(authentications.token).sort();
    fc.assert(
      fc.property(fc.subarray(names, { minLength: 1, maxLength: 2 }), (given) => {
        const env = Object.fromEntries(Object.entries(authentications.token).filter(([name]) => given.includes(name)));
        expect(problems({ ...live, ...env })).toEqual(names.filter((name) => !given.includes(name)));
      }),
    );
    expect(readConfig(authentications.token).auth.jwt).toEqual({
      jwksUrl: 'https://issuer.example/keys',
      issuer: 'https://issuer.example',
      audience: 'event-graph',
      attendee: { claims: [], trustUnverified: false },
      activitiesClaim: null,
    });
  });
  test('a claim of tokens needs tokens', () => {
    expect(problems({ ...live, AUTH_JWT_ACTIVITIES_CLAIM: 'activities' })).toEqual(['AUTH_JWT_ACTIVITIES_CLAIM']);
    const { jwt } = readConfig({ ...authentications.token, AUTH_JWT_ACTIVITIES_CLAIM: 'https://example.com/activities' }).auth;
    expect(jwt).toMatchObject({ activitiesClaim: 'https://example.com/activities' });
  });
  test('by key may name the activities that the key opens, where they are served', () => {
    const keys = (words: string) => ({ ...live, AUTH_API_KEYS: `a:${hash}:${words}` });
    expect(readConfig(keys('content:read @1002 @1001')).auth.apiKeys[0]!.activities).toEqual(new Set([1002, 1001]));
    expect(readConfig(keys('content:read')).auth.apiKeys[0]).not.toHaveProperty('activities');
    for (const words of [
      'content:read @',
      'content:read @x',
      'content:read @01001',
      'content:read @1001 @1001',
      '@1001',
      'content:read@1001',
    ])
      expect(problems(keys(words))).toEqual(['AUTH_API_KEYS']);
    expect(problems(keys('content:read @1001 @1003'))).toEqual(['AUTH_API_KEYS']);
    // The sandbox names its activities itself: see test/server/authentication/activities.program.test.ts.
    expect(problems({ AUTH_API_KEYS: `a:${hash}:content:read @1003` })).toEqual([]);
  });
  test('the keys of an issuer are fetched by https, or from this machine', () => {
    for (const url of ['https://issuer.example/keys?a=1', 'http://127.0.0.1:8080/keys', 'http://localhost/keys', 'http://[::1]:1/keys']) {
      expect(problems({ ...authentications.token, AUTH_JWKS_URL: url })).toEqual([]);
    }
    for (const url of [
      'http://issuer.example/keys',
      'http://127.0.0.1.example/keys',
      'https://u:p@issuer.example',
      'ftp://issuer.example/keys',
      'x',
    ]) {
      expect(problems({ ...authentications.token, AUTH_JWKS_URL: url })).toEqual(['AUTH_JWKS_URL']);
    }
  });
  test('by router secrets accepts any number of them, of at least 32 characters', () => {
    const { routerSecrets } = readConfig({ AUTH_ROUTER_SECRETS: `${'a'.repeat(32)}, ${'b'.repeat(40)}` }).auth;
    expect(routerSecrets.map((secret) => secret.reveal())).toEqual(['a'.repeat(32), 'b'.repeat(40)]);
  });
  test('by key may have every scope that does not stand for an attendee', () => {
    const given = documentedScopes.filter((scope) => !scope.startsWith('self:'));
    const { apiKeys } = readConfig({ AUTH_API_KEYS: `all:${hash.toUpperCase()}:${given.join(' ')}` }).auth;
    expect([apiKeys[0]!.scopes, apiKeys[0]!.sha256.reveal()]).toEqual([new Set(given), hash]);
  });
  test.each(['self:read', 'self:register', 'self:sso'])('by key has no %s, because a key stands for no attendee', (scope) => {
    expect(problems({ ...live, AUTH_API_KEYS: `a:${hash}:content:read ${scope}` })).toEqual(['AUTH_API_KEYS']);
  });
  test('by token names the attendee by claims, in their order', () => {
    const jwt = (AUTH_JWT_ATTENDEE_CLAIMS: string) => readConfig({ ...authentications.token, AUTH_JWT_ATTENDEE_CLAIMS }).auth.jwt;
    expect(jwt('mobile=phone_number, email=https://a.example/x=y,id=attendee_id,openId=openid')).toMatchObject({
      attendee: {
        claims: [
          { kind: 'mobile', claim: 'phone_number' },
          { kind: 'email', claim: 'https://a.example/x=y' },
          { kind: 'id', claim: 'attendee_id' },
          { kind: 'openId', claim: 'openid' },
        ],
        trustUnverified: false,
      },
    });
    for (const bad of ['mobile', 'mobile=', 'phone=phone_number', 'mobile=a,', 'mobile=a,mobile=a', 'openid=openid'])
      expect(problems({ ...authentications.token, AUTH_JWT_ATTENDEE_CLAIMS: bad })).toEqual(['AUTH_JWT_ATTENDEE_CLAIMS']);
    expect(problems({ ...live, AUTH_JWT_ATTENDEE_CLAIMS: 'id=attendee_id' })).toEqual(['AUTH_JWT_ATTENDEE_CLAIMS']);
  });
});

const bad: [string, string][] = [
  ['HOST', 'http://x'],
  ['HOST', 'a b'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '4e3'],
  ['PORT', '40 00'],
  ['ADMIN_HOST', '/tmp/socket'],
  ['ADMIN_PORT', '4001.5'],
  ['EVENT_SERVICE_URL', 'ftp://x.example'],
  ['EVENT_SERVICE_URL', 'service.example'],
  ['EVENT_SERVICE_URL', 'https://'],
  ['EVENT_SERVICE_URL', 'https://u:canary@x.example'],
  ['EVENT_SERVICE_URL', 'https://x.example/?a=1'],
  ['EVENT_SERVICE_URL', 'https://x.example/?'],
  ['EVENT_SERVICE_URL', 'https://x.example/#'],
  ['EVENT_SERVICE_PUBLIC_KEY', 'a b'],
  ['EVENT_SERVICE_PUBLIC_KEY', 'a\r\nb'],
  ['EVENT_SERVICE_ACTIVITY_IDS', '0'],
  ['EVENT_SERVICE_ACTIVITY_IDS', '1,1'],
  ['EVENT_SERVICE_ACTIVITY_IDS', '1,'],
  ['EVENT_SERVICE_ACTIVITY_IDS', '1,x'],
  ['EVENT_SERVICE_ACTIVITY_IDS', '9007199254740993'],
  ['EVENT_SERVICE_AUTH_HEADER', 'Service Auth'],
  ['EVENT_SERVICE_AUTH_HEADER', 'Service-Auth:'],
  ['EVENT_SERVICE_AUTH_HEADER', 'A\r\nB'],
  ['EVENT_SERVICE_AUTH_HEADER', '*'],
  ['EVENT_SERVICE_AUTH_HEADER', 'Schlüssel'],
  ['EVENT_SERVICE_AUTH_HEADER', 'x'.repeat(65)],
  ['EVENT_SERVICE_AUTH_HEADER', 'Content-Type'],
  ['EVENT_SERVICE_AUTH_HEADER', 'content-length'],
  ['EVENT_SERVICE_AUTH_HEADER', 'HOST'],
  ['EVENT_SERVICE_AUTH_HEADER', 'Connection'],
  ['EVENT_SERVICE_AUTH_HEADER', 'Keep-Alive'],
  ['EVENT_SERVICE_AUTH_HEADER', 'Transfer-Encoding'],
  ['EVENT_SERVICE_AUTH_HEADER', 'TE'],
  ['EVENT_SERVICE_AUTH_HEADER', 'Upgrade'],
  ['EVENT_SERVICE_AUTH_HEADER', 'Expect'],
  ['EVENT_SERVICE_SIGNATURE_VERSION', '1.0'],
  ['EVENT_SERVICE_SIGNATURE_TEMPLATE', '{Foo}'],
  ['EVENT_SERVICE_SIGNATURE_TEMPLATE', '{PrivateKey'],
  ['EVENT_SERVICE_SIGNATURE_ALGORITHM', 'sha256'],
  ['EVENT_SERVICE_NOT_FOUND_PATTERN', '('],
  ['EVENT_SERVICE_TIMEOUT_MS', '0'],
  ['EVENT_SERVICE_RETRIES', '11'],
  ['EVENT_SERVICE_MAX_CONNECTIONS', '1'],
  ['EVENT_SERVICE_MAX_PAGE_SIZE', '0'],
  ['EVENT_SERVICE_MAX_RESPONSE_BYTES', '1e9'],
  ['TRUSTED_DOCUMENTS', 'on'],
  ['TRUSTED_DOCUMENTS_FILE', 'a.json,'],
  ['TRUSTED_DOCUMENTS_FILE', 'a.json,a.json'],
  ['AUTH_API_KEYS', 'x'],
  ['AUTH_API_KEYS', `x:${hash.slice(1)}:content:read`],
  ['AUTH_API_KEYS', `x:${hash}:`],
  ['AUTH_API_KEYS', `x:${hash}:content:write`],
  ['AUTH_API_KEYS', `x:${hash}:content:read content:read`],
  ['AUTH_API_KEYS', `x:${hash}:content:read,x:${'cd'.repeat(32)}:content:read`],
  ['AUTH_API_KEYS', `x:${hash}:content:read,y:${hash}:content:read`],
  ['AUTH_ROUTER_SECRETS', 'changeme'],
  ['AUTH_ROUTER_SECRETS', 'x'.repeat(31)],
  ['AUTH_ROUTER_SECRETS', `${'x'.repeat(32)},`],
  ['AUTH_ROUTER_SECRETS', `${'x'.repeat(32)},${'x'.repeat(32)}`],
  ['AUTH_ROUTER_SECRETS', `${'x'.repeat(16)} ${'x'.repeat(16)}`],
  ['CACHE_TTL', 'on'],
  ['CACHE_TTL', 'attendees=5'],
  ['CACHE_TTL', 'fields=5,fields=6'],
  ['CACHE_TTL', 'fields=-1'],
  ['CACHE_TTL', 'fields'],
  ['CACHE_TTL', 'fields=1=2'],
  ['CACHE_STALE_IF_ERROR', 'off'],
  ['MAX_DEPTH', '0'],
  ['MAX_COST', '5k'],
  ['MAX_ALIASES', '-1'],
  ['MAX_ROOT_FIELDS', '0'],
  ['MAX_UPSTREAM_CALLS', '0'],
  ['RATE_LIMIT', '0'],
  ['RATE_LIMIT', '-1'],
  ['RATE_LIMIT', 'none'],
  ['CHECK_IN_HOOK_SECRETS', 'x'.repeat(31)],
  ['CHECK_IN_HOOK_SECRETS', `${'x'.repeat(32)},${'x'.repeat(32)}`],
  ['CHECK_IN_HOOK_SECRETS', `${'x'.repeat(32)} y`],
  ['CHECK_IN_HOOK_ATTENDEE', 'data/id'],
  ['CHECK_IN_HOOK_ATTENDEE', '/data~2'],
  ['REDIS_URL', 'http://x'],
  ['REDIS_URL', 'redis://'],
  ['REDIS_URL', 'redis://x/y'],
  ['REDIS_URL', 'redis://x?db=1'],
  ['REDIS_URL', 'redis://user:pass%word@x'],
  ['REDIS_KEY_PREFIX', 'a b'],
  ['REDIS_KEY_PREFIX', '{a}'],
  ['TYPE_PREFIX', 'event'],
  ['TYPE_PREFIX', '_E'],
  ['TYPE_PREFIX', 'E-'],
  ['RELAY_NODE', 'yes'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'http'],
  ['OTEL_TRACES_EXPORTER', 'jaeger'],
  ['OTEL_SDK_DISABLED', '1'],
  ['AUTH_DISABLED', 'yes'],
  ['INTROSPECTION', '1'],
  ['EXPLORER', 'altair'],
  ['CORS_ORIGINS', '*'],
  ['CORS_ORIGINS', 'https://x.example/'],
  ['CORS_ORIGINS', 'null'],
  ['CORS_ORIGINS', 'https://x.example,https://x.example'],
  ['MAX_TOKENS', '0'],
  ['ALLOWED_HOSTS', 'https://x.example'],
  ['ALLOWED_HOSTS', 'x.example:4000'],
  ['ALLOWED_HOSTS', 'x.example,X.example'],
  ['ALLOWED_HOSTS', '*,x.example'],
  ['MAX_CONNECTIONS', '0'],
  ['MAX_BODY_BYTES', '-5'],
  ['MAX_RESPONSE_BYTES', '0'],
  ['UPSTREAM_REPORT', 'on'],
  ['FEDERATION_AUTH_DIRECTIVES', 'TRUE'],
  ['REQUEST_TIMEOUT_MS', '30s'],
  ['SHUTDOWN_GRACE_MS', 'Infinity'],
  ['LOG_LEVEL', 'verbose'],
  ['LOG_FORMAT', 'xml'],
  ['AUDIT_LOG', 'LOG'],
  ['AUDIT_LOG', 'none'],
];

describe('bad settings', () => {
  test.each(bad)('the bad setting %s=%j is named', (name, text) => {
    expect(problems({ ...live, [name]: text })).toEqual([name]);
  });

  test('a live program names everything that is missing at once', () => {
    expect(problems({ EVENT_SERVICE_URL: 'https://x.example' })).toEqual([
      'AUTH_API_KEYS',
      'EVENT_SERVICE_ACTIVITY_IDS',
      'EVENT_SERVICE_PRIVATE_KEY',
      'EVENT_SERVICE_PUBLIC_KEY',
    ]);
  });

  test("the organiser's key without an address does not start the sandbox", () => {
    expect(problems({ EVENT_SERVICE_PRIVATE_KEY: 'x', EVENT_SERVICE_URL: ' ' })).toEqual(['EVENT_SERVICE_URL']);
  });

  test.each(['report', 'require'])('TRUSTED_DOCUMENTS=%s needs a file, and is refused together with router secrets', (mode) => {
    const TRUSTED_DOCUMENTS_FILE = 'a.json';
    const AUTH_ROUTER_SECRETS = 'a'.repeat(32);
    expect(problems({ TRUSTED_DOCUMENTS: mode })).toEqual(['TRUSTED_DOCUMENTS_FILE']);
    expect(problems({ TRUSTED_DOCUMENTS: mode, TRUSTED_DOCUMENTS_FILE, AUTH_ROUTER_SECRETS })).toEqual(['TRUSTED_DOCUMENTS']);
    expect(problems({ TRUSTED_DOCUMENTS: mode, AUTH_ROUTER_SECRETS })).toEqual(['TRUSTED_DOCUMENTS', 'TRUSTED_DOCUMENTS_FILE']);
    expect(problems({ TRUSTED_DOCUMENTS: mode, TRUSTED_DOCUMENTS_FILE })).toEqual([]);
    for (const allowed of [
      { TRUSTED_DOCUMENTS: 'allow' },
      { TRUSTED_DOCUMENTS: 'allow', TRUSTED_DOCUMENTS_FILE },
      { TRUSTED_DOCUMENTS_FILE },
    ])
      expect(problems({ ...allowed, AUTH_ROUTER_SECRETS })).toEqual([]);
  });
  test('two listeners on one port are refused, unless the port is 0 or their hosts differ', () => {
    expect(problems({ PORT: '4010', ADMIN_PORT: '4010' })).toEqual(['ADMIN_PORT']);
    expect(problems({ PORT: '4001' })).toEqual(['ADMIN_PORT']);
    expect(problems({ PORT: '0', ADMIN_PORT: '0' })).toEqual([]);
    expect(problems({ HOST: '127.0.0.2', PORT: '4010', ADMIN_HOST: '127.0.0.3', ADMIN_PORT: '4010' })).toEqual([]);
  });

  test('with a malformed address, the missing settings of a live service are named too', () => {
    expect(problems({ EVENT_SERVICE_URL: 'nonsense', PORT: 'x' })).toEqual([
      'AUTH_API_KEYS',
      'EVENT_SERVICE_ACTIVITY_IDS',
      'EVENT_SERVICE_PRIVATE_KEY',
      'EVENT_SERVICE_PUBLIC_KEY',
      'EVENT_SERVICE_URL',
      'PORT',
    ]);
  });

  test('any number of bad settings are in one message, a line for each', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...bad), { selector: ([name]) => name, minLength: 1 }), (chosen) => {
        const env = { ...live, ...Object.fromEntries(chosen) };
        expect(problems(env)).toEqual(chosen.map(([name]) => name).sort());
        expect(() => readConfig(env)).toThrow(new RegExp(`^Bad settings:(\\n  [A-Z_]+: [^\\n]+){${chosen.length}}$`));
      }),
    );
  });
});

test('an error contains no value of a setting, valid or not', () => {
  const names = [...new Set(bad.map(([name]) => name)), 'EVENT_SERVICE_PRIVATE_KEY'];
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom(...names),
        fc.string({ minLength: 3 }).map((text) => `Zq7${text}`),
      ),
      (given) => {
        try {
          readConfig({ ...live, ...given });
        } catch (error) {
          expect(error).toBeInstanceOf(ConfigError);
          expect(inspect(error, { depth: 9 }).replaceAll(/^ +at .*$/gm, '')).not.toMatch(/Zq7|private-canary/);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('secrets cannot be printed', () => {
  const config = readConfig(live);
  for (const shown of [
    inspect(config, { depth: 9, showHidden: true }),
    JSON.stringify(config),
    String(config.live!.privateKey),
    `${config.live!.privateKey}`,
  ]) {
    expect(shown).not.toMatch(/canary|abab/);
  }
  expect(config.live!.privateKey.reveal()).toBe('private-canary');
});

describe('a .env file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'event-graph-'));
  afterEach(() => {
    delete process.env['DOTENV_TEST_A'];
    delete process.env['DOTENV_TEST_B'];
  });

  test('adds variables to the environment and overrides none', () => {
    const path = join(folder, '.env');
    writeFileSync(path, 'DOTENV_TEST_A=file\nDOTENV_TEST_B="two words" # comment\n');
    process.env['DOTENV_TEST_A'] = 'set';
    loadDotEnv(path);
    expect([process.env['DOTENV_TEST_A'], process.env['DOTENV_TEST_B']]).toEqual(['set', 'two words']);
  });

  test('may be missing', () => {
    expect(() => loadDotEnv(join(folder, 'missing'))).not.toThrow();
  });
});

test('the exit code is EX_CONFIG', () => {
  expect(configErrorExitCode).toBe(78);
});

test('LOG_FORMAT accepts auto, which is the default, pretty and json', () => {
  expect(['auto', 'pretty', 'json'].map((format) => readConfig({ LOG_FORMAT: format }).log.format)).toEqual(['auto', 'pretty', 'json']);
});
