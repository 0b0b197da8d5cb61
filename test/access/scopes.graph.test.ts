/* What a caller lacks without a scope. Which scopes open each field, on every path: scopes.sdl.graph.test.ts. */

import { documentedScopes, type Scope } from '../../src/records/caller.js';
import { countedSandbox, type CountedSandbox } from '../support/counted-sandbox.js';

let sandbox: CountedSandbox;
beforeAll(async () => (sandbox = await countedSandbox()));
afterEach(() => sandbox.assertNoDefects());

const checkIn =
  'checkInLookup(input: { token: "sandbox-check-in-token", userId: "88", deviceType: PC, pointId: "5", signCode: "WANGWEI01" })';
const registration = `addAttendees(input: { contact: { name: "a", mobile: "10000000001" }, attendees: [{ name: "b", mobile: "10000000002" }] })`;

// Without the scope the field is null. Where nothing else was asked, the service is not called at all.
test.each<[scope: Scope, operation: string, place: string]>([
  ['content:read', '{ activity { tickets { name } } }', 'activity.tickets'],
  ['content:read', '{ activitiesByIds(ids: ["1001"]) { id tickets { name } } }', 'activitiesByIds.0.tickets'],
  ['attendees:read', '{ activity { attendees { totalCount } } }', 'activity.attendees'],
  ['attendees:read', '{ attendeesByIds(ids: ["700001"]) { name } }', 'attendeesByIds'],
  ['attendees:pii', '{ attendee(by: { mobile: "10000700002" }) { name } }', 'attendee'],
  ['attendees:pii', '{ attendee(by: { email: "wangwei@example.com" }) { name } }', 'attendee'],
  ['attendees:pii', '{ attendee(by: { openId: "oSandbox-700001" }) { name } }', 'attendee'],
  ['attendees:pii', '{ activity { attendee(by: { mobile: "10000700002" }) { id } } }', 'activity.attendee'],
  ['checkin:read', `{ ${checkIn} { qrCode } }`, 'checkInLookup'],
  ['attendees:write', `mutation { ${registration} { replayed } }`, 'addAttendees'],
  ['sso:issue', 'mutation { ssoLogin(input: { mobile: "10000700002" }) { login { url } } }', 'ssoLogin'],
])('without %s: %s is denied without a call to the service, by an error with the scope and no value', async (scope, operation, place) => {
  const scopes = documentedScopes.filter((other) => other !== scope && !other.startsWith('self:'));
  const { errors, calls } = await sandbox.cost(operation, {}, { scopes });
  expect(errors[0]!.message.includes('Use another credential')).toBe(operation.startsWith('mutation'));
  expect(errors.map(({ path, extensions }) => [path!.join('.'), extensions])).toEqual([
    [place, { code: 'FORBIDDEN', requiredScopes: [scope] }],
  ]);
  expect(calls).toEqual({});
  expect(errors[0]!.message).toContain(scope);
  expect(JSON.stringify(errors)).not.toContain('10000700002');
});
