/* Which settings let callers in: API keys, tokens and router secrets. */

import fc from 'fast-check';
import { readConfig } from '../../src/config/config.js';
import { documentedScopes } from '../../src/records/caller.js';
import { badSettings, keyHash as hash, live } from './problems.js';

const authentications = {
  key: { AUTH_API_KEYS: live.AUTH_API_KEYS },
  token: { AUTH_JWKS_URL: 'https://issuer.example/keys', AUTH_JWT_ISSUER: 'https://issuer.example', AUTH_JWT_AUDIENCE: 'event-graph' },
  router: { AUTH_ROUTER_SECRETS: 'x'.repeat(32) },
};

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
  expect(badSettings({ ...rest, AUTH_DISABLED: 'false' })).toEqual(['AUTH_API_KEYS']);
});

test.each(Object.entries(authentications))('authentication by %s alone is enough, live and in the sandbox', (_way, env) => {
  const { AUTH_API_KEYS: _, ...rest } = live;
  expect(readConfig({ ...rest, ...env }).auth.required).toBe(true);
  expect(readConfig(env).auth.required).toBe(true);
});

test('authentication by token needs its three settings together', () => {
  const names = Object.keys(authentications.token).sort();
  fc.assert(
    fc.property(fc.subarray(names, { minLength: 1, maxLength: 2 }), (given) => {
      const env = Object.fromEntries(Object.entries(authentications.token).filter(([name]) => given.includes(name)));
      expect(badSettings({ ...live, ...env })).toEqual(names.filter((name) => !given.includes(name)));
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

test('a token names its activities by a claim', () => {
  const { jwt } = readConfig({ ...authentications.token, AUTH_JWT_ACTIVITIES_CLAIM: 'https://example.com/activities' }).auth;
  expect(jwt).toMatchObject({ activitiesClaim: 'https://example.com/activities' });
});

test('a key may name the activities that it opens, of those that are served', () => {
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
    expect(badSettings(keys(words))).toEqual(['AUTH_API_KEYS']);
  expect(badSettings(keys('content:read @1001 @1003'))).toEqual(['AUTH_API_KEYS']);
  // The sandbox names its activities itself: see test/server/authentication/activities.program.test.ts.
  expect(badSettings({ AUTH_API_KEYS: `a:${hash}:content:read @1003` })).toEqual([]);
});

test('keys of one name have equal rights, in any order', () => {
  const AUTH_API_KEYS = `a:${hash}:content:read attendees:read @1001 @1002,a:${'cd'.repeat(32)}:attendees:read content:read @1002 @1001`;
  expect(readConfig({ ...live, AUTH_API_KEYS }).auth.apiKeys.map(({ name }) => name)).toEqual(['a', 'a']);
});

test('the keys of an issuer are fetched by https, or from this machine', () => {
  for (const url of ['https://issuer.example/keys?a=1', 'http://127.0.0.1:8080/keys', 'http://localhost/keys', 'http://[::1]:1/keys']) {
    expect(badSettings({ ...authentications.token, AUTH_JWKS_URL: url })).toEqual([]);
  }
  for (const url of [
    'http://issuer.example/keys',
    'http://127.0.0.1.example/keys',
    'https://u:p@issuer.example',
    'ftp://issuer.example/keys',
    'x',
  ]) {
    expect(badSettings({ ...authentications.token, AUTH_JWKS_URL: url })).toEqual(['AUTH_JWKS_URL']);
  }
});

test('a list of router secrets of at least 32 characters each is accepted', () => {
  const { routerSecrets } = readConfig({ AUTH_ROUTER_SECRETS: `${'a'.repeat(32)}, ${'b'.repeat(40)}` }).auth;
  expect(routerSecrets.map((secret) => secret.reveal())).toEqual(['a'.repeat(32), 'b'.repeat(40)]);
});

test('a key may have every scope except `self:*`', () => {
  const given = documentedScopes.filter((scope) => !scope.startsWith('self:'));
  const { apiKeys } = readConfig({ AUTH_API_KEYS: `all:${hash.toUpperCase()}:${given.join(' ')}` }).auth;
  expect({ scopes: apiKeys[0]!.scopes, hash: apiKeys[0]!.sha256.reveal() }).toEqual({ scopes: new Set(given), hash });
});

test.each(['self:read', 'self:register', 'self:sso'])('a key has no %s, because a key stands for no attendee', (scope) => {
  expect(badSettings({ ...live, AUTH_API_KEYS: `a:${hash}:content:read ${scope}` })).toEqual(['AUTH_API_KEYS']);
});

test('a token names its attendee by claims, in their order', () => {
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
    expect(badSettings({ ...authentications.token, AUTH_JWT_ATTENDEE_CLAIMS: bad })).toEqual(['AUTH_JWT_ATTENDEE_CLAIMS']);
});

test.each([
  ['AUTH_JWT_ATTENDEE_CLAIMS', 'id=attendee_id'],
  ['AUTH_JWT_ACTIVITIES_CLAIM', 'activities'],
  ['AUTH_JWT_TRUST_UNVERIFIED', 'true'],
])('%s needs AUTH_JWKS_URL', (name, value) => {
  expect(badSettings({ ...live, [name]: value })).toEqual([name]);
});

test('AUTH_JWT_TRUST_UNVERIFIED=false, which is the default, needs no other setting', () => {
  expect(badSettings({ ...live, AUTH_JWT_TRUST_UNVERIFIED: 'false' })).toEqual([]);
});
