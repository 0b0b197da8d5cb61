/* What a caller lacks without each scope: which fields are denied, and that nothing is called for them. */

import { fieldAccess } from '../../../src/graph/access/schema-access.js';
import { accessTable } from '../../../src/graph/types/access-table.js';
import { documentedScopes, type Scope } from '../../../src/records/caller.js';
import { countedSandbox, type CountedSandbox } from '../../support/counted-sandbox.js';

let sandbox: CountedSandbox;
beforeAll(async () => (sandbox = await countedSandbox()));
afterEach(() => sandbox.assertNoDefects());

const allBut = (...missing: Scope[]) => documentedScopes.filter((scope) => !missing.includes(scope));
const denials = (errors: readonly { path?: readonly (string | number)[]; extensions: Record<string, unknown> }[]) =>
  errors
    .map(({ path, extensions }) => [path!.join('.'), extensions['code'], extensions['requiredScopes']] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));

const checkIn =
  'checkInLookup(input: { token: "sandbox-check-in-token", userId: "88", deviceType: PC, pointId: "5", signCode: "WANGWEI01" })';
const registration = `addAttendees(input: { contact: { name: "a", mobile: "10000000001" }, attendees: [{ name: "b", mobile: "10000000002" }] })`;

/** Without the scope the field is null, and where nothing else was asked the service is not called at all. */
test.each<[scope: Scope, operation: string, place: string]>([
  ['content:read', '{ activity { formFields { name } } }', 'activity.formFields'],
  ['content:read', '{ activity { schedule { totalCount } } }', 'activity.schedule'],
  ['content:read', '{ activity { articles { total } } }', 'activity.articles'],
  ['content:read', '{ activity { article(id: "6001") { title } } }', 'activity.article'],
  ['content:read', '{ activity { categories { name } } }', 'activity.categories'],
  ['content:read', '{ activity { tickets { name } } }', 'activity.tickets'],
  ['content:read', '{ activity { goods { name } } }', 'activity.goods'],
  ['content:read', '{ activitiesByIds(ids: ["1001"]) { id tickets { name } } }', 'activitiesByIds.0.tickets'],
  ['attendees:read', '{ activity { attendees { totalCount } } }', 'activity.attendees'],
  ['attendees:read', '{ activity { attendee(by: { id: "700001" }) { name } } }', 'activity.attendee'],
  ['attendees:read', '{ attendee(by: { id: "700001" }) { name } }', 'attendee'],
  ['attendees:read', '{ attendeesByIds(ids: ["700001"]) { name } }', 'attendeesByIds'],
  ['attendees:pii', '{ attendee(by: { mobile: "10000700002" }) { name } }', 'attendee'],
  ['attendees:pii', '{ attendee(by: { email: "wangwei@example.com" }) { name } }', 'attendee'],
  ['attendees:pii', '{ attendee(by: { openId: "oSandbox-700001" }) { name } }', 'attendee'],
  ['attendees:pii', '{ activity { attendee(by: { mobile: "10000700002" }) { id } } }', 'activity.attendee'],
  ['checkin:read', `{ ${checkIn} { qrCode } }`, 'checkInLookup'],
  ['attendees:write', `mutation { ${registration} { replayed } }`, 'addAttendees'],
  ['sso:issue', 'mutation { ssoLogin(input: { mobile: "10000700002" }) { login { url } } }', 'ssoLogin'],
])('without %s: %s is denied without a call to the service', async (scope, operation, place) => {
  const { errors, calls } = await sandbox.cost(operation, {}, { scopes: allBut(scope) });
  expect(denials(errors)).toEqual([[place, 'FORBIDDEN', [scope]]]);
  expect(calls).toEqual({});
});

/** What follows the name of a field that has an argument or selects fields. */
const selected: Readonly<Record<string, string>> = {
  wechat: ' { nickname }',
  customFields: ' { value }',
  customField: '(name: "name1712900101") { value }',
};
/** From the access rows, which access-table.test.ts compares with a list of the fields. */
const piiSelections = Object.keys(accessTable.get('Attendee')!.fields)
  .filter((field) => fieldAccess('Attendee', field, accessTable) === 'attendees:pii')
  .map((field) => `${field}${selected[field] ?? ''}`);
test.each(piiSelections)('without attendees:pii: %s is null, its siblings are not, and no call is made', async (selection) => {
  const [field] = /^\w+/.exec(selection)!;
  const { data, errors, calls } = await sandbox.cost(
    `{ attendee(by: { id: "701150" }) { serviceId review { code } ${selection} } }`,
    {},
    { scopes: ['attendees:read'] },
  );
  expect(data.attendee).toEqual({ serviceId: '701150', review: { code: expect.any(Number) }, [field]: null });
  expect(denials(errors)).toEqual([[`attendee.${field}`, 'FORBIDDEN', ['attendees:pii']]]);
  expect(calls).toEqual({ 'participant/getList': 1 });
});

test('without content:meeting: meeting and live address are null, the item is not', async () => {
  const query =
    '{ activity { schedule(from: "2026-05-15", to: "2026-05-15") { days { items { title meetingId meetingPassword live { name url } } } } } }';
  const { data, errors } = await sandbox.cost(query, {}, { scopes: ['content:read'] });
  const keynote = data.activity.schedule.days[0].items[1];
  expect(keynote).toEqual({ title: 'Opening keynote', meetingId: null, meetingPassword: null, live: { name: 'Stream 71', url: null } });
  expect(new Set(errors.map(({ extensions }) => String(extensions['requiredScopes'])))).toEqual(new Set(['content:meeting']));
  const allowed = await sandbox.cost(query, {}, { scopes: ['content:read', 'content:meeting'] });
  expect({ errors: allowed.errors, url: allowed.data.activity.schedule.days[0].items[1].live.url }).toEqual({
    errors: [],
    url: 'https://event.example/live/71',
  });
});

test('without attendees:read: a check-in match is returned, with a null attendee', async () => {
  const { data, errors, calls } = await sandbox.cost(
    `{ ${checkIn} { attendeeId fields { storedValue field { label } } attendee { name } } }`,
    {},
    { scopes: ['checkin:read'] },
  );
  expect(data.checkInLookup).toEqual([{ attendeeId: 'attendee:1001:700001', fields: expect.any(Array), attendee: null }]);
  expect(denials(errors)).toEqual([['checkInLookup.0.attendee', 'FORBIDDEN', ['attendees:read']]]);
  expect(calls).toEqual({ 'index/beforeCheckIn': 1 });
});

test('without attendees:read: the payload of a registration is complete except the attendee', async () => {
  const query = `mutation { addAttendees(input: { activityId: "1002", contact: { name: "a", mobile: "10000000001" }, attendees: [{ name: "b", mobile: "10000000002", fields: [{ name: "name1713000201", value: "x" }, { name: "name1713000202", value: "Morning" }] }] }) {
    replayed description userErrors { code } registrations { attendeeId signCode qrCodeUrl orderId attendee { name } } } }`;
  const { data, errors, calls } = await sandbox.cost(query, {}, { scopes: ['attendees:write'] });
  expect(data.addAttendees).toMatchObject({
    userErrors: [],
    registrations: [{ attendeeId: 'attendee:1002:800026', signCode: expect.any(String), attendee: null }],
  });
  expect(denials(errors)).toEqual([['addAttendees.registrations.0.attendee', 'FORBIDDEN', ['attendees:read']]]);
  expect(calls).toEqual({ 'activity/getFields': 1, 'participant/add': 1 });
});

test('a caller without scopes may read the activities and the SDL', async () => {
  const { data, errors, calls } = await sandbox.cost(
    '{ activity { id } activities { id } activitiesByIds(ids: ["1002"]) { id } _service { sdl } }',
    {},
    { scopes: [] },
  );
  expect({ errors, calls }).toEqual({ errors: [], calls: {} });
  expect(data).toMatchObject({
    activity: { id: '1001' },
    activitiesByIds: [{ id: '1002' }],
    _service: { sdl: expect.stringContaining('type Attendee') },
  });
});

test.each(documentedScopes.map((scope) => [scope]))('%s alone gives access to no field of another scope', async (scope) => {
  const query = `{ activity { tickets { name } attendees(first: 1) { nodes { name mobile } } } ${checkIn} { qrCode } }`;
  const { errors } = await sandbox.cost(query, {}, { scopes: [scope] });
  const forbidden = denials(errors).map(([place, , required]) => `${place} ${String(required)}`);
  const expected = [
    scope !== 'content:read' && 'activity.tickets content:read',
    scope === 'attendees:read' ? 'activity.attendees.nodes.0.mobile attendees:pii' : 'activity.attendees attendees:read',
    scope !== 'checkin:read' && 'checkInLookup checkin:read',
  ].filter((each) => each !== false);
  expect(forbidden).toEqual(expected.toSorted());
});

test('`ssoLogin` with `addIfMissing` also requires attendees:write', async () => {
  const login = (addIfMissing: boolean) =>
    `mutation { ssoLogin(input: { mobile: "10000799999", addIfMissing: ${addIfMissing} }) { login { token } userErrors { code } } }`;
  for (const missing of ['attendees:write', 'sso:issue'] as const) {
    const denied = await sandbox.cost(login(true), {}, { scopes: allBut(missing) });
    expect({ ssoLogin: denied.data.ssoLogin, denials: denials(denied.errors), calls: denied.calls }).toEqual({
      ssoLogin: null,
      denials: [['ssoLogin', 'FORBIDDEN', [missing]]],
      calls: {},
    });
  }
  const unknown = await sandbox.cost(login(false), {}, { scopes: ['sso:issue'] });
  expect(unknown.data.ssoLogin).toMatchObject({ login: null, userErrors: [{ code: 'REJECTED' }] });
  const added = await sandbox.cost(login(true), {}, { scopes: ['sso:issue', 'attendees:write'] });
  expect(added.data.ssoLogin).toEqual({ login: { token: expect.any(String) }, userErrors: [] });
});

test('a denial names the scope and no value of the request', async () => {
  const { errors } = await sandbox.cost('{ attendee(by: { mobile: "10000700002" }) { name } }', {}, { scopes: ['attendees:read'] });
  expect(errors[0]!.message).toContain('attendees:pii');
  expect(JSON.stringify(errors)).not.toContain('10000700002');
});
