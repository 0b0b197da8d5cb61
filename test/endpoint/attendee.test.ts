import { getAttendee, listAttendees } from '../../src/endpoint/attendee.js';
import type { Attendee, AttendeeReview, DetailField, FaceSync, WechatProfile } from '../../src/model/attendee.js';
import { samples } from './samples.js';
import { decoded, values, type Members } from './sampled-endpoints.js';

const decodedWechat: Members<WechatProfile> = { nickname: '小王', avatarUrl: 'https://event.example/w7.jpg', sex: '1', area: '上海' };
const decodedReview: Members<AttendeeReview> = {
  state: 'APPROVED_WITH_MODIFICATION',
  code: 6,
  comment: 'Fine now',
  reviewedAt: '2026-04-01T00:00:00.000Z',
  enabled: true,
};
const decodedFaceSync: Members<FaceSync> = { status: 'SYNCED', statusCode: 2, message: 'Synced', inCloud: true };

const decodedAttendee: Members<Attendee, 'formAnswers' | 'absentFields'> = {
  kind: 'attendee',
  id: 'attendee:1001:7',
  serviceId: 7,
  activityId: 1001,
  contactId: '70',
  name: '王伟',
  namePinyin: 'wangwei',
  nameInitials: 'ww',
  mobile: '10000000007',
  email: 'w@example.com',
  idCardNumber: '999900199003070010',
  company: 'Harbour Ltd',
  avatarUrl: 'https://event.example/7.jpg',
  orderNumber: 'E20260401700007',
  label: 'VIP',
  signCode: 'WANGWEI01',
  shortLink: 'https://event.example/s/7',
  source: 'MINI_PROGRAM',
  sourceCode: 10,
  channel: 3,
  openId: 'o-7',
  wechat: decodedWechat,
  review: decodedReview,
  registeredAt: '2026-03-31T23:00:00.000Z',
  updatedAt: '2026-04-01T00:00:01.000Z',
  deletedAt: '2026-04-01T01:00:00.000Z',
  faceSync: decodedFaceSync,
  certificateApplicationId: '9001',
};
const attendeeFields = Object.keys(decodedAttendee);
/** Objects inside an attendee. They are compared by the members of the model: each also refers to its attendee. */
const parts = { wechat: Object.keys(decodedWechat), review: Object.keys(decodedReview), faceSync: Object.keys(decodedFaceSync) };

function attendeeValues(attendee: object): Record<string, unknown> {
  const whole = values(
    attendee,
    attendeeFields.filter((name) => !(name in parts)),
  );
  for (const [name, members] of Object.entries(parts)) whole[name] = values((attendee as any)[name], members);
  return whole;
}

test('§2.2: every member of an attendee in the list is decoded', () => {
  const { items, total, received } = decoded(listAttendees, samples.listAttendees.reply);
  expect([items.length, total, received]).toEqual([1, 1200, 1]);
  expect(attendeeValues(items[0]!)).toEqual(decodedAttendee);
  expect({ ...items[0]!.formAnswers }).toEqual({ name1613: 'Software', name1614: ['a', 'b'] });
});

test('§2.2: every member of an attendee in get-one is decoded', () => {
  const attendee = decoded(getAttendee, samples.getAttendee.reply)!;
  expect(attendeeValues(attendee)).toEqual(decodedAttendee);
  const decodedDetail: Readonly<Record<DetailField, unknown>> = { companyTaxId: '99SANDBOX1', otherChannel: 'partner-1', points: '128.50' };
  expect(values(attendee, Object.keys(decodedDetail))).toEqual(decodedDetail);
  expect({ ...attendee.formAnswers }).toEqual({ name1613: 'Software' });
});

const one = (changes: Record<string, unknown>) =>
  decoded(listAttendees, { code: 1, data: [{ ...samples.listAttendees.reply.data[0], ...changes }], total: 1 }).items[0]!;

test.each([
  [1, 'PENDING'],
  [2, 'APPROVED'],
  [3, 'REJECTED'],
  [4, null],
  [5, null],
  [6, 'APPROVED_WITH_MODIFICATION'],
  [7, 'REJECTED_WITH_MODIFICATION'],
  [8, null],
])('§3: review %i is %s', (review, state) => expect(values(one({ review }).review, ['code', 'state'])).toEqual({ code: review, state }));

test.each([
  [0, 'NOT_SYNCED'],
  [1, 'SYNCING'],
  [2, 'SYNCED'],
  [3, 'FAILED'],
  [4, null],
])('§3: avatar_status %i is %s', (avatar_status, status) =>
  expect(values(one({ avatar_status }).faceSync, ['statusCode', 'status'])).toEqual({ statusCode: avatar_status, status }),
);

test.each([
  [1, 'FRONT_END_FORM'],
  [2, 'API_SUBMISSION'],
  [3, 'SPREADSHEET_IMPORT'],
  [4, 'CHECK_IN_SOFTWARE'],
  [5, 'WECHAT_CHECK_IN'],
  [10, 'MINI_PROGRAM'],
  [6, null],
])('§2.2: source %i is %s', (source, name) =>
  expect(values(one({ source }), ['sourceCode', 'source'])).toEqual({ sourceCode: source, source: name }),
);

test('the e-mail address is taken from the misspelt member if the other is blank', () => {
  expect(one({ email: '', eamil: 'misspelt@example.com' }).email).toBe('misspelt@example.com');
  expect(one({ email: 'first@example.com', eamil: 'misspelt@example.com' }).email).toBe('first@example.com');
  expect(one({ email: null, eamil: null }).email).toBeNull();
});

test('a WeChat profile whose members are all blank is null', () => {
  const blank = { wechat_nickname: '', wechat_avatar: null, wechat_sex: false, wechat_area: '' };
  expect(one(blank).wechat).toBeNull();
  expect(one({ ...blank, wechat_sex: '0' }).wechat).not.toBeNull();
});

test.each<[raw: unknown, expected: unknown]>([
  ['{"a":"b"}', { a: 'b' }],
  ['[]', {}],
  ['{}', {}],
  ['', null],
  ['  ', null],
  [null, null],
  [false, null],
  ['null', null],
  [[], {}],
  [{ a: 'b' }, { a: 'b' }],
  ['{"a":"b', undefined],
  ['"a"', undefined],
  ['[1]', undefined],
  [7, undefined],
  [['x'], undefined],
])('content %j is decoded to %j, where undefined means that get-one has to be read', (content, expected) => {
  const { formAnswers } = one({ content });
  expect(formAnswers === null || formAnswers === undefined ? formAnswers : { ...formAnswers }).toEqual(expected);
});

test('the key __proto__ in content is an ordinary form answer', () => {
  for (const content of ['{"__proto__":{"polluted":1},"a":"b"}', JSON.parse('{"__proto__":{"polluted":1},"a":"b"}')]) {
    const formAnswers = one({ content }).formAnswers!;
    expect(Object.keys(formAnswers)).toEqual(['__proto__', 'a']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect('polluted' in formAnswers).toBe(false);
  }
});

test('a record of another activity becomes null in the list and in get-one', () => {
  const rows = [
    { ...samples.listAttendees.reply.data[0], id: 1 },
    { ...samples.listAttendees.reply.data[0], id: 2, form_id: 1002 },
    { ...samples.listAttendees.reply.data[0], id: 3, form_id: '1001' },
  ];
  const { items, received } = decoded(listAttendees, { code: 1, data: rows, total: 3 });
  expect(items.map((item) => item?.serviceId ?? null)).toEqual([1, null, 3]);
  expect(received).toBe(3);
  expect(decoded(getAttendee, { code: 1, data: { ...samples.getAttendee.reply.data, form_id: 1002 } })).toBeNull();
});

test('a record whose activity is invalid becomes null and does not fail its list', () => {
  const rows = [
    { ...samples.listAttendees.reply.data[0], id: 1 },
    { ...samples.listAttendees.reply.data[0], id: 2, form_id: { odd: 1 } },
  ];
  expect(decoded(listAttendees, { code: 1, data: rows, total: 2 }).items.map((item) => item?.serviceId ?? null)).toEqual([1, null]);
});

test('a get-one reply without an attendee is null', () => {
  for (const data of [null, [], '', false]) expect(decoded(getAttendee, { code: 1, data })).toBeNull();
});
