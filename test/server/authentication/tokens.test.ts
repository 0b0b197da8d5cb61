/* Which tokens are accepted, what they open, and how the keys of the issuer are fetched. */

import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { exportJWK, SignJWT, type JWK } from 'jose';
import { pino } from 'pino';
import { createAuthenticate, type Authenticate } from '../../../src/server/authentication/authentication.js';
import { subjectName, type TokenSettings } from '../../../src/server/authentication/tokens.js';
import { httpServer, type HttpServer } from '../../support/http-server.js';
import { until } from '../../support/until.js';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const another = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ed = generateKeyPairSync('ed25519');
const issuer = 'https://issuer.example';
const audience = 'event-graph';
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

/** The errors that were logged, and the reasons of refusals. */
let logged: string[];
let refused: string[];
let asked: number;
let failing: boolean;
/** Whether the issuer leaves requests for its keys without a response. */
let mute: boolean;
let clockMs: number;
let published: readonly JWK[];
/** What the issuer publishes. */
let jwks: { keys: readonly JWK[] };
let keys: HttpServer;
let authenticate: Authenticate;

beforeAll(async () => {
  published = [
    { ...(await exportJWK(rsa.publicKey)), kid: 'rsa' },
    { ...(await exportJWK(ec.publicKey)), kid: 'ec' },
    { ...(await exportJWK(ed.publicKey)), kid: 'ed' },
  ];
  keys = await httpServer((_request, response) => {
    asked += 1;
    if (mute) return;
    if (failing) response.writeHead(503).end();
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(jwks));
  });
});

function logLine(line: string): void {
  const { level, reason } = JSON.parse(line) as { level: number; reason: string };
  if (level >= 50) logged.push(line);
  else refused.push(reason);
}
const authentication = (jwksUrl = keys.url, claims: Partial<TokenSettings> = {}) =>
  createAuthenticate(
    {
      required: true,
      apiKeys: [],
      jwt: { jwksUrl, issuer, audience, attendee: { claims: [], trustUnverified: false }, activitiesClaim: null, ...claims },
      routerSecrets: [],
    },
    pino({}, { write: logLine }),
    () => clockMs,
  );
beforeEach(() => {
  [logged, refused, asked, failing, mute, clockMs, jwks] = [[], [], 0, false, false, 0, { keys: published }];
  authenticate = authentication();
});

interface Token {
  readonly alg?: string;
  /** null: the header names no key. */
  readonly kid?: string | null;
  readonly key?: KeyObject;
}
const sign = (claims: Record<string, unknown>, { alg = 'RS256', kid = 'rsa', key = rsa.privateKey }: Token = {}) =>
  new SignJWT({ iss: issuer, aud: audience, sub: 'alice', exp: inAnHour(), scope: 'content:read', ...claims })
    .setProtectedHeader({ alg, ...(kid !== null && { kid }) })
    .sign(key);
const who = (token: string) => authenticate({ authorization: [`Bearer ${token}`] }, '');
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('tokens', () => {
  test.each([
    ['RS256', {}],
    ['PS512', { alg: 'PS512' }],
    ['ES256', { alg: 'ES256', kid: 'ec', key: ec.privateKey }],
    ['EdDSA', { alg: 'EdDSA', kid: 'ed', key: ed.privateKey }],
  ])('a token signed by %s names its caller', async (_alg, options) => {
    const exp = inAnHour();
    expect(await who(await sign({ exp }, options))).toMatchObject({
      name: 'alice',
      scopes: new Set(['content:read']),
      expiresAt: 1000 * exp,
    });
  });

  test.each([
    ['scope, separated by spaces', { scope: 'content:read attendees:read' }, ['content:read', 'attendees:read']],
    ['scp as a string', { scope: undefined, scp: 'content:read sso:issue' }, ['content:read', 'sso:issue']],
    ['scp as a list', { scope: undefined, scp: ['attendees:pii'] }, ['attendees:pii']],
    ['scope before scp', { scope: 'content:read', scp: ['attendees:pii'] }, ['content:read']],
    ['names that are no scopes here', { scope: 'openid admin content:write content:read' }, ['content:read']],
    ['nothing', { scope: undefined }, []],
    ['neither string nor list', { scope: { all: true } }, []],
    ['a list with other things in it', { scope: undefined, scp: [1, null, 'content:read'] }, ['content:read']],
  ])('a token has the scopes of %s', async (_what, claims, scopes) => {
    expect((await who(await sign(claims)))?.scopes).toEqual(new Set(scopes));
  });

  test.each([
    ['of another issuer', 'iss', () => sign({ iss: 'https://other.example' })],
    ['of no issuer', 'iss', () => sign({ iss: undefined })],
    ['for another audience', 'aud', () => sign({ aud: 'another-api' })],
    ['for no audience', 'aud', () => sign({ aud: undefined })],
    ['that is over', 'exp', () => sign({ exp: inAnHour() - 3600 - 10 })],
    ['that never ends', 'exp', () => sign({ exp: undefined })],
    ['that does not begin yet', 'nbf', () => sign({ nbf: inAnHour() })],
    ['without a subject', 'sub', () => sign({ sub: undefined })],
    ['of a blank subject', 'sub', () => sign({ sub: '' })],
    ['of a subject that is no text', 'sub', () => sign({ sub: 7 })],
    ['signed by another key under a known name', 'No key', () => sign({}, { key: another.privateKey })],
    ['signed by an unknown key', 'No key', () => sign({}, { key: another.privateKey, kid: 'other' })],
    ['of algorithm none', 'algorithm', async () => `${part({ alg: 'none', kid: 'rsa' })}.${(await sign({})).split('.')[1]}.`],
    [
      'signed with the public key as a shared secret',
      'algorithm',
      async () => {
        const text = `${part({ alg: 'HS256', kid: 'rsa' })}.${(await sign({ scope: 'attendees:pii' })).split('.')[1]}`;
        const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' });
        return `${text}.${createHmac('sha256', pem).update(text).digest('base64url')}`;
      },
    ],
    [
      'that brings its own key',
      'No key',
      async () => {
        const header = { alg: 'RS256', jwk: await exportJWK(another.publicKey) };
        return new SignJWT({ scope: 'attendees:pii', exp: inAnHour(), iss: issuer, aud: audience, sub: 'eve' })
          .setProtectedHeader(header)
          .sign(another.privateKey);
      },
    ],
    [
      'whose claims were changed',
      'No key',
      async () => {
        const [head, , signature] = (await sign({})).split('.');
        return `${head}.${part({ iss: issuer, aud: audience, sub: 'alice', exp: inAnHour(), scope: 'attendees:pii' })}.${signature}`;
      },
    ],
    ['one character short', 'no JSON Web Token', async () => (await sign({})).slice(0, -1)],
    ['that is no token', 'no JSON Web Token', () => 'abc.def.ghi'],
  ])('a token %s is refused, and the log says once why', async (_what, reason, token) => {
    expect([await who(await token()), await who(await token())]).toEqual([null, null]);
    expect(refused).toEqual([expect.stringContaining(reason)]);
  });

  test('a token is accepted for a few seconds after it expires, because clocks differ', async () => {
    expect(await who(await sign({ exp: inAnHour() - 3600 - 2 }))).not.toBeNull();
  });
});

describe('the claim of activities', () => {
  const activitiesOf = async (claims: Record<string, unknown>, activitiesClaim: string | null = 'https://app.example/events') => {
    authenticate = authentication(keys.url, { activitiesClaim });
    return (await who(await sign(claims)))?.activities;
  };
  test.each([
    ['a list of numbers', [1001, 1002], [1001, 1002]],
    ['a list of strings', ['1001', '1002'], [1001, 1002]],
    ['one number', 1001, [1001]],
    ['one string', '1001', [1001]],
    ['a string separated by spaces', ' 1001  1002 ', [1001, 1002]],
    ['things that are no ids', [0, -1, 1.5, '01', '1e3', '', null, true, {}, ['1001'], 2 ** 53, 1003], [1003]],
    ['an object', { 1001: true }, []],
    ['true', true, []],
    ['null', null, []],
    ['a blank string', '', []],
    ['an empty list', [], []],
  ])('the claim names the activities that a token opens: %s', async (_what, value, activities) => {
    expect(await activitiesOf({ 'https://app.example/events': value })).toEqual(new Set(activities));
  });
  test('without the claim a token opens no activity, and without the setting all', async () => {
    expect(await activitiesOf({ events: [1001] })).toEqual(new Set());
    expect(await activitiesOf({}, 'constructor')).toEqual(new Set());
    expect(await activitiesOf({ events: [1001] }, null)).toBeUndefined();
  });
});

describe('keys of the issuer', () => {
  test('keys of the issuer are fetched once', async () => {
    for (let time = 0; time < 5; time += 1) await who(await sign({}));
    for (let time = 0; time < 5; time += 1) await who(await sign({}, { kid: `made-up-${time}` }));
    expect(asked).toBe(1);
  });

  test('if the keys of the issuer cannot be fetched, every token is refused, and the log reports it once in 30 seconds', async () => {
    failing = true;
    for (const [now, lines] of [
      [0, 1],
      [28_999, 1],
      [30_000, 2],
      [59_999, 2],
    ] as const) {
      clockMs = now;
      expect({ caller: await who(await sign({})), logged: logged.length }).toEqual({ caller: null, logged: lines });
    }
    expect(logged[0]).toMatch(/HTTP_503.*AUTH_JWKS_URL/);
    failing = false;
    clockMs += 1000;
    expect(await who(await sign({}))).not.toBeNull();
  });

  test('an issuer that does not respond delays a request by at most a few seconds', async () => {
    mute = true;
    const before = performance.now();
    expect(await who(await sign({}))).toBeNull();
    expect(performance.now() - before).toBeLessThan(6000);
  });

  describe('that were fetched an hour ago', () => {
    beforeEach(async () => {
      clockMs = -3_600_000;
      await who(await sign({}));
      clockMs = 0;
    });

    test('keys of the issuer that were fetched before remain in use when they can no longer be fetched', async () => {
      failing = true;
      expect(await who(await sign({}))).not.toBeNull();
      expect(logged).toHaveLength(1);
    });

    test.each([
      ['none', []],
      ['more than 1 MB', [{ kty: 'x'.repeat(1024 * 1024) }]],
    ])('keys of the issuer remain in use when it publishes %s, which the log reports', async (_what, others) => {
      jwks = { keys: others };
      expect(await who(await sign({}))).not.toBeNull();
      expect(logged).toHaveLength(1);
    });

    test('a key that the issuer publishes is accepted, and one that it has withdrawn is not, although the clock was set back', async () => {
      jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'queueMicrotask', 'performance'] });
      jest.setSystemTime(Date.now() - 1_800_000);
      jwks = { keys: [{ ...(await exportJWK(another.publicKey)), kid: 'new' }] };
      const callers = [await who(await sign({}, { key: another.privateKey, kid: 'new' })), await who(await sign({}))];
      expect(callers).toEqual([expect.anything(), null]);
    });

    test('a key that the issuer has withdrawn is refused soon after the issuer responds again', async () => {
      failing = true;
      expect(await who(await sign({}))).not.toBeNull();
      failing = false;
      jwks = { keys: [{ ...(await exportJWK(another.publicKey)), kid: 'new' }] };
      clockMs += 1000;
      await until(async () => (await who(await sign({}))) === null);
    });

    test('an issuer that fails is asked at most once a second, whatever keys the tokens name', async () => {
      failing = true;
      for (clockMs = 0; clockMs < 3000; clockMs += 100) {
        expect(await who(await sign({}, { kid: `made-up-${clockMs}` }))).toBeNull();
        expect(await who(await sign({}))).not.toBeNull();
      }
      expect(asked).toBe(1 + 3);
    });

    test('an issuer that no longer responds delays no token of a known key after the first', async () => {
      mute = true;
      expect(await who(await sign({}))).not.toBeNull();
      const token = await sign({});
      const before = performance.now();
      for (clockMs = 0; clockMs < 30_000; clockMs += 1000) expect(await who(token)).not.toBeNull();
      expect(performance.now() - before).toBeLessThan(2000);
    });
  });

  test('a token that names no key, or one of two with its name, is accepted if a key of the issuer has signed it', async () => {
    const jwksOfTwo = {
      keys: await Promise.all([rsa, another].map(async ({ publicKey }) => ({ ...(await exportJWK(publicKey)), kid: 'same' }))),
    };
    const ofTwo = await httpServer((_request, response) => void response.end(JSON.stringify(jwksOfTwo)));
    authenticate = authentication(ofTwo.url);
    const { privateKey: unknown } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const acceptedOf = async (key: KeyObject, claims = {}) =>
      Promise.all(
        [
          { key, kid: null },
          { key, kid: 'same' },
        ].map(async (options) => (await who(await sign(claims, options))) !== null),
      );
    expect(await acceptedOf(rsa.privateKey)).toEqual([true, true]);
    expect(await acceptedOf(another.privateKey)).toEqual([true, true]);
    expect(await acceptedOf(another.privateKey, { aud: 'another-api' })).toEqual([false, false]);
    expect(await acceptedOf(unknown)).toEqual([false, false]);
  });

  test.each([
    ['could not be used', {}, () => ({ ...published[0]!, e: '' })],
    ['was another one of its name', {}, async () => ({ ...(await exportJWK(another.publicKey)), kid: 'rsa' })],
    ['was another one, without a name', { kid: null }, () => exportJWK(another.publicKey)],
  ])('a key is accepted soon after the issuer has published it, although the one before %s', async (_what, options, before) => {
    jwks = { keys: [await before()] };
    const token = await sign({}, options);
    expect(await who(token)).toBeNull();
    jwks = { keys: published };
    clockMs += 29_999;
    expect(await who(token)).toBeNull();
    clockMs += 1;
    expect(await who(token)).not.toBeNull();
  });

  test('a redirect of the keys of the issuer is not followed', async () => {
    const redirecting = await httpServer((_request, response) => response.writeHead(302, { location: keys.url }).end());
    authenticate = authentication(redirecting.url);
    expect(await who(await sign({}))).toBeNull();
    expect(asked).toBe(0);
  });
});

describe('names of subjects', () => {
  test.each(['alice', 'auth0|5f7c8ec7c33c6c', 'client:checkout'])('the name of the subject %s is itself', (subject) => {
    expect(subjectName(subject, new Set())).toBe(subject);
  });
  test.each([
    ['an e-mail address', 'zhang@example.com'],
    ['a mobile number', 'tel:13800138000'],
    ['a mobile number in groups', '+86-138-0013-8000'],
    ['an identity number', '110101199003071234'],
    ['a second line', 'alice\n{"level":60}'],
    ['a control character', 'alice\u001b[2J'],
    ['a very long one', 'a'.repeat(65)],
    ['one beyond ASCII', '王伟'],
    ['the name of an API key', 'gate'],
    ['the digest of another', subjectName('王伟', new Set())],
  ])('the name of the subject %s is its digest, different for different subjects', (_what, subject) => {
    const name = subjectName(subject, new Set(['gate']));
    expect(name).toMatch(/^subject~[0-9a-f]{24}$/);
    expect(name).not.toBe(subject);
    expect(name).not.toBe(subjectName(`${subject}x`, new Set(['gate'])));
  });

  test('the name of a subject stays the same: it is part of stored keys', () => {
    expect(subjectName('王伟', new Set())).toBe('subject~0c6e5fe880465ad00a298996');
  });
});
