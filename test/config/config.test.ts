/* What valid settings mean, and their defaults. */

import { availableParallelism } from 'node:os';
import { inspect } from 'node:util';
import { readConfig } from '../../src/config/config.js';
import { Secret } from '../../src/primitives/secret.js';
import { documentedScopes } from '../../src/records/caller.js';
import { defaultTtlSeconds } from '../../src/records/content-kind.js';
import type { TextPattern } from '../../src/records/errors.js';
import { authentications, envOf, keyHash as hash, live, liveWithoutKey } from './problems.js';

/** Matches a pattern that matches a message. */
const matching = (message: string) => ({ asymmetricMatch: (pattern: TextPattern) => pattern.test(message) });

/** docs/settings.md, which a test compares with the rows, states the defaults. */
const defaults = readConfig({});

test('by default the sandbox is open, with explorer, introspection and report', () => {
  expect(defaults).toMatchObject({
    mode: 'sandbox',
    liveAccount: null,
    auth: { required: false, disabled: false, apiKeys: [], jwt: null, routerSecrets: [] },
    stateFile: null,
    graph: { upstreamReport: true },
    checkInHook: { secrets: [new Secret('sandbox-check-in-secret-that-anyone-may-know')], attendeeAt: ['id'] },
    server: {
      host: '127.0.0.1',
      allowedHosts: ['127.0.0.1'],
      introspection: true,
      explorer: 'graphiql',
      cors: { origins: ['https://studio.apollographql.com'], local: true },
    },
    traces: null,
  });
});

test('by default a live program is closed, without explorer, introspection and report; all else is as in the sandbox', () => {
  expect(readConfig({ ...live, EVENT_SERVICE_URL: 'https://service.example/prefix/' })).toEqual({
    ...defaults,
    mode: 'live',
    liveAccount: {
      url: 'https://service.example/prefix',
      allowHttp: false,
      publicKey: 'public',
      privateKey: new Secret('private-canary'),
      activityIds: [1001, 1002],
    },
    auth: {
      ...defaults.auth,
      required: true,
      apiKeys: [{ name: 'gate', sha256: new Secret(hash), scopes: new Set(['content:read', 'attendees:read']) }],
    },
    service: { ...defaults.service, notFoundPattern: null },
    stateFile: './event-graph-state.db',
    graph: { ...defaults.graph, upstreamReport: false },
    checkInHook: { secrets: [], attendeeAt: null },
    server: {
      ...defaults.server,
      allowedHosts: null,
      introspection: false,
      explorer: 'off',
      cors: { ...defaults.server.cors, origins: [], local: false },
    },
  });
});

test('the sandbox is called with its own header and rule, whatever the settings of the signature are', () => {
  const { service } = readConfig({
    EVENT_SERVICE_AUTH_HEADER: 'Vendor-Auth',
    EVENT_SERVICE_SIGNATURE_ALGORITHM: 'hmac-md5',
    EVENT_SERVICE_SIGNATURE_TEMPLATE: '{PrivateKey}-{Time}',
    EVENT_SERVICE_SIGNATURE_CASE: 'upper',
  });
  expect(service).toEqual(defaults.service);
});

test('a blank setting counts as not set', () => {
  expect(readConfig({ PORT: '', EVENT_SERVICE_URL: '  ', LOG_LEVEL: '\t', AUTH_API_KEYS: '' })).toEqual(readConfig({}));
});

/** Each setting with the values that the configuration has for it, as JSON at their paths. */
test.each([
  [
    'PORT=0; ADMIN_PORT=65535; HOST=[::1]; ADMIN_HOST=0.0.0.0',
    'server.port: 0',
    'server.host: "::1"',
    'server.admin.port: 65535',
    'server.admin.host: "0.0.0.0"',
  ],
  [
    'live; EVENT_SERVICE_URL=http://127.0.0.1:8080; EVENT_SERVICE_AUTH_HEADER=Vendor-Auth; EVENT_SERVICE_SIGNATURE_TEMPLATE={PrivateKey}-{Time}; EVENT_SERVICE_SIGNATURE_ALGORITHM=hmac-md5',
    'liveAccount.url: "http://127.0.0.1:8080"',
    'service.authHeader: "Vendor-Auth"',
    'service.signature.template: "{PrivateKey}-{Time}"',
    'service.signature.algorithm: "hmac-md5"',
  ],
  // A call has as many ids as a page has room for, or fewer.
  ['EVENT_SERVICE_MAX_IDS=', 'service.maxIds: 100'],
  ['EVENT_SERVICE_MAX_PAGE_SIZE=50', 'service.maxIds: 50'],
  ['EVENT_SERVICE_MAX_IDS=20', 'service.maxIds: 20'],
  ['EVENT_SERVICE_MAX_IDS=200; EVENT_SERVICE_MAX_PAGE_SIZE=50', 'service.maxIds: 50'],
  [
    'CORS_ORIGINS=https://a.example, http://b.example:8080,capacitor://localhost, wss://c.example:8443',
    'server.cors.origins: ["https://a.example","http://b.example:8080","capacitor://localhost","wss://c.example:8443"]',
    'server.cors.local: false',
  ],
  ['ALLOWED_HOSTS=Graph.example, other-host', 'server.allowedHosts: ["graph.example","other-host","127.0.0.1"]'],
  ['ALLOWED_HOSTS=*', 'server.allowedHosts: null'],
  ['HOST=My-Machine; ALLOWED_HOSTS=', 'server.allowedHosts: ["my-machine"]'],
  [
    'MAX_CONNECTIONS=7; EXPLORER=sandbox; SHUTDOWN_GRACE_MS=0; INTROSPECTION=false',
    'server.maxConnections: 7',
    'server.explorer: "sandbox"',
    'server.shutdownGraceMs: 0',
    'server.introspection: false',
  ],
  [
    'UPSTREAM_REPORT=false; FEDERATION_AUTH_DIRECTIVES=false; TYPE_PREFIX=Event; RELAY_NODE=true',
    'graph.upstreamReport: false',
    'graph.authDirectives: false',
    'graph.typePrefix: "Event"',
    'graph.relayNode: true',
  ],
  ['WORKERS=4', 'workers: 4'],
  ['AUDIT_LOG=off', 'auditLog: "off"'],
  ['AUDIT_LOG=/var/log/audit', 'auditLog: "/var/log/audit"'],
  ['LOG_LEVEL=debug; LOG_FORMAT=pretty', 'log.level: "debug"', 'log.format: "pretty"'],
  ['LOG_FORMAT=json', 'log.format: "json"'],
  ['CACHE_TTL=off', 'contentCache: null'],
  ['TRUSTED_DOCUMENTS_FILE=a.json, b.json', 'trustedDocuments.files: ["a.json","b.json"]', 'trustedDocuments.mode: "allow"'],
  ['TRUSTED_DOCUMENTS_FILE=a.json; TRUSTED_DOCUMENTS=require', 'trustedDocuments.files: ["a.json"]', 'trustedDocuments.mode: "require"'],
  ['STATE_FILE=/var/lib/state.db', 'stateFile: "/var/lib/state.db"'],
  ['REDIS_URL=rediss://redis.example/1', 'redis.keyPrefix: "event-graph:"'],
  ['RATE_LIMIT=off', 'server.rateLimit: null'],
  ['RATE_LIMIT=0.5', 'server.rateLimit: 0.5'],
  [
    'MAX_DEPTH=3; MAX_COST=4; MAX_ALIASES=0; MAX_ROOT_FIELDS=6; MAX_UPSTREAM_CALLS=7',
    'limits.maxDepth: 3',
    'limits.maxCost: 4',
    'limits.maxAliases: 0',
    'limits.maxRootFields: 6',
    'limits.maxUpstreamCalls: 7',
  ],
  [
    'liveWithoutKey; AUTH_DISABLED=true',
    'auth.required: false',
    'auth.disabled: true',
    'auth.apiKeys: []',
    'auth.jwt: null',
    'auth.routerSecrets: []',
  ],
  [
    'token',
    'auth.jwt.jwksUrl: "https://issuer.example/keys"',
    'auth.jwt.issuer: "https://issuer.example"',
    'auth.jwt.audience: "event-graph"',
    'auth.jwt.attendee.claims: []',
    'auth.jwt.attendee.trustUnverified: false',
    'auth.jwt.activitiesClaim: null',
  ],
  [
    'token; AUTH_JWT_ACTIVITIES_CLAIM=https://example.com/activities; AUTH_JWT_ATTENDEE_CLAIMS=mobile=phone_number, email=https://a.example/x=y,id=attendee_id,openId=openid',
    'auth.jwt.activitiesClaim: "https://example.com/activities"',
    'auth.jwt.attendee.claims: [{"kind":"mobile","claim":"phone_number"},{"kind":"email","claim":"https://a.example/x=y"},{"kind":"id","claim":"attendee_id"},{"kind":"openId","claim":"openid"}]',
  ],
  // Traces, by the variables of OpenTelemetry.
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318',
    'traces.url: "http://collector:4318/v1/traces"',
    'traces.protocol: "http/protobuf"',
  ],
  ['OTEL_EXPORTER_OTLP_ENDPOINT=https://collector/otlp/', 'traces.url: "https://collector/otlp/v1/traces"'],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=https://collector/own/?team=a', 'traces.url: "https://collector/own/?team=a"'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318; OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=https://other/', 'traces.url: "https://other/"'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318; OTEL_EXPORTER_OTLP_PROTOCOL=http/json', 'traces.protocol: "http/json"'],
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318; OTEL_EXPORTER_OTLP_PROTOCOL=grpc; OTEL_EXPORTER_OTLP_TRACES_PROTOCOL=http/json',
    'traces.protocol: "http/json"',
  ],
  ['OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318; OTEL_TRACES_EXPORTER=none', 'traces: null'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318; OTEL_SDK_DISABLED=true', 'traces: null'],
])('the settings "%s" mean %s', (settings, ...expected) => {
  const config: unknown = readConfig(envOf(settings!));
  const shown = expected.map((line) => {
    const path = line.split(': ')[0]!;
    return `${path}: ${JSON.stringify(path.split('.').reduce((value, name) => (value as Record<string, unknown>)[name], config))}`;
  });
  expect(shown).toEqual(expected);
});

const keys = (rights: string, more = '') => ({ ...live, AUTH_API_KEYS: `a:${hash}:${rights}${more}` });

test.each([
  [
    {
      EVENT_SERVICE_SIGNER_MODULE: './sign.mjs',
      EVENT_SERVICE_NOT_FOUND_PATTERN: '不存在|not found',
      EVENT_SERVICE_BUSY_PATTERN: '频繁|busy',
      EVENT_SERVICE_CLOCK_OFFSET_SECONDS: '-86400',
      EVENT_SERVICE_RETRIES: '0',
      EVENT_SERVICE_MAX_CONNECTIONS: '2',
    },
    {
      service: {
        signature: { signerModule: './sign.mjs' },
        notFoundPattern: matching('该参会者不存在'),
        busyPattern: matching('System busy'),
        clockOffsetSeconds: -86_400,
        retries: 0,
        maxConnections: 2,
      },
    },
  ],
  [{ WORKERS: 'auto' }, { workers: availableParallelism() }],
  [
    { CACHE_TTL: 'tickets=0, fields=5', CACHE_STALE_IF_ERROR: '0' },
    { contentCache: { ttlSeconds: { ...defaultTtlSeconds, fields: 5, tickets: 0 }, staleIfErrorSeconds: 0 } },
  ],
  // Authentication: off in the sandbox until there is a way to authenticate, and live only with AUTH_DISABLED=true.
  ...Object.values(authentications).flatMap((way): [Record<string, string>, object][] => [
    [way, { auth: { required: true } }],
    [{ ...liveWithoutKey, ...way }, { auth: { required: true } }],
  ]),
  [keys('content:read @1002 @1001'), { auth: { apiKeys: [{ activities: new Set([1002, 1001]) }] } }],
  // Keys of one name have equal rights, in any order.
  [
    keys('content:read attendees:read @1001 @1002', `,a:${'cd'.repeat(32)}:attendees:read content:read @1002 @1001`),
    { auth: { apiKeys: [{ name: 'a' }, { name: 'a' }] } },
  ],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, { traces: null }],
])('the settings %j have the meaning of the documentation', (env, expected) => {
  expect(readConfig(env)).toMatchObject(expected);
});

test('a key may have every scope except `self:*`, and its hash may be in upper case', () => {
  const given = documentedScopes.filter((scope) => !scope.startsWith('self:'));
  const { apiKeys } = readConfig({ AUTH_API_KEYS: `all:${hash.toUpperCase()}:${given.join(' ')}` }).auth;
  expect({ scopes: apiKeys[0]!.scopes, hash: apiKeys[0]!.sha256.reveal() }).toEqual({ scopes: new Set(given), hash });
  expect(apiKeys[0]).not.toHaveProperty('activities');
});

test('secrets are read, and cannot be printed', () => {
  const routers = ['a'.repeat(32), 'b'.repeat(40)];
  const REDIS_URL = 'rediss://:word-canary@redis.example/1';
  const config = readConfig({ ...live, REDIS_URL, AUTH_ROUTER_SECRETS: routers.join(', ') });
  expect(config.liveAccount!.privateKey.reveal()).toBe('private-canary');
  expect(config.redis!.url.reveal()).toBe(REDIS_URL);
  expect(config.auth.routerSecrets.map((secret) => secret.reveal())).toEqual(routers);
  for (const shown of [
    inspect(config, { depth: 9, showHidden: true }),
    JSON.stringify(config),
    String(config.liveAccount!.privateKey),
    `${config.liveAccount!.privateKey}`,
  ]) {
    expect(shown).not.toMatch(/canary|abab|aaaa/);
  }
});
