import { listArticles } from '../../src/endpoint/article.js';
import { getAttendee, listAttendees } from '../../src/endpoint/attendee.js';
import { listCategories } from '../../src/endpoint/category.js';
import { lookUpCheckIn } from '../../src/endpoint/check-in.js';
import { getFormFields } from '../../src/endpoint/form-field.js';
import { addAttendees } from '../../src/endpoint/registration.js';
import { listSchedule } from '../../src/endpoint/schedule.js';
import { ssoLogin } from '../../src/endpoint/sso-login.js';
import { listGoods, listTickets } from '../../src/endpoint/stock.js';
import type { Article } from '../../src/model/article.js';
import type { Attendee, AttendeeReview, DetailField, FaceSync, WechatProfile } from '../../src/model/attendee.js';
import type { Category } from '../../src/model/category.js';
import type { CheckInMatch } from '../../src/model/check-in.js';
import type { CheckInField, FormField } from '../../src/model/form-field.js';
import type { ScheduleItem, ScheduleLink, ScheduleLive } from '../../src/model/schedule.js';
import type { StockItem } from '../../src/model/stock.js';
import { formField, samples, scheduleItem, ssoLoginReply, twoRegistrants } from './samples.js';
import { decoded, values } from './sampled-endpoints.js';

/** The value of every member of a record, except those that a test compares one by one. A member without a row does not compile. */
type Members<Model, Apart extends keyof Model = never> = Readonly<Record<Exclude<keyof Model, Apart>, unknown>>;

const decodedFormField: Members<FormField & Pick<CheckInField, 'storedValue'>> = {
  name: 'name1613',
  type: 'radio',
  kind: 'RADIO',
  label: 'Industry',
  defaultValue: null,
  options: ['Software', 'Research'],
  sort: 3,
  hidden: false,
  placeholder: 'Pick one',
  activityId: 1001,
  storedValue: null,
};

test('§2.1: every member of a form field is decoded', () => {
  expect(decoded(getFormFields, samples.getFormFields.reply).map((field) => values(field, Object.keys(decodedFormField)))).toEqual([
    decodedFormField,
  ]);
  const [plain] = decoded(getFormFields, { code: 1, data: [{ ...formField, type: 'date', value: '2026-05-15', hidden: 1 }] });
  expect(values(plain!, ['kind', 'defaultValue', 'options', 'hidden'])).toEqual({
    kind: 'DATE',
    defaultValue: '2026-05-15',
    options: null,
    hidden: true,
  });
});

test.each([
  ['input', 'INPUT'],
  ['radio', 'RADIO'],
  ['avatar', 'AVATAR'],
  ['date', 'DATE'],
  ['checkbox', 'OTHER'],
])('§2.1: a field of type %s is of kind %s', (type, kind) => {
  const [field] = decoded(getFormFields, { code: 1, data: [{ ...formField, type }] });
  expect([field!.type, field!.kind]).toEqual([type, kind]);
});

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

test('the e-mail address is taken from the misspelled member if the other is blank', () => {
  expect(one({ email: '', eamil: 'misspelled@example.com' }).email).toBe('misspelled@example.com');
  expect(one({ email: 'first@example.com', eamil: 'misspelled@example.com' }).email).toBe('first@example.com');
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

const decodedItem: Members<ScheduleItem, 'live' | 'link'> = {
  kind: 'scheduleItem',
  id: 'scheduleItem:1001:21',
  serviceId: 21,
  activityId: 1001,
  parentId: 'scheduleItem:1001:20',
  title: 'Opening',
  subtitle: '开幕',
  introduction: '<p>Hello</p>',
  place: 'Main hall',
  startsAt: '2026-05-15T01:00:00.000Z',
  endsAt: '2026-05-15T01:45:00.000Z',
  interval: { start: '09:00:00', end: '09:45:00' },
  guestId: '5,6',
  guestName: 'Grace',
  guests: [{ id: '5', name: 'Grace' }],
  meetingId: '8871',
  meetingPassword: 'pw-71',
  timeCategoryId: '31',
  timeCategoryName: 'Morning',
  categoryId: '41',
  categoryName: 'Keynote',
  hiddenStatus: 0,
  createdAt: '2026-03-20T10:00:00',
  deletedAt: null,
  children: [],
};

const schedule = (changes: Record<string, unknown>) =>
  decoded(listSchedule, { code: 1, data: { '2026-05-15': [{ ...scheduleItem, ...changes }] }, total: 1 }).days[0]!.items[0]!;

test('§2.3: every member of a schedule item is decoded', () => {
  const item = schedule({});
  expect(values(item, Object.keys(decodedItem))).toEqual(decodedItem);
  const live: Members<ScheduleLive> = { liveId: '71', type: 1, name: 'Stream', url: 'https://event.example/live/71' };
  expect(values(item.live, Object.keys(live))).toEqual(live);
  const link: Members<ScheduleLink> = { mode: 1, title: 'Slides', value: 'https://event.example/s.pdf', label: 'Open', appId: 'wx1' };
  expect(values(item.link, Object.keys(link))).toEqual(link);
});

test('§4.6: days are sorted, children are nested, and the total is the one of the service', () => {
  const { days, totalCount } = decoded(listSchedule, {
    code: 1,
    total: '9',
    data: { '2026-05-16': [], '2026-05-15': [{ ...scheduleItem, all_children: [{ ...scheduleItem, id: 22, parent_id: 21 }] }] },
  });
  expect(days.map(({ date }) => date)).toEqual(['2026-05-15', '2026-05-16']);
  expect(days[0]!.items[0]!.children.map(({ id, parentId }) => [id, parentId])).toEqual([['scheduleItem:1001:22', 'scheduleItem:1001:21']]);
  expect(totalCount).toBe(9);
});

test.each<[unknown, unknown, unknown]>([
  ['09:00-09:45', { start: '09:00:00', end: '09:45:00' }, 45],
  ['22:30-00:30', { start: '22:30:00', end: '00:30:00' }, 120],
  [' 09:00 - 10:00 ', { start: '09:00:00', end: '10:00:00' }, 60],
  ['23:00-24:00', { start: '23:00:00', end: '00:00:00' }, 60],
  ['09:00-09:00', { start: '09:00:00', end: '09:00:00' }, 0],
  ['', null, null],
  [null, null, null],
])('interval_time %j has the range and the length that it states', (interval_time, interval, minutes) => {
  const item = schedule({ interval_time });
  expect(item.interval).toEqual(interval);
  expect(item.endsAt && (item.endsAt.getTime() - item.startsAt!.getTime()) / 60_000).toBe(minutes);
});

test.each(['9:00-10:00', '09:00', '25:00-26:00', '09:60-10:00', '23:00-24:30', 'all day', 900])(
  'interval_time %j is invalid',
  (interval_time) => {
    expect(() => schedule({ interval_time }).interval).toThrow('expected a string HH:MM-HH:MM at $.data.2026-05-15[0].interval_time');
  },
);

test('a link without members and title is null; a title alone is a link', () => {
  expect(schedule({ link: [], link_title: '' }).link).toBeNull();
  expect(values(schedule({ link: [], link_title: 'Slides' }).link, ['title', 'mode', 'value'])).toEqual({
    title: 'Slides',
    mode: null,
    value: null,
  });
});

test('a live stream without id, name, address and type is null', () => {
  const none = { live_id: 0, live_name: '', live_url: '', live_type: 0 };
  expect(schedule(none).live).toBeNull();
  expect(schedule({ ...none, live_url: 'https://event.example/l' }).live).not.toBeNull();
});

test('§2.4: every member of an article and of the list is decoded', () => {
  const list = decoded(listArticles, samples.listArticles.reply);
  expect(values(list, ['itemsCount', 'total', 'currentPage'])).toEqual({ itemsCount: 1, total: 1, currentPage: 1 });
  const expected: Members<Article, 'invalidBody'> = {
    kind: 'article',
    id: 'article:1001:61',
    serviceId: 61,
    activityId: 1001,
    parentId: '60',
    userId: '88',
    title: 'The programme',
    keywords: 'a,b',
    excerpt: 'Short',
    source: 'Agency',
    author: 'L. Costa',
    thumbnailUrl: 'https://event.example/t.jpg',
    rawHtml: '<p>Body</p>',
    url: 'https://event.example/article/61',
    attachment: 'https://event.example/a.pdf',
    video: 'https://event.example/v.mp4',
    videoStatus: 1,
    fileId: 'file-1',
    mediaId: 'media-1',
    categoryStructure: '["301","311"]',
    categoryServiceId: 311,
    readCount: 12,
    likeCount: 3,
    createdAt: '2026-03-31T23:00:00.000Z',
    publishedAt: '2026-04-01T00:00:00.000Z',
    deletedAt: null,
    editorType: 1,
    postStatus: 1,
    listOrder: 5,
    pinned: true,
    pinnedUntil: '2026-05-17 23:59:59',
    location: 2,
  };
  expect(values(list.items[0]!, Object.keys(expected))).toEqual(expected);
});

test('§2.5: every member of a category is decoded; a parent of 0 is null', () => {
  const [first, second] = decoded(
    listCategories,
    {
      code: 1,
      msg: '',
      data: [...samples.listCategories.reply.data, { ...samples.listCategories.reply.data[0], id: 301, parent_id: 0, content: null }],
    },
    {},
  );
  const expected: Members<Category> = {
    kind: 'category',
    id: 'category:1001:311',
    serviceId: 311,
    activityId: 1001,
    parentId: 'category:1001:301',
    parentServiceId: 301,
    name: 'Announcements',
    intro: 'From us',
    content: '<p>All</p>',
    thumbnailUrl: 'https://event.example/c.png',
    articleCount: 2,
  };
  expect(values(first!, Object.keys(expected))).toEqual(expected);
  expect(values(second!, ['parentId', 'parentServiceId', 'content'])).toEqual({ parentId: null, parentServiceId: null, content: null });
});

test('§2.6: every member of a ticket and of a goods item is decoded', () => {
  const [ticket] = decoded(listTickets, samples.listTickets.reply);
  const common = { activityId: 1001, soldOut: false };
  const expected: Members<StockItem> = {
    ...common,
    kind: 'ticketItem',
    id: 'ticketItem:1001:401',
    serviceId: 401,
    name: 'Day Pass',
    totalStock: 600,
    soldStock: 412,
    remainingStock: 188,
    unitPrice: '99',
  };
  expect(values(ticket!, Object.keys(expected))).toEqual(expected);
  const [item] = decoded(listGoods, samples.listGoods.reply, {});
  const expectedGoods: Members<StockItem> = {
    ...common,
    kind: 'goods',
    id: 'goods:1001:501',
    serviceId: 501,
    name: 'Notebook',
    totalStock: 300,
    soldStock: 120,
    remainingStock: 180,
    unitPrice: '59.00',
  };
  expect(values(item!, Object.keys(expectedGoods))).toEqual(expectedGoods);
});

test('an oversold item has a remaining stock of 0 and is sold out', () => {
  const [item] = decoded(listGoods, { code: 1, data: [{ id: 1, name: 'x', num: 100, sold_num: 103, money: '1' }] }, {});
  expect(values(item!, ['remainingStock', 'soldOut'])).toEqual({ remainingStock: 0, soldOut: true });
});

test('§4.5: every member of a check-in match is decoded', () => {
  const [match] = decoded(lookUpCheckIn, samples.lookUpCheckIn.reply);
  const expected: Members<CheckInMatch, 'fields'> = {
    activityId: 1001,
    attendeeServiceId: 7,
    attendeeId: 'attendee:1001:7',
    avatarUrl: 'https://event.example/7.jpg',
    qrCode: 'WANGWEI01',
    tickets: ['VIP Pass'],
    hotels: ['Harbour Hotel'],
    pickups: [{ name: 'Bag', num: 1 }],
    seats: ['Hall, seat 1'],
  };
  expect(values(match!, Object.keys(expected))).toEqual(expected);
  expect(match!.fields.map(({ field, storedValue }) => [field.name, field.options, storedValue])).toEqual([
    ['name1613', ['Software', 'Research'], 'Software'],
  ]);
  const [bare] = decoded(lookUpCheckIn, { code: 1, msg: '', data: [{}] });
  expect(values(bare!, Object.keys(expected))).toEqual({
    activityId: 1001,
    attendeeServiceId: null,
    attendeeId: null,
    avatarUrl: null,
    qrCode: null,
    tickets: [],
    hotels: [],
    pickups: [],
    seats: [],
  });
});

test('§4.2: a reply is decoded to one registration for each registrant, in the order of the request', () => {
  expect(decoded(addAttendees, samples.addAttendees.reply, twoRegistrants)).toEqual({
    description: '2 registered',
    registrations: [
      { serviceId: 901, signCode: 'AAA', orderId: 'E1' },
      { serviceId: 902, signCode: 'BBB', orderId: 'E2' },
    ],
  });
});

test.each([
  ['too few ids', { ids: [901] }, '$.ids'],
  ['too many ids', { ids: [901, 902, 903] }, '$.ids'],
  ['too few codes', { sign_code_arr: ['AAA'] }, '$.sign_code_arr'],
  ['an invalid id', { ids: [901, 'x'] }, '$.ids[1]'],
])('§4.2: %s make the reply invalid', (_law, changes, path) => {
  expect(() => decoded(addAttendees, { ...samples.addAttendees.reply, ...changes }, twoRegistrants)).toThrow(
    expect.objectContaining({ path }),
  );
});

test('§4.11: every member of a single sign-on is decoded, and none may be missing', () => {
  expect(decoded(ssoLogin, ssoLoginReply)).toEqual({
    url: 'https://event.example/jump?sso_token=t&sso_state=s',
    token: 't',
    state: 's',
    expireDate: 1775001600000,
  });
  expect(() => decoded(ssoLogin, { ...ssoLoginReply, url: '' })).toThrow(expect.objectContaining({ path: '$.url' }));
  for (const name of ['sso_token', 'sso_state', 'expire_date']) {
    expect(() => decoded(ssoLogin, { ...ssoLoginReply, data: { ...ssoLoginReply.data, [name]: null } })).toThrow(
      expect.objectContaining({ path: `$.data.${name}` }),
    );
  }
});
