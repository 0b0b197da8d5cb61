/* What a caller lacks without each scope: which fields are denied, and that nothing is called for them. */

import { documentedScopes, type Scope } from '../../src/records/caller.js';
import { countedSandbox, type CountedSandbox } from '../support/counted-sandbox.js';

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

// Without the scope the field is null. Where nothing else was asked, the service is not called at all.
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

test('a denial names the scope and no value of the request', async () => {
  const { errors } = await sandbox.cost('{ attendee(by: { mobile: "10000700002" }) { name } }', {}, { scopes: ['attendees:read'] });
  expect(errors[0]!.message).toContain('attendees:pii');
  expect(JSON.stringify(errors)).not.toContain('10000700002');
});
