/* What valid settings mean, and their defaults. */

import { availableParallelism } from 'node:os';
import { inspect } from 'node:util';
import { readConfig, type Config } from '../../src/config/config.js';
import { configErrorExitCode } from '../../src/config/environment.js';
import { Secret } from '../../src/primitives/secret.js';
import { defaultTtlSeconds } from '../../src/records/content-kind.js';
import { keyHash as hash, live } from './problems.js';

/** docs/settings.md, which a test compares with the rows, states the defaults. */
const defaults = readConfig({});

test('by default the sandbox is open, with explorer, introspection and report', () => {
  expect(defaults).toMatchObject({
    mode: 'sandbox',
    live: null,
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
  });
});

test('by default a live program is closed, without explorer, introspection and report; all else is as in the sandbox', () => {
  expect(readConfig({ ...live, EVENT_SERVICE_URL: 'https://service.example/prefix/' })).toEqual({
    ...defaults,
    mode: 'live',
    live: {
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
    stateFile: './event-graph-state.db',
    graph: { ...defaults.graph, upstreamReport: false },
    checkInHook: { secrets: [], attendeeAt: null },
    server: { ...defaults.server, allowedHosts: null, introspection: false, explorer: 'off', cors: { origins: [], local: false } },
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

test.each<[Record<string, string>, (config: Config) => unknown, unknown]>([
  [{ PORT: '0', ADMIN_PORT: '65535' }, ({ server }) => [server.port, server.admin.port], [0, 65_535]],
  [{ HOST: '[::1]', ADMIN_HOST: '0.0.0.0' }, ({ server }) => [server.host, server.admin.host], ['::1', '0.0.0.0']],
  [{ ...live, EVENT_SERVICE_AUTH_HEADER: 'Vendor-Auth' }, ({ service }) => service.authHeader, 'Vendor-Auth'],
  [
    { ...live, EVENT_SERVICE_SIGNATURE_TEMPLATE: '{PrivateKey}-{Time}' },
    ({ service }) => service.signature.template,
    '{PrivateKey}-{Time}',
  ],
  [{ ...live, EVENT_SERVICE_SIGNATURE_ALGORITHM: 'hmac-md5' }, ({ service }) => service.signature.algorithm, 'hmac-md5'],
  [{ EVENT_SERVICE_SIGNER_MODULE: './sign.mjs' }, ({ service }) => service.signature.signerModule, './sign.mjs'],
  [{ EVENT_SERVICE_NOT_FOUND_PATTERN: '不存在|not found' }, ({ service }) => service.notFoundPattern?.source, '不存在|not found'],
  [{ EVENT_SERVICE_BUSY_PATTERN: '频繁|busy' }, ({ service }) => service.busyPattern?.source, '频繁|busy'],
  [{ EVENT_SERVICE_CLOCK_OFFSET_SECONDS: '-86400' }, ({ service }) => service.clockOffsetSeconds, -86_400],
  [
    { CORS_ORIGINS: 'https://a.example, http://b.example:8080' },
    ({ server }) => server.cors,
    { origins: ['https://a.example', 'http://b.example:8080'], local: false },
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
  [{ LOG_FORMAT: 'json' }, ({ log }) => log.format, 'json'],
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

test('the exit code of bad settings is EX_CONFIG', () => {
  expect(configErrorExitCode).toBe(78);
});

test.each([
  [{}, 100],
  [{ EVENT_SERVICE_MAX_PAGE_SIZE: '50' }, 50],
  [{ EVENT_SERVICE_MAX_IDS: '20' }, 20],
  [{ EVENT_SERVICE_MAX_IDS: '200', EVENT_SERVICE_MAX_PAGE_SIZE: '50' }, 50],
])('a call has as many ids as a page has room for, or fewer (%j)', (given, maxIds) => {
  expect(readConfig(given).service.maxIds).toBe(maxIds);
});
