/* Every field and parameter of docs/event-service-interface.md is in the graph where docs/field-mapping.md says, or is left out there. */

import { createHmac } from 'node:crypto';
import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isListType,
  isObjectType,
  type GraphQLNamedType,
  type GraphQLObjectType,
} from 'graphql';
import { settingNames } from '../../src/config/settings.js';
import { endpoints } from '../../src/service/endpoints.js';
import { rows, undocumentedRows, type Row } from '../../tools/docs/field-mapping.js';
import { documented, sectionOf } from '../../tools/docs/interface-page.js';
import { withHint } from '../repository/hint.js';
import { sampledEndpoints } from '../service/sampled-endpoints.js';
import { listedAttendee } from '../service/samples.js';
import { fakeService, type FakeService, type Scripts } from '../support/fake-service.js';
import { graphOver, type GraphUnderTest } from '../support/graph.js';
import { programOver } from '../support/program.js';
import { schemaWith } from '../support/schemas.js';

const key = ({ section, name }: Pick<Row, 'section' | 'name'>) => `§${section} ${name}`;
const schema = schemaWith();

test('every endpoint of the interface has the members of its reply in the row "Reply" of its table', () => {
  const sections = Object.values(endpoints).map(({ section }) => section);
  expect(sections.filter((section) => documented[`${section} reply`] === undefined)).toEqual([]);
});

test('no field is documented twice, and none that is not documented has a row', () => {
  const names = Object.entries(documented).flatMap(([section, all]) => all.map((name) => key({ section, name })));
  expect(new Set(names).size).toBe(names.length);
  expect(undocumentedRows).toEqual([]);
});

test('the graph leaves out no fields but reserved ones and members of the envelope without a meaning', () => {
  const leftOut = rows.filter(({ places }) => places.length === 0).map(key);
  expect(leftOut).toEqual(['§1 time', '§2.2 rfid', '§2.2 token', '§2.2 undone', '§4.5 reply data[].rfid']);
});

/* The places: "Type.field.field(argument:)", a setting, or a member of an error. */

interface Place {
  readonly typeName: string;
  /** The fields below the type, with their arguments. */
  readonly path: readonly string[];
}

const inGraph = (place: string): boolean => /^[A-Z]\w*\./.test(place);
const placeOf = (place: string): Place => {
  const [typeName, ...path] = place.split(/\.(?![^(]*\))/);
  return { typeName: typeName!, path };
};

/** The coordinates of the fields along a place, and the type of the last one. @throws Error for an unknown field or argument */
function resolved(place: string): { readonly coordinates: readonly string[]; readonly returned: GraphQLNamedType } {
  const { typeName, path } = placeOf(place);
  let type: GraphQLNamedType = schema.getType(typeName)!;
  const coordinates = path.map((segment) => {
    const [, name, argument] = /^(\w+)(?:\((\w+):.*\))?$/.exec(segment)!;
    const field = isObjectType(type) || isInputObjectType(type) ? type.getFields()[name!] : undefined;
    const hasArgument = argument === undefined || (field && 'args' in field && field.args.some((known) => known.name === argument));
    if (!field || !hasArgument) throw new Error(`${place}: ${segment} does not exist.`);
    const coordinate = `${type.name}.${name}`;
    type = getNamedType(field.type);
    return coordinate;
  });
  return { coordinates, returned: type };
}

test('every place outside of the graph is a setting or a member of an error', () => {
  const known: readonly string[] = [...settingNames, 'extensions.code', 'extensions.upstream.message'];
  expect(rows.flatMap(({ places }) => places).filter((place) => !inGraph(place) && !known.includes(place))).toEqual([]);
});

/** Fields that the graph makes itself: ids, references and payloads. */
const ownFields =
  `Query.activities Query.activitiesByIds CheckInMatch.attendee Attendee.activity Activity.id Activity.viewer ActivitySchedule.days
  CustomFieldValue.name CustomFieldValue.field CustomFieldValue.value AddAttendeesPayload.registrations AddAttendeesPayload.replayed
  AddAttendeesPayload.activity AttendeeRegistration.attendee ActivityUserError.field ActivityUserError.rule
  Activity.scheduleItem Activity.category Activity.ticket Activity.goodsItem
  Activity.name Activity.place Activity.timeZone Activity.currency Activity.startsOn Activity.endsOn`.split(/\s+/);
/** Mutations, whose payloads carry the reply, the errors of their inputs, subscriptions and events, pages, and the activity of a record. */
const isOwn = (field: string) =>
  /^(Mutation|Subscription|CheckInEvent|PageInfo)\.|^\w+(Connection|Edge)\.|Payload\.userErrors$|\.activityId$|^_|^Query\._/.test(field);

test('every field of the graph is in a row of the field mapping, or in `ownFields` of this file', () => {
  const carrying = new Set(rows.flatMap(({ places }) => places.filter(inGraph).flatMap((place) => resolved(place).coordinates)));
  const fields = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ ...field, coordinate: `${type.name}.${field.name}` })))
    .filter(({ type }) => !getNamedType(type).name.endsWith('Connection'))
    .map(({ coordinate }) => coordinate);
  withHint(
    'Add its member to a table of docs/event-service-interface.md, then npm run docs. `ownFields` has what the graph computes.',
    () => expect(fields.filter((field) => !carrying.has(field) && !isOwn(field)).toSorted()).toEqual(ownFields.toSorted()),
  );
});

/* Replies */

const checkIn = 'checkInLookup(input: { token: "t", userId: "u", deviceType: PC, pointId: "5", signCode: "c" })';
const adding = `addAttendees(input: {
  contact: { name: "C", mobile: "10000000001" }
  attendees: [
    { name: "A", mobile: "10000000002", fields: [{ name: "name1613", value: "Software" }] }
    { name: "B", mobile: "10000000003", fields: [{ name: "name1613", value: "Software" }] }
  ]
})`;
/** The operations that read an object of a type which no field of Activity returns a list of. */
const operations: Readonly<Record<string, string>> = {
  Query: '{ % }',
  Activity: '{ activity { % } }',
  FormField: '{ activity { formFields(includeHidden: true) { % } } }',
  CheckInField: `{ ${checkIn} { fields { % } } }`,
  CheckInMatch: `{ ${checkIn} { % } }`,
  Attendee: '{ attendee(by: { mobile: "1" }) { % } }',
  AttendeeConnection: '{ activity { attendees(first: 1) { % } } }',
  AttendeeEdge: '{ activity { attendees(first: 1) { edges { % } } } }',
  PageInfo: '{ activity { attendees(first: 1) { pageInfo { % } } } }',
  ActivitySchedule: '{ activity { schedule { % } } }',
  ScheduleDay: '{ activity { schedule { days { % } } } }',
  ScheduleItem: '{ activity { schedule { days { items { % } } } } }',
  ArticleList: '{ activity { articles { % } } }',
  Article: '{ activity { articles { items { % } } } }',
  AddAttendeesPayload: `mutation { ${adding} { % } }`,
  AttendeeRegistration: `mutation { ${adding} { registrations { % } } }`,
  ActivityUserError: `mutation { ${adding} { userErrors { % } } ssoLogin(input: { mobile: "1" }) { userErrors { % } } }`,
  SsoLoginPayload: 'mutation { ssoLogin(input: { mobile: "1" }) { % } }',
  SsoLogin: 'mutation { ssoLogin(input: { mobile: "1" }) { login { % } } }',
};

function operationOn(typeName: string): string {
  const lists = Object.values((schema.getType('Activity') as GraphQLObjectType).getFields());
  const list = lists.find(({ type }) => isListType(getNullableType(type)) && getNamedType(type).name === typeName);
  return operations[typeName] ?? `{ activity { ${list!.name} { % } } }`;
}

/** The arguments of the fields that need some. */
const withArguments: Readonly<Record<string, string>> = {
  attendee: 'attendee(by: { mobile: "1" })',
  attendeesByIds: 'attendeesByIds(ids: ["7"])',
  checkInLookup: checkIn,
  'customField(name:)': 'customField(name: "name1613")',
  'schedule(from:)': 'schedule(from: "2026-01-01")',
  'schedule(to:)': 'schedule(to: "2026-12-31")',
  'article(id:)': 'article(id: "61")',
};

/** The operation that reads a place; of an object, its name or else the fields that have no fields of their own. */
function reading(place: string): string {
  const { typeName, path } = placeOf(place);
  const { returned } = resolved(place);
  const fields = isObjectType(returned) ? Object.values(returned.getFields()) : [];
  const leaves = fields.filter(({ type }) => isLeafType(getNamedType(type))).map(({ name }) => name);
  const selected = path.map((segment) => withArguments[segment] ?? segment);
  if (leaves.length > 0) selected.push(leaves.includes('name') ? 'name' : leaves.join(' '));
  return operationOn(typeName).replaceAll('%', selected.join(' { ') + ' }'.repeat(selected.length - 1));
}

/** Another value of a member, and of those that it depends on, where `changed` has none. */
const otherValues: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '§2.1 type': { type: 'input' },
  '§2.1 value': { value: '["A"]' },
  '§2.2 eamil': { email: '', eamil: 'other@example.com' },
  '§2.3 interval_time': { interval_time: '10:00-10:30' },
  '§2.3 create_time': { create_time: '2026-03-21 10:00:00' },
  '§2.3 delete_time': { delete_time: '1775000003' },
  '§2.4 top_time': { top_time: '2026-05-18 23:59:59' },
  '§2.5 parent_id': { parent_id: 0 },
  '§2.6 sold_num': { sold_num: 600 },
  '§4.2 reply code': { code: 0, msg: 'No more.' },
  '§4.2 reply ids': { ids: [903, 904] },
  '§4.2 reply sign_code_arr': { sign_code_arr: ['CCC', 'DDD'] },
  '§4.2 reply order_ids': { order_ids: ['E3', 'E4'] },
  '§4.3 reply data': { data: [{ ...listedAttendee, contact: 'Another' }] },
  '§4.3 reply total': { total: 1 },
  '§4.4 reply data': { data: [] },
  '§4.11 reply code': { code: 0, msg: 'No.' },
  '§4.11 reply msg': { code: 0, msg: 'No attendee has this number.' },
  '§4.11 reply data': { code: 0, msg: 'No.' },
};

function changed(value: unknown): unknown {
  if (typeof value === 'string') return `${value}2`;
  // A flag is 0 or 1.
  if (typeof value === 'number') return value === 1 ? 0 : value + 1;
  return Array.isArray(value) ? [] : {};
}

/** A copy in which every object that has a member has other values of it. */
function withOther(value: unknown, name: string, others: Readonly<Record<string, unknown>> | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => withOther(item, name, others));
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, withOther(inner, name, others)]));
  return name in value ? { ...copy, ...(others ?? { [name]: changed((value as Record<string, unknown>)[name]) }) } : copy;
}

/** Rows whose place has the activity that was requested, whatever the reply says. */
const ofRequest = ['§2.1 form_id', '§2.3 activity_id', '§2.4 form_id'];
const ofReplies = rows.filter(
  ({ section, places, ...row }) => /^2\.|reply$/.test(section) && places.length > 0 && !ofRequest.includes(key({ section, ...row })),
);

/** Whether a section documents the replies of an endpoint, or the records in them, to which the section of the endpoint links. */
const isOf = (endpoint: string, section: string): boolean =>
  section === `${endpoint} reply` || sectionOf(endpoint).text.includes(`[§${section}]`);

/** Two form fields: only a choice has options, and only another field has a default value. */
const replies = Object.fromEntries(
  sampledEndpoints.map(({ endpoint: { path, section }, reply }) => {
    const [first] = section === '4.1' ? (reply as { data: readonly object[] }).data : [];
    return [
      path,
      {
        section,
        reply:
          first === undefined ? reply : { ...reply, data: [first, { ...first, type: 'input', name: 'name1614', value: 'x', hidden: 1 }] },
      },
    ];
  }),
);

const scripts: Scripts = {};
let service: FakeService;
let graph: GraphUnderTest;
beforeAll(async () => {
  service = await fakeService(scripts);
  graph = await graphOver(service.url, { env: { CACHE_TTL: 'off' } });
});

/** Runs an operation over the sample replies, in which a row has other values. */
async function run(operation: string, row?: Row) {
  for (const [path, { section, reply }] of Object.entries(replies)) {
    const name = row?.name.split(/\.|\[\]\./).at(-1);
    const given = row && isOf(section, row.section) ? withOther(reply, name!, otherValues[key(row)]) : reply;
    scripts[path] = given as object;
  }
  return graph.run(operation);
}

test.each(ofReplies.map((row) => [key(row), row] as const))('each place of %s shows another value that a reply has', async (_key, row) => {
  for (const place of row.places) {
    const [before, after] = [await run(reading(place)), await run(reading(place), row)];
    expect({ place, errors: [before.errors, after.errors] }).toEqual({ place, errors: [[], []] });
    withHint('Each record of a reply sends the member: the first of the sandbox must have it (src/sandbox/seed).', () =>
      expect({ place, data: after.data }).not.toEqual({ place, data: before.data }),
    );
  }
});

test.each([
  ['§2.1 form_id', '{ activity(id: "1002") { formFields { activityId } } }', { formFields: [{ activityId: '1002' }] }],
  [
    '§2.3 activity_id',
    '{ activity(id: "1002") { schedule { days { items { activityId } } } } }',
    { schedule: { days: [{ items: [{ activityId: '1002' }] }] } },
  ],
  ['§2.4 form_id', '{ activity(id: "1002") { articles { items { activityId } } } }', { articles: { items: [{ activityId: '1002' }] } }],
])('the place of %s shows the activity that was requested', async (_key, operation, activity) => {
  expect((await run(operation)).data['activity']).toEqual(activity);
});

/** The codes of §2.2 and §3, with their names in the graph. The types of form fields: records/form-field.test.ts. */
test.each([
  [
    'source',
    'source',
    {
      1: 'FRONT_END_FORM',
      2: 'API_SUBMISSION',
      3: 'SPREADSHEET_IMPORT',
      4: 'CHECK_IN_SOFTWARE',
      5: 'WECHAT_CHECK_IN',
      10: 'MINI_PROGRAM',
      77: null,
    },
  ],
  [
    'review',
    'review { state }',
    { 1: 'PENDING', 2: 'APPROVED', 3: 'REJECTED', 6: 'APPROVED_WITH_MODIFICATION', 7: 'REJECTED_WITH_MODIFICATION', 4: null, 5: null },
  ],
  ['avatar_status', 'faceSync { status }', { 0: 'NOT_SYNCED', 1: 'SYNCING', 2: 'SYNCED', 3: 'FAILED' }],
])('each code of %s has its name in the graph, or null', async (member, field, names) => {
  for (const [code, name] of Object.entries(names)) {
    scripts['/api/participant/get'] = { code: 1, data: { ...listedAttendee, [member]: Number(code) } };
    const { data } = await graph.run(`{ attendee(by: { mobile: "1" }) { ${field} } }`);
    expect([code, JSON.stringify(data['attendee'])]).toEqual([code, expect.stringContaining(JSON.stringify(name))]);
  }
});

/* Requests */

const registration = `mutation { addAttendees(input: {
  channel: "7"
  contact: { name: "Contact", mobile: "10000000001" }
  attendees: [
    { name: "One", mobile: "10000000002", signCode: "CODE-1", fields: [{ name: "name1613", value: "Software" }] }
    { name: "Two", mobile: "10000000003", fields: [{ name: "name1613", value: "Research" }] }
  ]
}) { userErrors { code } } }`;
const registered = {
  name: 'Contact',
  mobile: '10000000001',
  'data[0][name]': 'One',
  'data[0][mobile]': '10000000002',
  'data[0][name1613]': 'Software',
  'data[0][sign_code]': 'CODE-1',
  'data[1][name]': 'Two',
  'data[1][mobile]': '10000000003',
  'data[1][name1613]': 'Research',
};
const lookUp = (by: string, selection = 'name') => `{ attendee(by: { ${by} }) { ${selection} } }`;
const checkInOf = (activityId: string, deviceType: string) =>
  `{ checkInLookup(input: { ${activityId} token: "a token", userId: "88", deviceType: ${deviceType}, pointId: "5", signCode: "A B&C" }) { attendeeId } }`;
const checkInParameters = { token: 'a token', user_id: '88', point_id: '5', sign_code: 'A B&C' };

/** Operations whose arguments are all parameters of an endpoint, which receives these and no others. */
const requests: readonly (readonly [section: string, operation: string, parameters: Readonly<Record<string, string>>])[] = [
  ['4.1', '{ activity(id: "1002") { formFields { name } } }', { activity_id: '1002' }],
  ['4.1', '{ activity { formFields { name } } }', { activity_id: '1001' }],
  ['4.2', registration, { ...registered, channel: '7' }],
  ['4.2', registration.replace('channel: "7"', ''), registered],
  ['4.3', '{ activity { attendees(first: 5, offset: 10) { nodes { id } } } }', { pagesize: '5', page: '3' }],
  [
    '4.3',
    // The cursor of the tenth attendee, counted from 0.
    `{ activity { attendees(first: 5, after: "${Buffer.from('attendees:1001:9').toString('base64url')}") { nodes { id } } } }`,
    { pagesize: '5', page: '3' },
  ],
  ['4.3', '{ attendeesByIds(ids: ["attendee:1001:7"]) { name } }', { pagesize: '1', page: '1', ids: '7' }],
  ['4.3', lookUp('id: "7"'), { pagesize: '1', page: '1', ids: '7' }],
  ['4.4', lookUp('id: "7"', 'points'), { id: '7' }],
  ['4.4', lookUp('mobile: "10000700001"'), { mobile: '10000700001' }],
  ['4.4', lookUp('email: "wangwei@example.com"'), { email: 'wangwei@example.com' }],
  ['4.4', lookUp('openId: "oSandbox-7"'), { openid: 'oSandbox-7' }],
  ['4.5', checkInOf('activityId: "1002"', 'IPAD'), { ...checkInParameters, form_id: '1002', device_type: 'ipad' }],
  ['4.5', checkInOf('', 'PC'), { ...checkInParameters, form_id: '1001', device_type: 'pc' }],
  ['4.5', checkInOf('', 'WXAPP'), { ...checkInParameters, form_id: '1001', device_type: 'wxapp' }],
  ['4.8', '{ activity { categories(parentId: "302") { name } } }', { parent_id: '302' }],
  [
    '4.8',
    '{ _entities(representations: [{ __typename: "Category", id: "category:1001:311" }]) { ... on Category { children { name } } } }',
    { parent_id: '311' },
  ],
  ['4.8', '{ activity { categories { name } } }', {}],
  ['4.10', '{ activity { goods(id: "501") { name } } }', { goods_id: '501' }],
  ['4.10', '{ activity { goods { name } } }', {}],
  [
    '4.11',
    'mutation { ssoLogin(input: { mobile: "10000700001", addIfMissing: true }) { userErrors { code } } }',
    { mobile: '10000700001', is_add: '1' },
  ],
  ['4.11', 'mutation { ssoLogin(input: { mobile: "10000700001" }) { userErrors { code } } }', { mobile: '10000700001' }],
];

test.each(requests)('§%s: %s sends its arguments', async (section, operation, parameters) => {
  const [path] = Object.entries(replies).find(([, of]) => of.section === section)!;
  service.hits.length = 0;
  // Children of a category cost a call if the categories are all roots.
  await run(
    operation,
    rows.find((row) => key(row) === '§2.5 parent_id'),
  );
  expect(service.hitsOf(path).map(({ query, form }) => ({ ...query, ...form }))).toContainEqual(parameters);
});

test('each parameter of the interface, and each place of one, is in an operation of `requests`', () => {
  const sent = new Set(requests.flatMap(([section, , parameters]) => Object.keys(parameters).map((name) => `§${section} request ${name}`)));
  const ofRequests = rows.filter(({ section }) => section.endsWith('request'));
  const named = ofRequests.map((row) => ({ ...row, name: row.name.replace('<field key>', 'name1613') }));
  expect(named.map(key).filter((name) => !sent.has(name))).toEqual(['§4.2 request data[1][sign_code]']);
  const isUsed = ({ section, places }: Row) =>
    places.every((place) => {
      const names = place.replace(':)', '').split(/[.(]/).slice(1);
      return requests.some(([of, text]) => section === `${of} request` && names.every((name) => new RegExp(`\\b${name}\\b`).test(text)));
    });
  expect(ofRequests.filter((row) => !isUsed(row))).toEqual([]);
});

test('§1: the code 0 is an error with the message of the service', async () => {
  scripts['/api/goods/data'] = { code: 0, msg: 'The event is over.' };
  const { errors } = await graph.run('{ activity { goods { name } } }');
  expect(errors.map(({ extensions }) => [extensions['code'], extensions['upstream'].message])).toEqual([
    ['UPSTREAM_REJECTED', 'The event is over.'],
  ]);
});

test('§5: the members of Service-Auth have the values of their settings', async () => {
  const program = await programOver(service.url, {
    EVENT_SERVICE_PUBLIC_KEY: 'another-key',
    EVENT_SERVICE_PRIVATE_KEY: 'the private key',
    EVENT_SERVICE_ACTIVITY_IDS: '77,1001',
    EVENT_SERVICE_SIGNATURE_VERSION: '7',
    EVENT_SERVICE_SIGNATURE_TEMPLATE: 'v{Version} {PrivateKey}',
    EVENT_SERVICE_SIGNATURE_ALGORITHM: 'hmac-md5',
  });
  await program.run('{ activity { tickets { name } } other: activity(id: "1001") { goods { name } } }');
  const sent = (path: string) => JSON.parse(String(service.hitsOf(path).at(-1)!.headers['service-auth'])) as Record<string, unknown>;
  expect(sent('ticket/data')).toEqual({
    UserPublicKey: 'another-key',
    ActivityId: 77,
    Time: expect.any(Number),
    Version: 7,
    Signature: createHmac('md5', 'the private key').update('v7 the private key').digest('hex'),
  });
  expect(Math.abs((sent('ticket/data')['Time'] as number) - Date.now() / 1000)).toBeLessThan(60);
  expect(sent('goods/data')['ActivityId']).toBe(1001);
});
