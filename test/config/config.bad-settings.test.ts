/* Malformed settings: each is named, all in one error, and no error contains a value. */

import { inspect } from 'node:util';
import fc from 'fast-check';
import { readConfig } from '../../src/config/config.js';
import { ConfigError } from '../../src/config/environment.js';
import { badSettings, keyHash as hash, live, problems, problemsOf, token } from './problems.js';

const keyWith = (rights: string) => `x:${hash}:${rights}`;

/** Texts that each setting refuses. A JSON pointer is read in linear time: with backtracking, the long one would take hours. */
const refused: Readonly<Record<string, readonly string[]>> = {
  HOST: ['http://x', 'a b'],
  PORT: ['65536', '-1', '4e3', '40 00'],
  ADMIN_HOST: ['/tmp/socket'],
  ADMIN_PORT: ['4001.5'],
  EVENT_SERVICE_URL: [
    'ftp://x.example',
    'service.example',
    'https://',
    'https://u:canary@x.example',
    'https://x.example/?a=1',
    'https://x.example/?',
    'https://x.example/#',
  ],
  EVENT_SERVICE_PUBLIC_KEY: ['a b', 'a\r\nb'],
  EVENT_SERVICE_ACTIVITY_IDS: ['0', '1,1', '1,', '1,x', '9007199254740993'],
  EVENT_SERVICE_AUTH_HEADER: [
    'Service Auth',
    'Service-Auth:',
    'A\r\nB',
    '*',
    'Schlüssel',
    'x'.repeat(65),
    'Content-Type',
    'content-length',
    'HOST',
    'Connection',
    'Keep-Alive',
    'Transfer-Encoding',
    'TE',
    'Upgrade',
    'Expect',
  ],
  EVENT_SERVICE_SIGNATURE_VERSION: ['1.0'],
  EVENT_SERVICE_SIGNATURE_TEMPLATE: ['{Foo}', '{PrivateKey'],
  EVENT_SERVICE_SIGNATURE_ALGORITHM: ['crc32'],
  EVENT_SERVICE_NOT_FOUND_PATTERN: ['('],
  EVENT_SERVICE_BUSY_PATTERN: ['('],
  EVENT_SERVICE_CLOCK_OFFSET_SECONDS: ['-86401', '-0'],
  EVENT_SERVICE_TIMEOUT_MS: ['0'],
  EVENT_SERVICE_RETRIES: ['11'],
  EVENT_SERVICE_MAX_CONNECTIONS: ['1'],
  EVENT_SERVICE_MAX_PAGE_SIZE: ['0'],
  EVENT_SERVICE_MAX_IDS: ['0'],
  EVENT_SERVICE_MAX_RESPONSE_BYTES: ['1e9'],
  TRUSTED_DOCUMENTS: ['on'],
  TRUSTED_DOCUMENTS_FILE: ['a.json,', 'a.json,a.json'],
  AUTH_API_KEYS: [
    'x',
    'key',
    `:${hash}:content:read`,
    `x:${hash}:content:read,`,
    `x:${hash}`,
    `x:${hash}:content:read @1001,x:${'cd'.repeat(32)}:content:read`,
    `x:${hash}:content:read,y:${hash.toUpperCase()}:content:read`,
    `x:${hash.slice(1)}:content:read`,
    `x:${hash}:`,
    `x:${hash}:content:write`,
    `x:${hash}:content:read content:read`,
    `x:${hash}:content:read,x:${'cd'.repeat(32)}:content:read attendees:read`,
    `x:${hash}:content:read,y:${hash}:content:read`,
    ...['content:read @', 'content:read @x', 'content:read @01001', 'content:read @1001 @1001', '@1001', 'content:read@1001'].map(keyWith),
    // A key stands for no attendee.
    ...['self:read', 'self:register', 'self:sso'].map((scope) => keyWith(`content:read ${scope}`)),
  ],
  AUTH_JWKS_URL: [
    'http://issuer.example/keys',
    'http://127.0.0.1.example/keys',
    'https://u:p@issuer.example',
    'ftp://issuer.example/keys',
    'x',
  ],
  AUTH_JWT_ATTENDEE_CLAIMS: ['mobile', 'mobile=', 'phone=phone_number', 'mobile=a,', 'mobile=a,mobile=a', 'openid=openid'],
  AUTH_ROUTER_SECRETS: [
    'changeme',
    'x'.repeat(31),
    `${'x'.repeat(32)},`,
    `${'x'.repeat(32)},${'x'.repeat(32)}`,
    `${'x'.repeat(16)} ${'x'.repeat(16)}`,
  ],
  CACHE_TTL: ['on', 'attendees=5', 'fields=5,fields=6', 'fields=-1', 'fields', 'fields=1=2'],
  CACHE_STALE_IF_ERROR: ['off'],
  MAX_DEPTH: ['0'],
  MAX_COST: ['5k'],
  MAX_ALIASES: ['-1'],
  MAX_ROOT_FIELDS: ['0'],
  MAX_UPSTREAM_CALLS: ['0'],
  RATE_LIMIT: ['0', '-1', 'none'],
  CHECK_IN_HOOK_SECRETS: ['x'.repeat(31), `${'x'.repeat(32)},${'x'.repeat(32)}`, `${'x'.repeat(32)} y`],
  CHECK_IN_HOOK_ATTENDEE: ['data/id', `${'/'.repeat(60)}~`, '/data~2'],
  REDIS_URL: ['http://x', 'redis://', 'redis://x/y', 'redis://x?db=1', 'redis://user:pass%word@x'],
  REDIS_TIMEOUT_MS: ['0'],
  REDIS_KEY_PREFIX: ['a b', '{a}'],
  TYPE_PREFIX: ['event', '_E', 'E-'],
  RELAY_NODE: ['yes'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318', 'http://user:secret@collector'],
  OTEL_EXPORTER_OTLP_PROTOCOL: ['http'],
  OTEL_TRACES_EXPORTER: ['zipkin'],
  OTEL_SDK_DISABLED: ['1'],
  AUTH_DISABLED: ['yes'],
  INTROSPECTION: ['1'],
  EXPLORER: ['altair'],
  CORS_ORIGINS: ['*', 'https://*.x.example', 'https://x.example/', 'null', 'https://x.example,https://x.example', 'file://', 'app://x/'],
  MAX_TOKENS: ['0'],
  ALLOWED_HOSTS: ['https://x.example', 'x.example:4000', 'x.example,X.example', '*,x.example'],
  MAX_CONNECTIONS: ['0'],
  MAX_BODY_BYTES: ['-5'],
  MAX_RESPONSE_BYTES: ['0'],
  UPSTREAM_REPORT: ['on'],
  FEDERATION_AUTH_DIRECTIVES: ['TRUE'],
  REQUEST_TIMEOUT_MS: ['30s'],
  SHUTDOWN_GRACE_MS: ['Infinity'],
  LOG_LEVEL: ['verbose'],
  LOG_FORMAT: ['xml'],
  AUDIT_LOG: ['LOG', 'none'],
};
/** With a token, whose claims settings name. */
const complete = { ...live, ...token };
const bad = Object.entries(refused).flatMap(([name, texts]) => texts.map((text): [string, string] => [name, text]));

test.each(Object.entries(refused))('bad values of %s are named', (name, texts) => {
  for (const text of texts) expect({ text, bad: badSettings({ ...complete, [name]: text }) }).toEqual({ text, bad: [name] });
});

test.each([`"(?i)no such attendee"`, `'(?i)no such attendee'`, '``', `"4000"`])(
  'quotes that arrive as a part of a value, %s, are refused',
  (text) => {
    for (const name of ['EVENT_SERVICE_NOT_FOUND_PATTERN', 'EVENT_SERVICE_PRIVATE_KEY', 'PORT'])
      expect(problems({ ...live, [name]: text })).toEqual({ [name]: 'expected no quotes around the value' });
  },
);

test('the error of a RATE_LIMIT with four decimals states how many it may have', () => {
  expect(problems({ RATE_LIMIT: '1.2345' }).RATE_LIMIT).toBe(
    'expected off, or a number from 0.001 to 9999999.999 with at most three decimals, such as 50',
  );
});

const another = 'cd'.repeat(32);
const rawKey = 'Zq7-raw_key'.repeat(4);
test.each([
  [`app:${hash}:content:reed`, 'the key app: unknown scope content:reed; a key may have content:read content:meeting'],
  [`app:${hash}:content:read self:read`, 'the key app: unknown scope self:read; a key may have content:read content:meeting'],
  [`app:${hash}:content:read ${rawKey}`, 'the key app: unknown scope; a key may have'],
  [`app:${hash}:@1001`, 'the key app: no scope; a key may have'],
  [`app:${hash}:content:read @x`, 'the key app: expected activities as @ID, such as @1001'],
  [`app:${hash}:content:read content:read`, 'the key app: a scope or an activity occurs twice'],
  [`app:${rawKey}:content:read`, 'the key app: not 64 hexadecimal digits: write the SHA-256 of the key'],
  [`${rawKey}:app:content:read`, 'key 1: not 64 hexadecimal digits: write the SHA-256 of the key'],
  [`app:${hash}:content:read,attendees:read`, 'key 2: expected name:sha256hex:scopes, a name of'],
  [`app:${hash}:content:read,${rawKey}`, 'key 2: expected name:sha256hex:scopes'],
  [`app:${hash}:content:read,gate:${hash.toUpperCase()}:content:read`, 'the keys app and gate have the same hash'],
  [`app:${hash}:content:read,app:${another}:content:read @1001`, 'the keys with the name app are one caller'],
  [`app:x:content:read,gate:${hash}:content:reed`, 'key 1: not 64 hexadecimal digits', 'the key gate: unknown scope content:reed'],
])('the error of the API keys %s names the key and what is wrong, and quotes no text that may be a key', (AUTH_API_KEYS, ...named) => {
  const stated = problemsOf({ AUTH_API_KEYS }).map(({ expected }) => expected);
  expect(stated).toEqual(named.map((part) => expect.stringContaining(part)));
  expect(stated.join()).not.toMatch(/Zq7|abab|cdcd/i);
});

test('the error of an EVENT_SERVICE_NOT_FOUND_PATTERN mentions no flags, which a setting does not have', () => {
  expect(problems({ EVENT_SERVICE_NOT_FOUND_PATTERN: '(?=a)' }).EVENT_SERVICE_NOT_FOUND_PATTERN).not.toContain('flag');
});

test('the keys of an issuer are fetched by https, or from this machine', () => {
  for (const url of ['https://issuer.example/keys?a=1', 'http://127.0.0.1:8080/keys', 'http://localhost/keys', 'http://[::1]:1/keys'])
    expect(badSettings({ ...token, AUTH_JWKS_URL: url })).toEqual([]);
});

test('a quote at one end of a value is a part of it', () => {
  expect(badSettings({ ...live, EVENT_SERVICE_NOT_FOUND_PATTERN: `attendee "x"`, EVENT_SERVICE_PRIVATE_KEY: `"key` })).toEqual([]);
});

test('any number of bad settings are in one message, a line for each', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...bad), { selector: ([name]) => name, minLength: 1 }), (chosen) => {
      const env = { ...complete, ...Object.fromEntries(chosen) };
      expect(badSettings(env)).toEqual(chosen.map(([name]) => name).sort());
      expect(() => readConfig(env)).toThrow(new RegExp(`^Bad settings:(\\n  [A-Z_]+: [^\\n]+){${chosen.length}}$`));
    }),
  );
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
    { numRuns: 200 },
  );
});
