/*
 * docs/apps.md has code that runs at an issuer and adds claims to its tokens. Here that code runs on a user as the issuer describes one,
 * and a token with its claims names the attendee, with the settings of the page.
 */

import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { pino } from 'pino';
import { readConfig } from '../../../src/config/config.js';
import type { Caller } from '../../../src/records/caller.js';
import { createAuthenticate } from '../../../src/server/authentication/authentication.js';
import { tokenIssuer, type TokenIssuer } from '../../support/token-issuer.js';

const page = readFileSync('docs/apps.md', 'utf8');
const sectionOf = (issuer: string): string => new RegExp(`^### ${issuer}\n(.*?)^##`, 'ms').exec(page)![1]!;
const codeOf = (issuer: string): string => /```js\n(.*?)```/s.exec(sectionOf(issuer))![1]!;
const claimsSettingOf = (issuer: string): string => /`AUTH_JWT_ATTENDEE_CLAIMS=([^`]+)`/.exec(sectionOf(issuer))![1]!;

type Claims = Readonly<Record<string, unknown>>;

/** The claims that the Action for Auth0 adds for a user. */
async function claimsOfAuth0(user: object): Promise<Claims> {
  const claims: Record<string, unknown> = {};
  const action: { onExecutePostLogin?: (event: object, api: object) => Promise<void> } = {};
  runInNewContext(codeOf('Auth0'), { exports: action });
  await action.onExecutePostLogin!(
    { user },
    { accessToken: { setCustomClaim: (name: string, value: unknown) => void (claims[name] = value) } },
  );
  return claims;
}

/** The claims and scopes that the trigger for Amazon Cognito adds for the attributes of a user, which are texts. */
async function claimsOfCognito(userAttributes: Readonly<Record<string, string>>, clientId: string): Promise<Claims> {
  const trigger = codeOf('Amazon Cognito').replace('export const handler', 'handler');
  const sandbox: { handler?: (event: object) => Promise<{ response: { claimsAndScopeOverrideDetails: Override } }> } = {};
  runInNewContext(trigger, sandbox);
  const { response } = await sandbox.handler!({ request: { userAttributes }, callerContext: { clientId }, response: {} });
  const { claimsToAddOrOverride, scopesToAdd } = response.claimsAndScopeOverrideDetails.accessTokenGeneration;
  return { ...claimsToAddOrOverride, scope: ['openid', ...scopesToAdd].join(' ') };
}
interface Override {
  readonly accessTokenGeneration: { readonly claimsToAddOrOverride: Claims; readonly scopesToAdd: readonly string[] };
}

let issuer: TokenIssuer;
beforeAll(async () => {
  issuer = await tokenIssuer();
});

/** The caller of a token with these claims, where the attendee is named by the claims of the setting. */
async function callerWith(claims: Claims, attendeeClaims: string, audience: string): Promise<Caller | null> {
  const { auth } = readConfig({
    EVENT_SERVICE_URL: 'https://events.example.com',
    EVENT_SERVICE_PUBLIC_KEY: 'public',
    EVENT_SERVICE_PRIVATE_KEY: 'private',
    EVENT_SERVICE_ACTIVITY_IDS: '1001',
    ...issuer.settings,
    AUTH_JWT_AUDIENCE: audience,
    AUTH_JWT_ATTENDEE_CLAIMS: attendeeClaims,
  });
  const token = await issuer.sign({ aud: undefined, ...claims });
  return createAuthenticate(auth, pino({ level: 'silent' }), () => 0)({ authorization: [`Bearer ${token}`] }, '');
}

const mobile = { kind: 'mobile', value: '10000700001', mobile: '10000700001' };

test.each([
  [true, mobile],
  [false, undefined],
  [undefined, undefined],
])('the Action for Auth0 names an attendee if the number is verified: %j', async (phone_verified, attendee) => {
  const claims = await claimsOfAuth0({ phone_number: '10000700001', phone_verified });
  const token = { aud: 'event-graph', scope: 'openid self:read', ...claims };
  expect((await callerWith(token, claimsSettingOf('Auth0'), 'event-graph'))?.attendee).toEqual(attendee);
});

test.each([
  ['true', mobile],
  ['false', undefined],
])('the trigger for Amazon Cognito adds audience, scopes and an attendee if the number is verified: %j', async (verified, attendee) => {
  const claims = await claimsOfCognito({ phone_number: '10000700001', phone_number_verified: verified }, 'client-1');
  const caller = await callerWith(claims, claimsSettingOf('Amazon Cognito'), 'client-1');
  expect({ attendee: caller?.attendee, scopes: caller?.scopes }).toEqual({ attendee, scopes: new Set(['content:read', 'self:read']) });
});

test('a token of Amazon Cognito without the trigger has no audience, and is refused', async () => {
  const token = { client_id: 'client-1', scope: 'events/self:read' };
  expect(await callerWith(token, claimsSettingOf('Amazon Cognito'), 'client-1')).toBeNull();
});

test('a token of Keycloak names an attendee by the claims of its scope phone', async () => {
  const token = {
    aud: ['event-graph', 'account'],
    scope: 'openid phone self:read',
    phone_number: '10000700001',
    phone_number_verified: true,
  };
  expect((await callerWith(token, 'mobile=phone_number', 'event-graph'))?.attendee).toEqual(mobile);
});
