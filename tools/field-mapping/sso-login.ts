import { pathOf } from './paths.js';
import { carried, type Proof, type Row } from './row.js';

const path = pathOf('4.11');
const data = { sso_token: 'token-1', sso_state: 'state-1', expire_date: 86_400_000_000 };
const success = { code: 1, msg: 'success', url: 'https://event.example/sso?sso_token=token-1&sso_state=state-1', data };

const login = (selection: string, more = '') => `mutation { ssoLogin(input: { mobile: "10000700001" ${more} }) { ${selection} } }`;
const gets = (reads: Readonly<Record<string, unknown>>, reply: unknown = success): Proof => ({
  query: login('login { url token state expireDate } userErrors { code message }'),
  replies: { [path]: reply },
  reads,
});
const sends = (name: string, value: unknown, more = ''): Proof => ({
  query: login('userErrors { code }', more),
  replies: { [path]: success },
  arrives: { path, in: 'form', name, value },
});
const refused = gets(
  { 'ssoLogin.login': null, 'ssoLogin.userErrors': [{ code: 'REJECTED', message: 'No attendee has this number.' }] },
  { code: 0, msg: 'No attendee has this number.' },
);

export const ssoLoginRows: readonly Row[] = [
  carried('2.7', 'sso_token', ['SsoLogin.token'], [gets({ 'ssoLogin.login.token': 'token-1' })]),
  carried('2.7', 'sso_state', ['SsoLogin.state'], [gets({ 'ssoLogin.login.state': 'state-1' })]),
  carried('2.7', 'expire_date', ['SsoLogin.expireDate'], [gets({ 'ssoLogin.login.expireDate': 86_400_000_000 })], 'The unit is not known.'),

  carried('4.11 request', 'mobile', ['SsoLoginInput.mobile'], [sends('mobile', '10000700001')]),
  carried(
    '4.11 request',
    'is_add',
    ['SsoLoginInput.addIfMissing'],
    [sends('is_add', '1', 'addIfMissing: true'), sends('is_add', undefined)],
  ),
  carried('4.11 reply', 'code', ['ActivityUserError.code'], [refused, gets({ 'ssoLogin.userErrors': [] })]),
  carried('4.11 reply', 'msg', ['ActivityUserError.message'], [refused]),
  carried('4.11 reply', 'url', ['SsoLogin.url'], [gets({ 'ssoLogin.login.url': success.url })]),
  carried(
    '4.11 reply',
    'data',
    ['SsoLoginPayload.login'],
    [gets({ 'ssoLogin.login': { url: success.url, token: 'token-1', state: 'state-1', expireDate: 86_400_000_000 } })],
  ),
];
