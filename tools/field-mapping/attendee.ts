import { Attendee, AttendeeReview, FaceSync, WechatProfile } from '../../src/records/attendee.js';
/* Attendees: the requests and replies by which they are read, the list (§4.3) and get-one (§4.4); and their record (§2.2). */
import { carried, leftOut, pathOf, recordRows, type Proof, type Row, type Scene } from './row.js';

const one = pathOf('4.4');
const many = pathOf('4.3');
/** The members that every attendee of a reply has. */
const base = { id: 7, form_id: 1001, contact: 'Somebody', review: 1, avatar_status: 0 };

export const attendeeReadRows: readonly Row[] = [
  pageParameter('pagesize', ['Activity.attendees(first:)'], '{ activity { attendees(first: 5) { totalCount nodes { id } } } }', '5'),
  pageParameter(
    'page',
    ['Activity.attendees(offset:)', 'Activity.attendees(after:)'],
    '{ activity { attendees(first: 5, offset: 10) { nodes { id } } } }',
    '3',
    [
      {
        // The cursor of the tenth attendee, counted from 0.
        query: `{ activity { attendees(first: 5, after: "${Buffer.from('attendees:1001:9').toString('base64url')}") { nodes { id } } } }`,
        replies: { [many]: { code: 1, data: [base], total: 11 } },
        arrives: { path: many, in: 'form', name: 'page', value: '3' },
      },
    ],
  ),
  pageParameter(
    'ids',
    ['Query.attendeesByIds(ids:)', 'AttendeeLookup.id'],
    '{ attendeesByIds(ids: ["7", "attendee:1001:8"]) { name } }',
    '7,8',
    [
      {
        query: '{ attendee(by: { id: "7" }) { name } }',
        replies: { [many]: { code: 1, data: [base], total: 1 } },
        arrives: { path: many, in: 'form', name: 'ids', value: '7' },
      },
      {
        query: '{ activity { attendees(first: 5) { nodes { id } } } }',
        replies: { [many]: { code: 1, data: [base], total: 1 } },
        arrives: { path: many, in: 'form', name: 'ids', value: undefined },
      },
    ],
  ),
  carried(
    '4.3 reply',
    'data',
    ['AttendeeConnection.nodes', 'AttendeeConnection.edges', 'Query.attendeesByIds'],
    [
      {
        query: '{ activity { attendees(first: 2) { nodes { name } edges { node { name } } } } }',
        replies: { [many]: { code: 1, data: [base, { ...base, id: 8, contact: 'Another' }], total: 2 } },
        reads: {
          'activity.attendees.nodes': [{ name: 'Somebody' }, { name: 'Another' }],
          'activity.attendees.edges.1.node.name': 'Another',
        },
      },
      {
        query: '{ attendeesByIds(ids: ["8", "7"]) { name } }',
        replies: { [many]: { code: 1, data: [base, { ...base, id: 8, contact: 'Another' }], total: 2 } },
        reads: { attendeesByIds: [{ name: 'Another' }, { name: 'Somebody' }] },
      },
    ],
  ),
  carried(
    '4.3 reply',
    'total',
    ['AttendeeConnection.totalCount', 'PageInfo.hasNextPage'],
    [
      {
        query: '{ activity { attendees(first: 1) { totalCount pageInfo { hasNextPage } nodes { name } } } }',
        replies: { [many]: { code: 1, data: [base], total: 1234 } },
        reads: { 'activity.attendees.totalCount': 1234, 'activity.attendees.pageInfo.hasNextPage': true },
        repliesWithout: { [many]: { code: 1, data: [base] } },
      },
    ],
  ),

  lookup('mobile', 'AttendeeLookup.mobile', 'mobile: "10000700001"', '10000700001'),
  {
    ...lookup('id', 'AttendeeLookup.id', 'id: "attendee:1001:7"', '7', 'points'),
    remark: 'If only get-one has a selected field. Otherwise `ids` of §4.3 carries it, in batches.',
  },
  lookup('email', 'AttendeeLookup.email', 'email: "wangwei@example.com"', 'wangwei@example.com'),
  lookup('openid', 'AttendeeLookup.openId', 'openId: "oSandbox-7"', 'oSandbox-7'),
  carried(
    '4.4 reply',
    'data',
    ['Query.attendee', 'Activity.attendee'],
    [
      {
        query: '{ attendee(by: { mobile: "1" }) { name } }',
        replies: { [one]: { code: 1, data: base } },
        reads: { attendee: { name: 'Somebody' } },
      },
      {
        query: '{ activity(id: "1001") { attendee(by: { mobile: "1" }) { name } } }',
        replies: { [one]: { code: 1, data: base } },
        reads: { 'activity.attendee': { name: 'Somebody' } },
      },
    ],
  ),
];

function pageParameter(name: string, carriers: readonly string[], query: string, value: string, more: readonly Proof[] = []): Row {
  // A record for each of the ids.
  const data = value.split(',').map((id) => ({ ...base, id: Number(id) }));
  const replies = { [many]: { code: 1, data, total: name === 'ids' ? data.length : 11 } };
  return carried('4.3 request', name, carriers, [{ query, replies, arrives: { path: many, in: 'form', name, value } }, ...more]);
}

/** A parameter of get-one. The proofs check that the other three are not sent. */
function lookup(name: string, carrier: string, member: string, value: string, field = 'name') {
  const query = `{ attendee(by: { ${member} }) { ${field} } }`;
  const replies = { [one]: { code: 1, data: base } };
  return carried(
    '4.4 request',
    name,
    [carrier],
    ['mobile', 'id', 'email', 'openid'].map((parameter): Proof => ({
      query,
      replies,
      arrives: { path: one, in: 'form', name: parameter, value: parameter === name ? value : undefined },
    })),
  );
}

/* The record */

const byGetOne: Scene = {
  typeName: 'Attendee',
  path: one,
  base,
  envelope: (record) => ({ code: 1, data: record }),
  query: (selection) => `{ attendee(by: { mobile: "10000000007" }) { ${selection} } }`,
  at: 'attendee',
};

const byList: Scene = {
  ...byGetOne,
  path: many,
  envelope: (record) => ({ code: 1, data: [record], total: 1 }),
  query: (selection) => `{ activity { attendees(first: 1) { nodes { ${selection} } } } }`,
  at: 'activity.attendees.nodes.0',
};

const { cases, complete } = recordRows('2.2', [byGetOne, byList]);
const got = recordRows('2.2', [byGetOne]);
const listed = recordRows('2.2', [byList]);

const asObject = got.cases('content', [{ name1: 'Engineer' }, { content: { name1: 'Engineer' } }]);
const asText = listed.cases('content', ['{"name1":"Engineer"}', { content: { name1: 'Engineer' } }]);
const joined: Proof = {
  query: '{ attendee(by: { mobile: "1" }) { customFields { name value field { label } } customField(name: "name1") { value } } }',
  replies: {
    [one]: { code: 1, data: { ...base, content: { name1: 'Engineer' } } },
    [pathOf('4.1')]: {
      code: 1,
      data: [{ name: 'name1', type: 'input', label: 'Job title', value: '', sort: 1, hidden: 0, form_id: 1001 }],
    },
  },
  reads: {
    'attendee.customFields': [{ name: 'name1', value: 'Engineer', field: { label: 'Job title' } }],
    'attendee.customField.value': 'Engineer',
  },
};

export const attendeeRows: readonly Row[] = [
  ...complete({ '': Attendee, 'wechat.': WechatProfile, 'review.': AttendeeReview, 'faceSync.': FaceSync }, [
    cases('id', [70_007, { serviceId: '70007', id: 'attendee:1001:70007' }]),
    carried(
      '2.2',
      'form_id',
      ['Attendee.activityId'],
      [
        {
          query: '{ attendee(by: { mobile: "1" }, activityId: "1002") { activityId activity { id } } }',
          replies: { [one]: { code: 1, data: { ...base, form_id: 1002 } } },
          reads: { attendee: { activityId: '1002', activity: { id: '1002' } } },
        },
        {
          query: '{ attendee(by: { mobile: "1" }, activityId: "1001") { activityId } }',
          replies: { [one]: { code: 1, data: { ...base, form_id: 1002 } } },
          reads: { attendee: null },
        },
      ],
      'An attendee of another activity than the requested one is not shown.',
    ),
    cases(
      'eamil',
      ['twin@example.com', { email: 'twin@example.com' }, { email: '' }],
      ['twin@example.com', { email: 'first@example.com' }, { email: 'first@example.com' }],
    ),
    got.same('company_tax_id', 'companyTaxId', '99999999SANDBOX001'),
    {
      ...asObject,
      carriers: [...asObject.carriers, 'Attendee.customFields', 'Attendee.customField(name:)'],
      proofs: [...asObject.proofs, ...asText.proofs, joined],
      remark: 'An object in get-one; in the list, JSON in a string.',
    },
    cases('sign_code', ['AB C', { signCode: 'AB C', qrCodeUrl: endsWith('/qrcode?content=AB%20C') }]),
    leftOut('2.2', 'rfid', 'reserved.'),
    cases(
      'source',
      [1, { source: 'FRONT_END_FORM', sourceCode: 1 }],
      [2, { source: 'API_SUBMISSION', sourceCode: 2 }],
      [3, { source: 'SPREADSHEET_IMPORT', sourceCode: 3 }],
      [4, { source: 'CHECK_IN_SOFTWARE', sourceCode: 4 }],
      [5, { source: 'WECHAT_CHECK_IN', sourceCode: 5 }],
      [10, { source: 'MINI_PROGRAM', sourceCode: 10 }],
      [77, { source: null, sourceCode: 77 }],
    ),
    got.cases('other_channel', ['partner-1', { otherChannel: 'partner-1' }], [null, { otherChannel: null }]),
    cases('openid', ['oSandbox-7', { openId: 'oSandbox-7' }], [null, { openId: null }]),
    cases(
      'review',
      [2, { 'review.state': 'APPROVED', 'review.code': 2 }],
      [1, { 'review.state': 'PENDING', 'review.code': 1 }],
      [3, { 'review.state': 'REJECTED', 'review.code': 3 }],
      [6, { 'review.state': 'APPROVED_WITH_MODIFICATION', 'review.code': 6 }],
      [7, { 'review.state': 'REJECTED_WITH_MODIFICATION', 'review.code': 7 }],
      [4, { 'review.state': null, 'review.code': 4 }],
      [5, { 'review.state': null, 'review.code': 5 }],
    ),
    cases('msg', ['The photo is not usable.', { 'review.comment': 'The photo is not usable.' }], [null, { 'review.comment': null }]),
    leftOut('2.2', 'undone', 'reserved.'),
    cases('review_time', [1_775_000_000, { 'review.reviewedAt': '2026-03-31T23:33:20Z' }], [null, { 'review.reviewedAt': null }]),
    cases('is_review', [2, { 'review.enabled': true }], [1, { 'review.enabled': false }]),
    cases('delete_time', [1_775_000_003, { deletedAt: '2026-03-31T23:33:23Z' }], [0, { deletedAt: null }]),
    leftOut('2.2', 'token', 'reserved.'),
    cases(
      'avatar_status',
      [3, { 'faceSync.status': 'FAILED', 'faceSync.statusCode': 3 }],
      [0, { 'faceSync.status': 'NOT_SYNCED', 'faceSync.statusCode': 0 }],
      [1, { 'faceSync.status': 'SYNCING', 'faceSync.statusCode': 1 }],
      [2, { 'faceSync.status': 'SYNCED', 'faceSync.statusCode': 2 }],
    ),
    cases('is_sync_avatar', [1, { 'faceSync.inCloud': true }], [0, { 'faceSync.inCloud': false }]),
    cases('is_ec', [9001, { certificateApplicationId: '9001' }], [0, { certificateApplicationId: null }]),
    got.same('points', 'points', '128.50'),
  ]),
];

/** An expectation: the value is a string that ends with `end`. */
function endsWith(end: string): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && value.endsWith(end);
}
