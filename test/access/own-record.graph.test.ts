/*
 * The caller's own record. Which fields it opens, on every path: scopes.sdl.graph.test.ts. Values that match:
 * domain/attendees/attendees.test.ts.
 */

import type { Scope, AttendeeIdentity } from '../../src/records/caller.js';
import { countedSandbox, type CountedSandbox } from '../support/counted-sandbox.js';
import { formAnswers } from '../support/form-answers.js';

let sandbox: CountedSandbox;
beforeAll(async () => (sandbox = await countedSandbox({ knowsNotFound: true })));
afterEach(() => sandbox.assertNoDefects());

const mobile = '10000700001';
const identity = (kind: AttendeeIdentity['kind'], value: string, own: string | null = kind === 'mobile' ? value : null) => ({
  kind,
  value,
  mobile: own,
});
const as = (attendee: AttendeeIdentity | undefined, scopes: readonly Scope[] = ['self:read', 'self:register', 'self:sso']) => ({
  scopes,
  caller: attendee ? { attendee } : {},
});
const denied = (errors: { path?: readonly (string | number)[]; extensions: Record<string, unknown> }[]) =>
  errors.map(({ path, extensions }) => [path!.join('.'), extensions['code'], extensions['requiredScopes']]);

const personal =
  '{ activity { viewer { id name mobile email idCardNumber points wechat { nickname } customFields { value field { label } } } } }';

test.each([
  ['mobile', identity('mobile', mobile)],
  ['email', identity('email', 'WangWei@example.com')],
  ['openId', identity('openId', 'oSandbox-700001')],
  ['id', identity('id', '700001')],
  ['global id', identity('id', 'attendee:1001:700001')],
])('an attendee named by %s reads all of its own record with self:read alone, by one detail call', async (_kind, attendee) => {
  const { data, errors, calls } = await sandbox.cost(personal, {}, as(attendee, ['self:read']));
  expect(errors).toEqual([]);
  expect(data.activity.viewer).toMatchObject({
    id: 'attendee:1001:700001',
    mobile,
    email: 'wangwei@example.com',
    idCardNumber: '999900199003070010',
    points: '128.50',
    wechat: { nickname: '小王' },
  });
  expect(data.activity.viewer.customFields[0]).toEqual({ value: expect.any(String), field: { label: expect.any(String) } });
  expect(calls).toEqual({ 'participant/get': 1, 'activity/getFields': 1 });
});

const registrant = (number: string) => ({ name: 'New', mobile: number, fields: formAnswers });
const add = `mutation ($input: AddAttendeesInput!) {
  addAttendees(input: $input) { description replayed userErrors { code } registrations { attendeeId signCode qrCodeUrl orderId attendee { name } } }
}`;
const own = '10000000077';

test.each<[string, object, AttendeeIdentity | undefined, Scope[]?]>([
  ['two registrants', { attendees: [registrant(own), registrant(own)] }, identity('mobile', own)],
  ['no registrant', { attendees: [] }, identity('mobile', own)],
  ['the number of another registrant', { attendees: [registrant('10000000078')] }, identity('mobile', own)],
  ['the number of another contact', { contact: { name: 'New', mobile: '10000000078' } }, identity('mobile', own)],
  ['the number of another, validated only', { attendees: [registrant('10000000078')], validateOnly: true }, identity('mobile', own)],
  ['no own number', {}, identity('id', '7')],
  ['a token that names no attendee', {}, undefined],
  ['another scope', {}, identity('mobile', own), ['self:read', 'self:sso']],
])('self:register does not open a registration with %s: nothing is sent', async (_what, changes, attendee, ...[scopes]) => {
  const input = { contact: { name: 'New', mobile: own }, attendees: [registrant(own)], ...changes };
  const { data, errors, calls } = await sandbox.cost(add, { input }, as(attendee, scopes));
  expect({ data, denied: denied(errors), calls }).toEqual({
    data: { addAttendees: null },
    denied: [['addAttendees', 'FORBIDDEN', ['attendees:write']]],
    calls: {},
  });
});

test('with attendees:write besides self:register, a caller registers others, and numbers are sent as written', async () => {
  const input = { contact: { name: 'New', mobile: '+86 10000000079' }, attendees: [registrant('10000000080')] };
  const { errors } = await sandbox.cost(
    add,
    { input },
    as(identity('mobile', own), ['self:register', 'attendees:write', 'attendees:read']),
  );
  expect(errors).toEqual([]);
  expect(sandbox.hits.find(({ path }) => path.endsWith('/add'))!.form).toMatchObject({
    mobile: '+86 10000000079',
    'data[0][mobile]': '10000000080',
  });
});

const login = (input: string) => `mutation { ssoLogin(input: { ${input} }) { login { url token } userErrors { code } } }`;

test('with attendees:write besides self:sso, a caller is added under its own number only', async () => {
  const asWriter = (query: string) => sandbox.cost(query, {}, as(identity('mobile', own), ['self:sso', 'attendees:write']));
  const other = await asWriter(login('mobile: "10000000081", addIfMissing: true'));
  expect({ denied: denied(other.errors), calls: other.calls }).toEqual({ denied: [['ssoLogin', 'FORBIDDEN', ['sso:issue']]], calls: {} });
  const { data, errors } = await asWriter(login(`mobile: "${own}", addIfMissing: true`));
  expect({ errors, ssoLogin: data.ssoLogin }).toEqual({
    errors: [],
    ssoLogin: { login: { url: expect.any(String), token: expect.any(String) }, userErrors: [] },
  });
});

test.each<[string, string, AttendeeIdentity | undefined, Scope, Scope[]?]>([
  ['of another', 'mobile: "10000700002"', identity('mobile', mobile), 'sso:issue'],
  ['of a blank number', 'mobile: " "', identity('id', '700001'), 'sso:issue'],
  ['that would add the attendee', `mobile: "${mobile}", addIfMissing: true`, identity('mobile', mobile), 'attendees:write'],
  ['without self:sso', `mobile: "${mobile}"`, identity('mobile', mobile), 'sso:issue', ['self:read', 'self:register']],
  ['without an own number', `mobile: "${mobile}"`, identity('id', '700001'), 'sso:issue'],
  ['without an attendee', `mobile: "${mobile}"`, undefined, 'sso:issue'],
])('self:sso does not open a single sign-on %s: nothing is sent', async (_what, input, attendee, required, ...[scopes]) => {
  const { data, errors, calls } = await sandbox.cost(login(input), {}, as(attendee, scopes));
  expect({ data, denied: denied(errors), calls }).toEqual({
    data: { ssoLogin: null },
    denied: [['ssoLogin', 'FORBIDDEN', [required]]],
    calls: {},
  });
});
