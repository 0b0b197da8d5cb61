/*
 * A sample record of each kind, and a sample of each endpoint that has an input. They have every member that §2 and §4 document: endpoints.samples.test.ts.
 * The values are those of the sandbox, but for some that tests name.
 */

import type { ServiceId } from '../../src/records/ids.js';
import type { NewRegistration } from '../../src/records/registration.js';
import { SandboxActivity } from '../../src/sandbox/activity.js';
import { documentedEndpoints, sandboxCheckIn } from '../../src/sandbox/endpoints.js';
import { seedActivities } from '../../src/sandbox/seed/activities.js';
import { calendarAround } from '../../src/sandbox/seed/calendar.js';
import type { Endpoints, InputOf, WholeListName } from '../../src/service/endpoints.js';

const [seed] = seedActivities(0, calendarAround(Date.UTC(2026, 4, 15)));
const activity = new SandboxActivity(seed!);
const activities = new Map([[activity.id, activity]]);

/** The reply of the sandbox to a request about the conference. */
export function sandboxReply(path: string, parameters: Readonly<Record<string, string>> = {}): { data: unknown } {
  const endpoint = documentedEndpoints.find(({ route }) => route.endsWith(` ${path}`));
  if (!endpoint) throw new Error(`The sandbox has no ${path}. Add it to src/sandbox/endpoints.ts.`);
  const reply = endpoint.handle({ activities, activity, parameters: new Map(Object.entries(parameters)), time: 1775001600 });
  return JSON.parse(reply.body) as { data: unknown };
}

/** The first record of such a reply. */
const sandboxRecord = (path: string, parameters?: Readonly<Record<string, string>>) =>
  (sandboxReply(path, parameters).data as readonly Readonly<Record<string, unknown>>[])[0]!;

export const formField = {
  ...sandboxRecord('/api/activity/getFields', { activity_id: '1001' }),
  name: 'name1613',
  type: 'radio',
  value: '["Software","Research"]',
};

export const listedAttendee = {
  ...sandboxRecord('/api/participant/getList', { page: '1', pagesize: '1' }),
  id: 7,
  contact: '王伟',
  delete_time: 1775005200,
};

export const attendeeDetail = {
  ...(sandboxReply('/api/participant/get', { id: String(activity.attendees[0]!.id) }).data as object),
  ...listedAttendee,
  content: { name1613: 'Software' },
};

export const scheduleItem: Record<string, unknown> = {
  ...Object.values(sandboxReply('/api/schedule/getList').data as Record<string, readonly object[]>)[0]![0],
  id: 21,
  start_time: 1778806800,
  interval_time: '09:00-09:45',
  live_type: 1,
  live_id: 71,
  guest_more: [{ id: '5', name: 'Grace' }],
  link: { mode: 1, val: 'https://event.example/s.pdf', label: 'Open', appId: 'wx1' },
  all_children: [],
};

export const article = {
  ...(sandboxReply('/api/article/getList').data as { data: readonly object[] }).data[0],
  id: 61,
};

export const category = {
  ...sandboxRecord('/api/article/getCategoryList'),
  id: 311,
  parent_id: 301,
  name: 'Announcements',
};

export const ticket = sandboxRecord('/api/ticket/data');

export const checkInMatch = {
  ...sandboxRecord('/applets/index/beforeCheckIn', {
    token: sandboxCheckIn.token,
    user_id: sandboxCheckIn.userId,
    device_type: 'pc',
    form_id: '1001',
    point_id: sandboxCheckIn.pointId,
    sign_code: activity.attendees[0]!.sign_code,
  }),
  id: 7,
  fields: [{ ...formField, custom_store: 'Software' }],
  hotel_match: ['Harbour Hotel'],
};

export const ssoLoginReply = {
  code: 1,
  msg: 'success',
  url: 'https://event.example/jump?sso_token=t&sso_state=s',
  data: { sso_token: 't', sso_state: 's', expire_date: 1775001600000 },
};

export const twoRegistrants: NewRegistration = {
  contact: { name: 'Contact "C"', mobile: '10000000001' },
  channel: '4',
  registrants: [
    { name: '王伟', mobile: '10000000002', fields: [{ name: 'name1613', value: 'Software' }], signCode: 'WANG1' },
    {
      name: 'Zoë',
      mobile: '10000000003',
      fields: [
        { name: 'name1613', value: 'a\r\nb' },
        { name: 'name1614', value: '' },
      ],
      signCode: null,
    },
  ],
};

/** What the interface documents of an endpoint, once more and apart from its code. */
export interface Sample<Input> {
  /** An input that uses all parameters. */
  readonly input: Input;
  /** The request that the input makes, exactly. */
  readonly request: readonly [
    method: 'GET' | 'POST',
    path: string,
    query: Readonly<Record<string, string>>,
    form: Readonly<Record<string, string>>,
  ];
  readonly reply: object;
}

/** A sample of each endpoint, except of lists without parameters: sampled-endpoints.ts has theirs from the sandbox. */
export const samples = {
  getFormFields: {
    input: undefined,
    request: ['GET', '/api/activity/getFields', { activity_id: '1001' }, {}],
    reply: { code: 1, data: [formField] },
  },
  addAttendees: {
    input: twoRegistrants,
    request: [
      'POST',
      '/api/participant/add',
      {},
      {
        name: 'Contact "C"',
        mobile: '10000000001',
        channel: '4',
        'data[0][name]': '王伟',
        'data[0][mobile]': '10000000002',
        'data[0][name1613]': 'Software',
        'data[0][sign_code]': 'WANG1',
        'data[1][name]': 'Zoë',
        'data[1][mobile]': '10000000003',
        'data[1][name1613]': 'a\r\nb',
        'data[1][name1614]': '',
      },
    ],
    reply: { code: 1, url: '2 registered', ids: [901, 902], sign_code_arr: ['AAA', 'BBB'], order_ids: ['E1', 'E2'] },
  },
  listAttendees: {
    input: { page: 3, pageSize: 20, ids: [7 as ServiceId, 5 as ServiceId] },
    request: ['POST', '/api/participant/getList', {}, { pagesize: '20', page: '3', ids: '7,5' }],
    reply: { code: 1, data: [listedAttendee], total: 1200 },
  },
  getAttendee: {
    input: { openId: 'oAbC-7' },
    request: ['POST', '/api/participant/get', {}, { openid: 'oAbC-7' }],
    reply: { code: 1, data: attendeeDetail },
  },
  lookUpCheckIn: {
    input: { token: 't&1', userId: '8 8', deviceType: 'IPAD', pointId: '5', signCode: '码+=' },
    request: [
      'POST',
      '/applets/index/beforeCheckIn',
      { token: 't&1', user_id: '8 8', device_type: 'ipad', form_id: '1001', point_id: '5', sign_code: '码+=' },
      {},
    ],
    reply: { code: 1, msg: 'success', data: [checkInMatch], url: '', time: 1775001600 },
  },
  listSchedule: {
    input: undefined,
    request: ['POST', '/api/schedule/getList', {}, {}],
    reply: { code: 1, data: { '2026-05-15': [{ ...scheduleItem, all_children: [scheduleItem] }] }, total: 2 },
  },
  listArticles: {
    input: undefined,
    request: ['POST', '/api/article/getList', {}, {}],
    reply: { code: 1, msg: '', data: { data: [article], itemsCount: 1, total: 1, currentPage: 1 }, url: '', time: 1775001600 },
  },
  listCategories: {
    input: { parentId: 301 as ServiceId },
    request: ['POST', '/api/article/getCategoryList', {}, { parent_id: '301' }],
    reply: { code: 1, msg: '', data: [category], url: '', time: 1775001600 },
  },
  listGoods: {
    input: { goodsId: 501 as ServiceId },
    request: ['POST', '/api/goods/data', {}, { goods_id: '501' }],
    reply: { code: 1, msg: '', data: [sandboxRecord('/api/goods/data')] },
  },
  ssoLogin: {
    input: { mobile: '10000000007', addIfMissing: true },
    request: ['POST', '/api/participant/sso_login', {}, { mobile: '10000000007', is_add: '1' }],
    reply: ssoLoginReply,
  },
} as const satisfies { readonly [Name in Exclude<keyof Endpoints, WholeListName>]: Sample<InputOf<Name>> } & {
  readonly [Name in WholeListName]?: Sample<InputOf<Name>>;
};
