/* §4.2 and §4.11: registrations, and single sign-ons with their record (§2.7). */

import { carried, pathOf, type Proof, type Row } from './row.js';

const addPath = pathOf('4.2');
const forms = pathOf('4.1');
const form = {
  code: 1,
  data: ['name', 'mobile', 'name1712900101'].map((name, sort) => ({
    name,
    type: 'input',
    label: name,
    value: '',
    sort,
    hidden: 0,
    placeholder: '',
    form_id: 1001,
  })),
};
const added = { code: 1, url: '2 attendees registered', ids: [71, 72], sign_code_arr: ['S-71', 'S-72'], order_ids: ['E-71', 'E-72'] };

const add = (selection: string, more = '') => `mutation {
  addAttendees(input: {
    contact: { name: "Contact", mobile: "10000000001" }
    attendees: [
      { name: "One", mobile: "10000000002", signCode: "CODE-1", fields: [{ name: "name1712900101", value: "Company 1" }] }
      { name: "Two", mobile: "10000000003", fields: [{ name: "name1712900101", value: "公司 2" }] }
    ]
    ${more}
  }) { ${selection} }
}`;
const registrations = add('registrations { attendeeId signCode qrCodeUrl orderId } description userErrors { code message }');

const sendsToAdd = (name: string, value: unknown, more = ''): Proof => ({
  query: add('userErrors { code }', more),
  replies: { [forms]: form, [addPath]: added },
  arrives: { path: addPath, in: 'form', name, value },
});
const getsFromAdd = (reads: Readonly<Record<string, unknown>>, reply: unknown = added): Proof => ({
  query: registrations,
  replies: { [forms]: form, [addPath]: reply },
  reads,
});

export const registrationRows: readonly Row[] = [
  carried('4.2 request', 'name', ['AddAttendeesInput.contact.name'], [sendsToAdd('name', 'Contact')]),
  carried('4.2 request', 'mobile', ['AddAttendeesInput.contact.mobile'], [sendsToAdd('mobile', '10000000001')]),
  carried('4.2 request', 'data[0][name]', ['AddAttendeesInput.attendees.name'], [sendsToAdd('data[0][name]', 'One')]),
  carried('4.2 request', 'data[0][mobile]', ['AddAttendeesInput.attendees.mobile'], [sendsToAdd('data[0][mobile]', '10000000002')]),
  carried(
    '4.2 request',
    'data[0][<field key>]',
    ['AddAttendeesInput.attendees.fields'],
    [sendsToAdd('data[0][name1712900101]', 'Company 1')],
  ),
  carried('4.2 request', 'data[0][sign_code]', ['AddAttendeesInput.attendees.signCode'], [sendsToAdd('data[0][sign_code]', 'CODE-1')]),
  carried('4.2 request', 'data[1][name]', ['AddAttendeesInput.attendees.name'], [sendsToAdd('data[1][name]', 'Two')]),
  carried('4.2 request', 'data[1][mobile]', ['AddAttendeesInput.attendees.mobile'], [sendsToAdd('data[1][mobile]', '10000000003')]),
  carried('4.2 request', 'data[1][<field key>]', ['AddAttendeesInput.attendees.fields'], [sendsToAdd('data[1][name1712900101]', '公司 2')]),
  carried(
    '4.2 request',
    'data[1][sign_code]',
    ['AddAttendeesInput.attendees.signCode'],
    [sendsToAdd('data[1][sign_code]', undefined)],
    'Not sent if none is given.',
  ),
  carried(
    '4.2 request',
    'channel',
    ['AddAttendeesInput.channel'],
    [sendsToAdd('channel', '7', 'channel: "7"'), sendsToAdd('channel', undefined)],
  ),

  carried(
    '4.2 reply',
    'code',
    ['ActivityUserError.code'],
    [
      getsFromAdd(
        { 'addAttendees.registrations': null, 'addAttendees.userErrors.0': { code: 'REJECTED', message: 'No more.' } },
        { code: 0, msg: 'No more.' },
      ),
      getsFromAdd({ 'addAttendees.userErrors': [] }),
    ],
    '0 is the user error `REJECTED`, with the `msg` of the service.',
  ),
  carried(
    '4.2 reply',
    'url',
    ['AddAttendeesPayload.description'],
    [getsFromAdd({ 'addAttendees.description': '2 attendees registered' })],
    'A description of the result.',
  ),
  carried(
    '4.2 reply',
    'ids',
    ['AttendeeRegistration.attendeeId'],
    [
      getsFromAdd({
        'addAttendees.registrations.0.attendeeId': 'attendee:1001:71',
        'addAttendees.registrations.1.attendeeId': 'attendee:1001:72',
      }),
    ],
  ),
  carried(
    '4.2 reply',
    'sign_code_arr',
    ['AttendeeRegistration.signCode', 'AttendeeRegistration.qrCodeUrl'],
    [getsFromAdd({ 'addAttendees.registrations.0.signCode': 'S-71', 'addAttendees.registrations.1.signCode': 'S-72' })],
  ),
  carried(
    '4.2 reply',
    'order_ids',
    ['AttendeeRegistration.orderId'],
    [getsFromAdd({ 'addAttendees.registrations.0.orderId': 'E-71', 'addAttendees.registrations.1.orderId': 'E-72' })],
  ),
];

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
