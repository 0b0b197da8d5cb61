import { base, many, one } from './attendee-reads.js';
import { pathOf } from './paths.js';
import { carried, leftOut, type Proof, type Row } from './row.js';
import { recordRows, type Scene } from './scene.js';

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

const { cases, same } = recordRows('2.2', [byGetOne, byList]);
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
  cases('contact_data_id', [90_001, { contactId: '90001' }]),
  same('contact', 'name', '王伟'),
  same('contact_pinyin', 'namePinyin', 'wangwei'),
  same('contact_abbr', 'nameInitials', 'WW'),
  same('mobile', 'mobile', '10000700001'),
  same('email', 'email', 'wangwei@example.com'),
  cases(
    'eamil',
    ['twin@example.com', { email: 'twin@example.com' }, { email: '' }],
    ['twin@example.com', { email: 'first@example.com' }, { email: 'first@example.com' }],
  ),
  same('idcard', 'idCardNumber', '999900199003070010'),
  same('company', 'company', '星河智能科技有限公司'),
  got.same('company_tax_id', 'companyTaxId', '99999999SANDBOX001'),
  same('avatar', 'avatarUrl', 'https://event.example/a.jpg'),
  {
    ...asObject,
    carriers: [...asObject.carriers, 'Attendee.customFields', 'Attendee.customField(name:)'],
    proofs: [...asObject.proofs, ...asText.proofs, joined],
    remark: 'An object in get-one; in the list, JSON in a string.',
  },
  same('order', 'orderNumber', 'E2026-0007'),
  same('label', 'label', 'VIP'),
  cases('sign_code', ['AB C', { signCode: 'AB C', qrCodeUrl: endsWith('/qrcode?content=AB%20C') }]),
  same('short_link', 'shortLink', 'https://event.example/s/7'),
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
  same('channel', 'channel', 33),
  got.cases('other_channel', ['partner-1', { otherChannel: 'partner-1' }], [null, { otherChannel: null }]),
  cases('openid', ['oSandbox-7', { openId: 'oSandbox-7' }], [null, { openId: null }]),
  same('wechat_nickname', 'wechat.nickname', '小王'),
  same('wechat_avatar', 'wechat.avatarUrl', 'https://event.example/w.jpg'),
  same('wechat_sex', 'wechat.sex', '1'),
  same('wechat_area', 'wechat.area', '上海'),
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
  cases('time', [1_775_000_001, { registeredAt: '2026-03-31T23:33:21Z' }]),
  cases('update_time', [1_775_000_002, { updatedAt: '2026-03-31T23:33:22Z' }]),
  cases('delete_time', [1_775_000_003, { deletedAt: '2026-03-31T23:33:23Z' }], [0, { deletedAt: null }]),
  leftOut('2.2', 'token', 'reserved.'),
  same('avatar_msg', 'faceSync.message', 'No face was found in the picture.'),
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
];

/** An expectation: the value is a string that ends with `end`. */
function endsWith(end: string): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && value.endsWith(end);
}
