/* Invalid arguments and inputs: the error of each, and that nothing is sent. */

import { countedSandbox, type CountedSandbox } from '../../support/counted-sandbox.js';

let sandbox: CountedSandbox;
beforeAll(async () => (sandbox = await countedSandbox({ schema: { relayNode: true } })));

const canary = 'canary';
const cursor = (text: string) => Buffer.from(text).toString('base64url');

/** Each names the argument and what was expected, asks nothing of the service, and never repeats what was sent. */
test.each([
  ['first above the maximum', 'attendees(first: 101) { nodes { id } }', 'first', /from 1 to 100/],
  ['an offset below 0', 'attendees(offset: -1) { nodes { id } }', 'offset', /0 or a larger/],
  ['a cursor that is none', `attendees(after: "${canary}") { nodes { id } }`, 'after', /cursor/],
  ['a cursor of another activity', `attendees(after: "${cursor('attendees:1002:3')}") { nodes { id } }`, 'after', /the same activity/],
  ['a cursor beyond any list', `attendees(after: "${cursor('attendees:1001:4294967295')}") { nodes { id } }`, 'after', /cursor/],
  ['a cursor with a leading zero', `attendees(after: "${cursor('attendees:1001:03')}") { nodes { id } }`, 'after', /cursor/],
  ['a cursor with text after it', `attendees(after: "${cursor('attendees:1001:3')}${canary}") { nodes { id } }`, 'after', /cursor/],
  ['after with offset', `attendees(after: "${cursor('attendees:1001:3')}", offset: 0) { nodes { id } }`, 'after', /not both/],
  ['an attendee by an id of another kind', 'attendee(by: { id: "goods:1001:501" }) { name }', 'by.id', /attendee:1001:7/],
  ['an attendee by an id of zeros', 'attendee(by: { id: "attendee:1001:0" }) { name }', 'by.id', /attendee:1001:7/],
  ['a long mobile', `attendee(by: { mobile: "${'1'.repeat(8_193)}" }) { name }`, 'by.mobile', /at most 8192 characters/],
  ['a blank email', 'attendee(by: { email: " " }) { name }', 'by.email', /not blank/],
  ['an article of another kind', 'article(id: "category:1001:301") { title }', 'id', /article:1001:7/],
  ['a parent of another kind', `categories(parentId: "${canary}") { name }`, 'parentId', /category:1001:7/],
  ['goods of another kind', 'goods(id: "ticketItem:1001:401") { name }', 'id', /goods:1001:7/],
  ['from after to', 'schedule(from: "2026-05-17", to: "2026-05-15") { totalCount }', 'from', /not after/],
])('%s is refused', async (_what, field, argument, expected) => {
  const { data, errors, calls } = await sandbox.cost(`{ activity { value: ${field} id } }`);
  expect({ data, calls }).toEqual({ data: { activity: { value: null, id: '1001' } }, calls: {} });
  expect(errors.map(({ extensions }) => extensions)).toEqual([{ code: 'BAD_USER_INPUT', argument }]);
  expect(errors[0]!.message).toContain(`"${argument}"`);
  expect(errors[0]!.message).toMatch(expected);
  expect(JSON.stringify(errors)).not.toContain(canary);
});

const checkIn = (input: string) => `{ checkInLookup(input: { userId: "8", deviceType: PC, pointId: "5", ${input} }) { qrCode } }`;
test.each([
  ['a check-in without a token', checkIn('token: " ", signCode: "x"'), 'input.token'],
  ['a check-in without a code', checkIn('token: "t", signCode: ""'), 'input.signCode'],
  ['a check-in at an activity that is not served', checkIn('activityId: "7", token: "t", signCode: "x"'), 'input.activityId'],
  ['attendees of an ill-formed activity', `{ attendeesByIds(ids: ["7"], activityId: "${canary}") { name } }`, 'activityId'],
  ['one of several ids', `{ attendeesByIds(ids: ["${canary}"]) { name } }`, 'ids[0]'],
  ['a node by an id without a kind', '{ node(id: "700001x") { id } }', 'id'],
  ['one of several activities', `{ activitiesByIds(ids: ["${canary}"]) { id } }`, 'ids[0]'],
])('%s is refused before a call', async (_what, query, argument) => {
  const { errors, calls } = await sandbox.cost(query);
  expect({ errors: errors.map(({ extensions }) => extensions), calls }).toEqual({
    errors: [{ code: 'BAD_USER_INPUT', argument }],
    calls: {},
  });
  expect(JSON.stringify(errors)).not.toContain(canary);
});

test('the maximum of first is the largest page that is requested', async () => {
  const small = await countedSandbox({ env: { EVENT_SERVICE_MAX_PAGE_SIZE: '7' } });
  const { errors } = await small.cost('{ activity { attendees(first: 8) { nodes { id } } } }');
  expect(errors[0]!.message).toContain('from 1 to 7');
  const { data } = await small.cost('{ activity { attendees { nodes { id } } } }');
  expect(data.activity.attendees.nodes).toHaveLength(7);
});

test.each(['mobile', 'email', 'openId'])('a lookup by %s with half of a character is refused without a call', async (member) => {
  const { errors, calls } = await sandbox.cost('query ($by: AttendeeLookup!) { attendee(by: $by) { name } }', {
    by: { [member]: '1\ud800' },
  });
  expect({ argument: errors[0]!.extensions['argument'], calls }).toEqual({ argument: `by.${member}`, calls: {} });
});
