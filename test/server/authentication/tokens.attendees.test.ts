/* The attendee that a token names. Signatures and other claims: tokens.test.ts. */

import { normalMobile, type IdentityKind } from '../../../src/records/caller.js';
import { attendeeIn } from '../../../src/server/authentication/tokens.js';

const all = [
  { kind: 'mobile', claim: 'phone_number' },
  { kind: 'email', claim: 'email' },
  { kind: 'id', claim: 'attendee_id' },
  { kind: 'openId', claim: 'openid' },
] as const;
const named = (payload: Record<string, unknown>, { claims = all as typeof all | readonly [], trustUnverified = false } = {}) =>
  attendeeIn(payload, { claims, trustUnverified }).attendee ?? null;

test.each<[string, Record<string, unknown>, [IdentityKind, string] | null]>([
  ['a verified mobile', { phone_number: '+8613800138000', phone_number_verified: true }, ['mobile', '13800138000']],
  ['a mobile that is a number', { phone_number: 13800138000, phone_number_verified: true }, ['mobile', '13800138000']],
  ['a mobile without a statement', { phone_number: '13800138000' }, null],
  ['a mobile that is not verified', { phone_number: '13800138000', phone_number_verified: false }, null],
  ['a mobile that a string calls verified', { phone_number: '13800138000', phone_number_verified: 'true' }, null],
  ['a mobile that 1 calls verified', { phone_number: '13800138000', phone_number_verified: 1 }, null],
  ['a verified address', { email: ' li@example.com ', email_verified: true }, ['email', 'li@example.com']],
  ['an address without a statement', { email: 'li@example.com' }, null],
  ['an id as a string', { attendee_id: '700001' }, ['id', '700001']],
  ['an id as number', { attendee_id: 700001 }, ['id', '700001']],
  ['an id that is not verified', { attendee_id: 700001, attendee_id_verified: false }, null],
  ['an id that is verified', { attendee_id: 700001, attendee_id_verified: true }, ['id', '700001']],
  ['an open id', { openid: 'o-1' }, ['openId', 'o-1']],
  ['the first that counts', { phone_number: '13800138000', email: 'a@b.c', email_verified: true, openid: 'o-1' }, ['email', 'a@b.c']],
  ['a blank mobile, then an id', { phone_number: ' +86 - ', phone_number_verified: true, attendee_id: 7 }, ['id', '7']],
  ['neither string nor number', { phone_number: ['13800138000'], phone_number_verified: true, attendee_id: {}, openid: null }, null],
  ['a fraction', { attendee_id: 7.5 }, null],
  ['nothing', {}, null],
])('a token with %s names its attendee by it', (_what, payload, expected) => {
  expect(named(payload)).toEqual(
    expected && { kind: expected[0], value: expected[1], mobile: expected[0] === 'mobile' ? expected[1] : null },
  );
});

test("a verified mobile beside the claim that names the attendee is the caller's own mobile", () => {
  const claims = [all[2], all[0]] as unknown as typeof all;
  const mobile = { phone_number: '+86 138-0013-8000', phone_number_verified: true };
  expect(named({ attendee_id: 7, ...mobile }, { claims })).toEqual({ kind: 'id', value: '7', mobile: '13800138000' });
  expect(named({ attendee_id: 7, ...mobile, phone_number_verified: false }, { claims })).toMatchObject({ mobile: null });
});

test('an issuer that is trusted need not state that it has verified, but what it states to be unverified never counts', () => {
  const trusted = { trustUnverified: true };
  expect(named({ phone_number: '13800138000' }, trusted)).toMatchObject({ value: '13800138000' });
  expect(named({ phone_number: '13800138000', phone_number_verified: false }, trusted)).toBeNull();
  expect(named({ phone_number: '13800138000', phone_number_verified: null }, trusted)).toBeNull();
});

test('names of members that every object has are not claims', () => {
  const claims = [
    { kind: 'openId', claim: 'constructor' },
    { kind: 'id', claim: '__proto__' },
  ] as unknown as typeof all;
  expect(named({}, { claims })).toBeNull();
  expect(named({ openid: 'o' }, { claims: [] })).toBeNull();
});

test.each([
  ['13800138000', '13800138000'],
  ['+8613800138000', '13800138000'],
  [' +86 138-0013-8000 ', '13800138000'],
  ['+ 86 138', '138'],
  ['8613800138000', '8613800138000'],
  ['+1 555 0100', '+15550100'],
  ['+86', ''],
])('the normal form of the mobile %j is %j', (mobile, normal) => {
  expect(normalMobile(mobile)).toBe(normal);
});
