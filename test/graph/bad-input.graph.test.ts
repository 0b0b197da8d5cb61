/* Invalid arguments and inputs: the error of each, and that nothing is sent. */

import { conferenceKeys } from '../../src/sandbox/seed/form-fields.js';
import { countedSandbox, type CountedSandbox } from '../support/counted-sandbox.js';
import { formAnswers } from '../support/form-answers.js';

let sandbox: CountedSandbox;
beforeAll(async () => (sandbox = await countedSandbox()));

const canary = 'Kanarienvogel';
const cursor = (text: string) => Buffer.from(text).toString('base64url');

/** Each names the argument and what was expected, asks nothing of the service, and never repeats what was sent. */
test.each<[what: string, query: string, argument: string, expected: RegExp]>([
  ['first 0', '{ activity { attendees(first: 0) { totalCount } } }', 'first', /from 1 to 100/],
  ['first below 0', '{ activity { attendees(first: -5) { nodes { id } } } }', 'first', /from 1 to 100/],
  ['first above the maximum', '{ activity { attendees(first: 101) { nodes { id } } } }', 'first', /from 1 to 100/],
  ['an offset below 0', '{ activity { attendees(offset: -1) { nodes { id } } } }', 'offset', /0 or a larger/],
  ['a cursor that is none', `{ activity { attendees(after: "${canary}") { nodes { id } } } }`, 'after', /cursor/],
  ['an empty cursor', '{ activity { attendees(after: "") { nodes { id } } } }', 'after', /cursor/],
  [
    'a cursor of another activity',
    `{ activity { attendees(after: "${cursor('attendees:1002:3')}") { nodes { id } } } }`,
    'after',
    /the same activity/,
  ],
  [
    'a cursor beyond any list',
    `{ activity { attendees(after: "${cursor('attendees:1001:4294967295')}") { nodes { id } } } }`,
    'after',
    /cursor/,
  ],
  [
    'a cursor with a leading zero',
    `{ activity { attendees(after: "${cursor('attendees:1001:03')}") { nodes { id } } } }`,
    'after',
    /cursor/,
  ],
  [
    'a cursor with something after it',
    `{ activity { attendees(after: "${cursor('attendees:1001:3')}${canary}") { nodes { id } } } }`,
    'after',
    /cursor/,
  ],
  [
    'after with offset',
    `{ activity { attendees(after: "${cursor('attendees:1001:3')}", offset: 1) { nodes { id } } } }`,
    'after',
    /not both/,
  ],
  [
    'after with offset 0',
    `{ activity { attendees(after: "${cursor('attendees:1001:3')}", offset: 0) { nodes { id } } } }`,
    'after',
    /not both/,
  ],
  ['an attendee by an id of another kind', '{ attendee(by: { id: "article:1001:6001" }) { name } }', 'by.id', /attendee:1001:7/],
  ['an attendee by no id', `{ attendee(by: { id: "${canary}" }) { name } }`, 'by.id', /attendee:1001:7/],
  ['an attendee by an id of zeros', '{ attendee(by: { id: "attendee:1001:0" }) { name } }', 'by.id', /attendee:1001:7/],
  [
    'an attendee of an activity by another kind',
    '{ activity { attendee(by: { id: "goods:1001:501" }) { name } } }',
    'by.id',
    /attendee:1001:7/,
  ],
  ['a blank mobile', '{ attendee(by: { mobile: "  " }) { name } }', 'by.mobile', /not blank/],
  ['a blank email', '{ attendee(by: { email: "" }) { name } }', 'by.email', /not blank/],
  ['a blank open id', '{ attendee(by: { openId: "" }) { name } }', 'by.openId', /not blank/],
  [
    'an unknown activity beside an attendee',
    '{ attendee(by: { id: "7" }, activityId: "9999") { name } }',
    'activityId',
    /Query.activities/,
  ],
  [
    'an ill-formed activity beside attendees',
    `{ attendeesByIds(ids: ["7"], activityId: "${canary}") { name } }`,
    'activityId',
    /Query.activities/,
  ],
  ['one of several ids', `{ attendeesByIds(ids: ["${canary}"]) { name } }`, 'ids[0]', /attendee:1001:7/],
  ['an activity by no number', `{ activity(id: "${canary}") { id } }`, 'id', /1001/],
  ['an activity by a global id', '{ activity(id: "attendee:1001:7") { id } }', 'id', /1001/],
  ['one of several activities', `{ activitiesByIds(ids: ["${canary}"]) { id } }`, 'ids[0]', /1001/],
  ['an article of another kind', '{ activity { article(id: "category:1001:301") { title } } }', 'id', /article:1001:7/],
  ['a parent of another kind', `{ activity { categories(parentId: "${canary}") { name } } }`, 'parentId', /category:1001:7/],
  ['goods of another kind', '{ activity { goods(id: "ticketItem:1001:401") { name } } }', 'id', /goods:1001:7/],
  ['from after to', '{ activity { schedule(from: "2026-05-17", to: "2026-05-15") { totalCount } } }', 'from', /not after/],
  [
    'a check-in without a token',
    '{ checkInLookup(input: { token: " ", userId: "8", deviceType: PC, pointId: "5", signCode: "x" }) { qrCode } }',
    'input.token',
    /not blank/,
  ],
  [
    'a check-in without a code',
    '{ checkInLookup(input: { token: "t", userId: "8", deviceType: PC, pointId: "5", signCode: "" }) { qrCode } }',
    'input.signCode',
    /not blank/,
  ],
  [
    'a check-in at an unknown activity',
    '{ checkInLookup(input: { activityId: "7", token: "t", userId: "8", deviceType: PC, pointId: "5", signCode: "x" }) { qrCode } }',
    'input.activityId',
    /Query.activities/,
  ],
  [
    'a registration for an unknown activity',
    `mutation { addAttendees(input: { activityId: "${canary}", contact: { name: "a", mobile: "1" }, attendees: [] }) { replayed } }`,
    'input.activityId',
    /Query.activities/,
  ],
  [
    'ssoLogin with an unknown activity',
    'mutation { ssoLogin(input: { activityId: "0", mobile: "1" }) { userErrors { code } } }',
    'input.activityId',
    /Query.activities/,
  ],
])('%s is refused', async (_what, query, argument, expected) => {
  const { errors, calls } = await sandbox.cost(query);
  expect(errors).toHaveLength(1);
  expect(errors[0]!.extensions).toEqual({ code: 'BAD_USER_INPUT', argument });
  expect(errors[0]!.message).toContain(`"${argument}"`);
  expect(errors[0]!.message).toMatch(expected);
  expect(JSON.stringify(errors)).not.toContain(canary);
  expect(calls).toEqual({});
});

test('the maximum of first is the largest page that is requested', async () => {
  const small = await countedSandbox({ env: { EVENT_SERVICE_MAX_PAGE_SIZE: '7' } });
  const { errors } = await small.cost('{ activity { attendees(first: 8) { nodes { id } } } }');
  expect(errors[0]!.message).toContain('from 1 to 7');
  const { data } = await small.cost('{ activity { attendees { nodes { id } } } }');
  expect(data.activity.attendees.nodes).toHaveLength(7);
});

test('an invalid argument affects only its own field', async () => {
  const { data, errors, calls } = await sandbox.cost(
    '{ activity { a: attendees(first: 0) { totalCount } b: attendees(first: 1) { totalCount } } bad: activity(id: "x") { id } }',
  );
  expect(data).toEqual({ activity: { a: null, b: { totalCount: 1200 } }, bad: null });
  expect(errors.map(({ path }) => path!.join('.')).toSorted()).toEqual(['activity.a', 'bad']);
  expect(calls).toEqual({ 'participant/getList': 1 });
});

/** What GraphQL itself refuses never reaches a resolver; how it is worded is the server's. */
test.each<[what: string, query: string, variables: Record<string, unknown>]>([
  ['no member of a lookup', '{ attendee(by: {}) { name } }', {}],
  ['two members of a lookup', `{ attendee(by: { id: "7", mobile: "${canary}" }) { name } }`, {}],
  ['a null member of a lookup', '{ attendee(by: { mobile: null }) { name } }', {}],
  ['no member of a lookup in a variable', 'query ($by: AttendeeLookup!) { attendee(by: $by) { name } }', { by: {} }],
  [
    'two members of a lookup in a variable',
    'query ($by: AttendeeLookup!) { attendee(by: $by) { name } }',
    { by: { id: '7', email: canary } },
  ],
  [
    'a null member beside another in a variable',
    'query ($by: AttendeeLookup!) { attendee(by: $by) { name } }',
    { by: { id: '7', email: null } },
  ],
  ['a date that is none', '{ activity { schedule(from: "2026-02-30") { totalCount } } }', {}],
  ['a date that is none in a variable', 'query ($from: Date) { activity { schedule(from: $from) { totalCount } } }', { from: '2026-5-1' }],
  [
    'a device that is none',
    '{ checkInLookup(input: { token: "t", userId: "8", deviceType: TOASTER, pointId: "5", signCode: "x" }) { qrCode } }',
    {},
  ],
  ['first that is no integer', '{ activity { attendees(first: 1.5) { totalCount } } }', {}],
  ['first that is null', '{ activity { attendees(first: null) { totalCount } } }', {}],
])('%s is refused by GraphQL, without a call to the service', async (_what, query, variables) => {
  const { data, errors, calls } = await sandbox.cost(query, variables);
  expect({ data, hasErrors: errors.length > 0, calls }).toEqual({ data: null, hasErrors: true, calls: {} });
});

describe('registrations', () => {
  const add =
    'mutation ($input: AddAttendeesInput!) { addAttendees(input: $input) { registrations { attendeeId } userErrors { code field message } } }';
  const attendee = { name: 'New', mobile: '10000000099', fields: formAnswers };
  const contact = { name: 'Contact', mobile: '10000000098' };
  const problems = async (input: Record<string, unknown>) => {
    const { data, errors, calls } = await sandbox.cost(add, { input: { contact, attendees: [attendee], ...input } });
    expect(errors).toEqual([]);
    expect(data.addAttendees.registrations).toBeNull();
    expect(JSON.stringify(data)).not.toContain(canary);
    return {
      problems: data.addAttendees.userErrors.map(({ code, field }: { code: string; field: string[] }) => [code, field.join('.')]),
      calls,
    };
  };
  const formOnly = { 'activity/getFields': 1 };

  test('a registration without attendees is a problem, reported with every other one', async () => {
    expect(await problems({ attendees: [], contact: { ...contact, name: ' ' }, idempotencyKey: 'short' })).toEqual({
      problems: [
        ['INVALID', 'idempotencyKey'],
        ['REQUIRED', 'contact.name'],
        ['INVALID', 'attendees'],
      ],
      calls: formOnly,
    });
  });

  test.each<[what: string, changes: Record<string, unknown>, expected: string[][]]>([
    ['with a check-in code of 11 characters', { signCode: `${canary}`.slice(0, 11) }, [['TOO_LONG', 'attendees.0.signCode']]],
    [
      'with a field that the form lacks',
      { fields: [...formAnswers, { name: 'name999', value: canary }] },
      [['UNKNOWN_FIELD', 'attendees.0.fields.6']],
    ],
    [
      'with data in the place of a key',
      { fields: [...formAnswers, { name: `${canary} 1`, value: 'x' }] },
      [['UNKNOWN_FIELD', 'attendees.0.fields.6']],
    ],
    [
      'with a choice that is no option',
      { fields: formAnswers.map((field) => (field.name === conferenceKeys.industry ? { ...field, value: canary } : field)) },
      [['INVALID', `attendees.0.fields.${conferenceKeys.industry}`]],
    ],
    ['without a visible field', { fields: formAnswers.slice(1) }, [['REQUIRED', `attendees.0.fields.${conferenceKeys.company}`]]],
    ['without a name', { name: ' ' }, [['REQUIRED', 'attendees.0.name']]],
  ])('a registration %s is a problem, and nothing is sent', async (_what, changes, expected) => {
    expect(await problems({ attendees: [{ ...attendee, ...changes }] })).toEqual({ problems: expected, calls: formOnly });
  });

  test('a registration reports all problems at once', async () => {
    const { problems: reported } = await problems({
      contact: { name: '', mobile: '' },
      attendees: [{ name: '', mobile: '', fields: [], signCode: 'x'.repeat(11) }],
    });
    expect(reported).toHaveLength(2 + 2 + 6 + 1);
  });

  test('a registration with `validateOnly` reads the form and registers nothing', async () => {
    expect(await problems({ validateOnly: true })).toEqual({ problems: [], calls: formOnly });
  });

  test('a registration with a malformed `idempotencyKey` is a problem', async () => {
    expect((await problems({ idempotencyKey: canary })).problems).toEqual([['INVALID', 'idempotencyKey']]);
  });

  test('a registration that is valid is one further call, and its attendees are read in one batch', async () => {
    const query = add.replace('attendeeId', 'attendeeId signCode orderId qrCodeUrl attendee { name }');
    const { data, errors, calls } = await sandbox.cost(query, {
      input: { contact, attendees: [attendee, { ...attendee, name: 'Newer', mobile: '10000000097' }], channel: '3' },
    });
    expect({ errors, userErrors: data.addAttendees.userErrors, calls }).toEqual({
      errors: [],
      userErrors: [],
      calls: { ...formOnly, 'participant/add': 1, 'participant/getList': 1 },
    });
    expect(data.addAttendees.registrations.map(({ attendee: { name } }: { attendee: { name: string } }) => name)).toEqual(['New', 'Newer']);
  });

  test('a registration that the service rejects is a problem with its message', async () => {
    const { data, errors } = await sandbox.cost(add, { input: { contact: { name: 'x', mobile: canary }, attendees: [attendee] } });
    expect(errors).toEqual([]);
    expect(data.addAttendees.userErrors).toEqual([{ code: 'REJECTED', field: null, message: expect.stringContaining('mobile') }]);
  });
});
