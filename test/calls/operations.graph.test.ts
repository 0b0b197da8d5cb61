/*
 * The calls to the service that an operation makes: the fewest that it permits, and at least as many are planned. Random operations, and
 * each field of an activity: planned.graph.test.ts.
 */

import { countedSandbox, type CountedSandbox } from '../support/counted-sandbox.js';
import { measuring } from '../support/measured.js';
import { schemaWith } from '../support/schemas.js';

const costOf = measuring(schemaWith({ relayNode: true }), { activityIds: [1001, 1002] });
let sandbox: CountedSandbox;
beforeAll(async () => (sandbox = await countedSandbox({ schema: { relayNode: true } })));
afterEach(() => sandbox.assertNoDefects());

/**
 * The result of an operation that makes exactly these calls, and for which no fewer are planned.
 * @param expected the calls by number and path, in alphabetical order
 */
async function expectCalls(query: string, expected: string, variables: Record<string, unknown> = {}) {
  const result = await sandbox.cost(query, variables);
  const { upstreamCalls: planned } = costOf(query, variables);
  const calls = Object.entries(result.calls).map(([path, count]) => `${count} ${path}`);
  const made = Object.values(result.calls).reduce((sum, count) => sum + count, 0);
  expect({ errors: result.errors, calls: calls.toSorted().join(', ') }).toEqual({ errors: [], calls: expected });
  expect(planned).toBeGreaterThanOrEqual(made);
  return result;
}
const numbers = (count: number) => Array.from({ length: count }, (_, index) => 700_001 + index);
const referencesTo = (ids: readonly string[], __typename = 'Attendee') => ({ r: ids.map((id) => ({ __typename, id })) });
const attendeesOf = (count: number) => referencesTo(numbers(count).map((id) => `attendee:1001:${id}`));
const byReference = 'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Attendee { serviceId name } } }';
const person = 'attendee:1001:700001';
const scan = (code: string) =>
  `checkInLookup(input: { token: "sandbox-check-in-token", userId: "88", deviceType: PC, pointId: "5", signCode: "${code}" })`;

test.each([
  [
    'aliases, root fields, an activity and references share a call',
    `query ($r: [_Any!]!) {
      a: attendee(by: { id: "${person}" }) { name } b: attendee(by: { id: 700003 }, activityId: 1001) { name }
      c: attendeesByIds(ids: ["700004", "${person}"]) { name } d: activity { attendee(by: { id: "700006" }) { name } }
      e: activities { attendee(by: { id: "attendee:1001:700007" }) { name } } node(id: "attendee:1001:700009") { id }
      _entities(representations: $r) { ... on Attendee { name } } }`,
    '1 participant/getList',
    referencesTo(['attendee:1001:700008', person]),
  ],
  ['of two activities: a call each', byReference, '2 participant/getList', referencesTo([person, 'attendee:1002:800001'])],
  [
    'an empty list of ids, and ids of activities that are not served, make none',
    '{ attendeesByIds(ids: []) { name } b: attendeesByIds(ids: ["attendee:9:1"]) { name } }',
    '',
  ],
  [
    'those of matches at check-in share a call',
    `{ ${scan('FAMILY01')} { attendee { name } } b: ${scan('FAMILY01')} { attendee { company } } }`,
    '1 index/beforeCheckIn, 1 participant/getList',
  ],
  [
    'detail fields replace the list',
    'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Attendee { name points content } } }',
    '5 participant/get',
    attendeesOf(5),
  ],
  [
    'one attendee by two forms of its id, and again after its reply, is one detail call',
    `{ attendee(by: { id: "700001" }) { points activity { attendee(by: { id: "${person}" }) { companyTaxId } } } }`,
    '1 participant/get',
  ],
  [
    'what `@skip` leaves out makes no call',
    'query ($no: Boolean!) { attendee(by: { id: "700001" }) { name points @skip(if: $no) } }',
    '1 participant/getList',
    { no: true },
  ],
])(
  'calls for attendees by id: %s',
  async (_what, query, calls, variables: Record<string, unknown> = {}) => void (await expectCalls(query, calls, variables)),
);

test('n attendees by id are calls of at most the largest page, which ask for exactly the ids', async () => {
  const { data } = await expectCalls(byReference, '2 participant/getList', attendeesOf(150));
  expect(data['_entities'].map(({ serviceId }: { serviceId: string }) => Number(serviceId))).toEqual(numbers(150));
  const forms = sandbox.hits.map(({ form }) => form).toSorted((one, other) => Number(other['pagesize']) - Number(one['pagesize']));
  expect(forms).toEqual([
    { pagesize: '100', page: '1', ids: numbers(100).join(',') },
    { pagesize: '50', page: '1', ids: numbers(150).slice(100).join(',') },
  ]);
});

test('with EVENT_SERVICE_MAX_IDS no call has more ids, from the first one on, and as many calls are made as planned', async () => {
  const limited = await countedSandbox({ env: { EVENT_SERVICE_MAX_IDS: '20' } });
  expect((await limited.cost(byReference, attendeesOf(60))).errors).toEqual([]);
  expect(limited.hits.map(({ form }) => form['ids']!.split(',').length)).toEqual([20, 20, 20]);
  expect(measuring(limited.graph.schema, { maxIds: 20 })(byReference, attendeesOf(60)).upstreamCalls).toBe(3);
});

test('ids that are unknown, malformed or of an activity that is not served make no call of their own', async () => {
  const ids = [person, 'attendee:1001:1', 'attendee:9999:1', 'article:1001:1'];
  const { data, errors, calls } = await sandbox.cost(byReference, referencesTo(ids));
  expect(calls).toEqual({ 'participant/getList': 1 });
  expect(data['_entities']).toEqual([{ serviceId: '700001', name: '王伟' }, null, null, null]);
  expect(errors.map(({ path, extensions }) => [path, extensions['code']])).toEqual([[['_entities', 3], 'BAD_USER_INPUT']]);
});

test.each([
  [20, 0, 1],
  [20, 10, 1],
  [1, 1199, 1],
  [7, 3, 1],
  [100, 1100, 1],
  [100, 50, 2],
  [60, 59, 2],
  [20, 5000, 1],
])('a page of %i attendees from offset %i is %i call(s)', async (first, offset, calls) => {
  const { data } = await expectCalls(
    `{ activity { attendees(first: ${first}, offset: ${offset}) { totalCount nodes { serviceId } pageInfo { hasNextPage hasPreviousPage } } } }`,
    `${calls} participant/getList`,
  );
  const { nodes, ...facts } = data.activity.attendees;
  expect(nodes.map(({ serviceId }: { serviceId: string }) => Number(serviceId))).toEqual(numbers(1200).slice(offset, offset + first));
  expect(facts).toEqual({ totalCount: 1200, pageInfo: { hasNextPage: offset + first < 1200, hasPreviousPage: offset > 0 } });
  for (const { form } of sandbox.hits) expect(Number(form['pagesize'])).toBeLessThanOrEqual(100);
});

test('only `totalCount` of a page is one call with `pagesize` 1, in a fragment beside what `@include` leaves out too', async () => {
  const query = `query ($page: Boolean!) { activity { a: attendees(first: 100, offset: 50) { totalCount } b: attendees { ...Count nodes @include(if: $page) { id } } } }
    fragment Count on AttendeeConnection { totalCount __typename }`;
  await expectCalls(query, '1 participant/getList', { page: false });
  expect(sandbox.hits[0]!.form).toEqual({ pagesize: '1', page: '1' });
});

test.each([
  [
    'equal pages share a call, even if one states its default offset',
    '{ activity { a: attendees(first: 5) { nodes { name } } b: attendees(first: 5, offset: 0) { nodes { id } } c: attendees(first: 5, offset: 5) { nodes { id } } } }',
    '2 participant/getList',
  ],
  [
    'ranges share the pages of the service that they have in common',
    `query ($after: String) { activity { a: attendees(first: 100) { nodes { name } } b: attendees(first: 100, offset: 50) { nodes { id } }
      c: attendees(first: 100, offset: 100) { nodes { id } } d: attendees(first: 100, after: $after) { nodes { id } } } }`,
    '2 participant/getList',
    { after: Buffer.from('attendees:1001:49').toString('base64url') },
  ],
  [
    'the total is on the page of the first one',
    '{ activity { a: attendees(first: 1) { nodes { name } } b: attendees { totalCount } } }',
    '1 participant/getList',
  ],
  [
    'all fields of the list are in one call',
    `{ activity { attendees(first: 100) { nodes { id serviceId activityId activity { id } contactId name namePinyin nameInitials mobile email idCardNumber company
      avatarUrl content orderNumber label signCode qrCodeUrl shortLink source sourceCode channel openId wechat { nickname } review { state } registeredAt
      updatedAt deletedAt faceSync { status } certificateApplicationId } } } }`,
    '1 participant/getList',
  ],
  [
    'detail fields are a call for each attendee, however many are selected and wherever',
    '{ activity { attendees(first: 7) { nodes { points content } edges { node { companyTaxId otherChannel } } } b: attendees(first: 7) { nodes { points } } } }',
    '1 participant/getList, 7 participant/get',
  ],
])(
  'of a page of attendees, %s',
  async (_what, query, calls, variables: Record<string, unknown> = {}) => void (await expectCalls(query, calls, variables)),
);

/** Which contents the list truncates is not known before, so these detail calls are not planned. */
test.each([
  ['that decodes', 700_001, '星河智能科技有限公司', { 'participant/getList': 1 }],
  ['that is blank', 700_007, null, { 'participant/getList': 1 }],
  ['that the list truncates', 701_150, 'Quiet River Studios', { 'participant/getList': 1, 'participant/get': 1 }],
])('content %s costs no detail call, unless the list truncates it', async (_what, id, company, expected) => {
  const { data, errors, calls } = await sandbox.cost(`{ attendee(by: { id: "${id}" }) { content } }`);
  expect({ errors, calls, company: data.attendee.content?.name1712900101 ?? null }).toEqual({ errors: [], calls: expected, company });
});

test('the contents of a page are one detail call for each that the list truncates, and one read of the form, whatever selects them', async () => {
  const { errors, calls } = await sandbox.cost(
    '{ activity { formFields { name } attendees(first: 10, offset: 1145) { nodes { content customFields { value field { label } } customField(name: "x") { value } } } } }',
  );
  expect({ errors, calls }).toEqual({ errors: [], calls: { 'participant/getList': 1, 'participant/get': 1, 'activity/getFields': 1 } });
});

test.each([
  ['mobile', '10000700002'],
  ['email', 'wangwei@example.com'],
  ['openId', 'oSandbox-700001'],
])('an attendee by %s is one detail call, which serves all fields of the attendee, twice too', async (name, value) => {
  const query = `query ($by: AttendeeLookup!) { attendee(by: $by) { name points companyTaxId content customFields { name value } }
    again: attendee(by: { ${name}: "${value}" }) { company } }`;
  const { data } = await expectCalls(query, '1 activity/getFields, 1 participant/get', { by: { [name]: value } });
  expect(data.attendee.content).not.toBeNull();
});

test('a missing attendee is null if the pattern for the message of the service is configured, else an error with the message', async () => {
  const query = '{ a: attendee(by: { id: "1" }) { points } b: attendee(by: { mobile: "1" }) { name } }';
  const knowing = await countedSandbox({ knowsNotFound: true });
  expect(await knowing.cost(query)).toMatchObject({ data: { a: null, b: null }, errors: [], calls: { 'participant/get': 2 } });
  const { data, errors } = await sandbox.cost(query);
  expect(data).toEqual({ a: null, b: null });
  expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['UPSTREAM_REJECTED', 'UPSTREAM_REJECTED']);
});

test.each([
  [
    'parts, single records and references are from the same lists',
    `query ($r: [_Any!]!) {
      activity { a: schedule(from: "2026-05-15") { totalCount } b: schedule { totalCount } article(id: "6001") { category { name articles { title } } }
        articles { items { category { name } } } categories { articles { id } } }
      node(id: "article:1001:6001") { id }
      _entities(representations: $r) { ... on Article { title } } }`,
    '1 article/getCategoryList, 1 article/getList, 1 schedule/getList',
    referencesTo(['article:1001:6001', 'article:1001:6002'], 'Article'),
  ],
  [
    'one item of goods is a call of its own',
    '{ activity { a: goods(id: "501") { name } b: goods(id: "goods:1001:501") { name } c: goods(id: "goods:1002:501") { name } } }',
    '1 goods/data',
  ],
  [
    'the children of categories are in the list of the tree',
    '{ activity { categories { name children { name children { name } } } } }',
    '1 article/getCategoryList',
  ],
  [
    'the activity of attendees is no call, but its content is one',
    '{ attendeesByIds(ids: ["700001", "700002"]) { activity { id tickets { name } } } }',
    '1 participant/getList, 1 ticket/data',
  ],
  [
    'the content of the activity that a global id in a variable names is not that of another activity',
    'query ($id: ID!) { attendee(by: { id: $id }) { activity { tickets { name } } } activity { tickets { name } } }',
    '1 participant/getList, 2 ticket/data',
    { id: 'attendee:1002:800001' },
  ],
  [
    'ids alone make no call',
    '{ activity { id __typename } activities { id } activitiesByIds(ids: ["1002", "9"]) { id } none: activity(id: "9") { tickets { name } } }',
    '',
  ],
])(
  'of content, %s',
  async (_what, query, calls, variables: Record<string, unknown> = {}) => void (await expectCalls(query, calls, variables)),
);

test('attendees are read again after each write of an operation', async () => {
  const again = '{ activity { attendee(by: { id: "800003" }) { name activity { attendee(by: { id: "800004" }) { points } } } } }';
  const fields = '[{ name: "name1713000201", value: "x" }, { name: "name1713000202", value: "Morning" }]';
  const add = (name: string) => `${name}: addAttendees(input: {
    activityId: "1002", contact: { name: "A", mobile: "10000000001" }, attendees: [{ name: "A", mobile: "10000000001", fields: ${fields} }]
  }) { registrations { attendee ${again} } }`;
  // For each write: the attendee whom it added, number 800003, and number 800004 by a detail call.
  await expectCalls(
    `mutation { ${add('a')} ${add('b')} }`,
    '1 activity/getFields, 2 participant/add, 2 participant/get, 4 participant/getList',
  );
});

test('extensions.upstream reports exactly the calls that were made', async () => {
  const { extensions, calls } = await sandbox.cost('{ activity { tickets { name } attendees(first: 3) { nodes { points } } } }');
  expect(calls).toEqual({ 'ticket/data': 1, 'participant/getList': 1, 'participant/get': 3 });
  expect(extensions.upstream).toMatchObject({ calls: 5, coalesced: 0, cached: 0 });
});
