/*
 * The documented endpoints of §4, except §4.2 and §4.11, which register attendees (`registration.ts`); and the pictures of §2.
 */

import type { SandboxActivity } from './activity.js';
import type { AttendeeRecord } from './attendee-record.js';
import {
  digits,
  existing,
  json,
  open,
  Rejection,
  signed,
  success,
  type Reply,
  type SandboxCall,
  type SandboxEndpoint,
} from './endpoint.js';
import type { FormFieldRecord } from './seed/form-fields.js';

/** The regular expression that matches the msg of a lookup by §4.4 without a match, and no other msg of the sandbox. */
export const sandboxNotFoundPattern = '^No such attendee\\b';

/**
 * The credentials that the lookup of check-ins accepts, for every activity. They are constants: the interface does not describe the
 * operation by which a real service issues token and user id (§4.5).
 */
export const sandboxCheckIn = { token: 'sandbox-check-in-token', userId: '88', pointId: '5' };

export const documentedEndpoints: readonly SandboxEndpoint[] = [
  // §4.1: the fields of the activity's form. The query and the header must name the same activity.
  signed('GET /api/activity/getFields', ['activity_id'], ({ activity, parameters }) => {
    if (digits(parameters, 'activity_id') !== activity.id)
      throw new Rejection('Parameter activity_id must be the ActivityId of Service-Auth.');
    return json({ code: 1, data: activity.seed.formFields });
  }),
  // §4.3: a page of attendees by ascending id, deleted ones included. The HTTP status of a success is 400, as
  // the interface documents it; the code is 1.
  signed('POST /api/participant/getList', ['page', 'pagesize', 'ids?'], ({ activity, parameters }) => {
    const page = positive(parameters, 'page');
    const pageSize = Math.min(positive(parameters, 'pagesize'), maxPageSize);
    const matching = attendeesById(activity, parameters.get('ids'));
    const records = matching.slice((page - 1) * pageSize, page * pageSize);
    return json({ code: 1, data: records.map(listedRecord), total: matching.length }, 400);
  }),
  // §4.4: one attendee by exactly one of four parameters. Of several matches it is the one registered last. Only an id finds a deleted one.
  signed('POST /api/participant/get', ['mobile?', 'id?', 'email?', 'openid?'], ({ activity, parameters }) => {
    const [[name, value] = ['', ''], ...others] = parameters;
    if (value.trim() === '' || others.length > 0) {
      throw new Rejection('Give exactly one of the parameters mobile, id, email and openid.');
    }
    const record = name === 'id' ? activity.attendee(digits(parameters, name)) : activity.lastAttendee(hasValue(name, value));
    return json({ code: 1, data: detailedRecord(existing(record, 'attendee', name)) });
  }),
  open('POST /applets/index/beforeCheckIn', ['token', 'user_id', 'device_type', 'form_id', 'point_id', 'sign_code'], lookUpCheckIn),
  // §4.6: the schedule by day. `total` counts the items of the days without their children. `data` is [] if there is no schedule.
  signed('POST /api/schedule/getList', [], ({ activity: { seed } }) => {
    const total = [...seed.schedule.values()].reduce((sum, items) => sum + items.length, 0);
    return json({ code: 1, data: total === 0 ? [] : Object.fromEntries(seed.schedule), total });
  }),
  // §4.7: all published articles of the activity on one page, newest first.
  signed('POST /api/article/getList', [], ({ activity: { seed }, time }) => {
    const { articles } = seed;
    return success({ data: articles, itemsCount: articles.length, total: articles.length, currentPage: 1 }, { url: '', time });
  }),
  // §4.8: the tree of categories as a flat list, or with parent_id the children of that category. 0 is the parent of the roots.
  signed('POST /api/article/getCategoryList', ['parent_id?'], ({ activity, parameters, time }) => {
    const parent = parameters.has('parent_id') ? digits(parameters, 'parent_id') : null;
    const categories = activity.seed.categories.filter(({ parent_id }) => parent === null || parent_id === parent);
    return success(categories, { url: '', time });
  }),
  // §4.9: the stock of all tickets of the activity.
  signed('POST /api/ticket/data', [], ({ activity }) => success(activity.tickets)),
  // §4.10: the stock of all goods of the activity, or with goods_id of that item, if it exists.
  signed('POST /api/goods/data', ['goods_id?'], ({ activity, parameters }) => {
    const goodsId = parameters.get('goods_id');
    return success(activity.goods.filter(({ id }) => goodsId === undefined || String(id) === goodsId));
  }),
  // §2: every picture, and the QR code of a check-in code, where a real service has one of its own.
  open('GET /picture', ['of'], () => picture),
  open('GET /qrcode', ['content'], () => picture),
];

const picture: Reply = {
  status: 200,
  type: 'image/svg+xml',
  body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><path fill="#468" d="M0 0h96v96H0z"/><circle cx="48" cy="48" r="24" fill="#fff"/></svg>',
};

/* §4.3 and §4.4: attendees */

/** The page size that replaces a larger one, without an error. The interface does not document a maximum (§8). */
const maxPageSize = 200;

/** The length at which a list cuts off the JSON text of `content`. The detail endpoint (§4.4) returns all of it. */
const contentColumn = 2000;

function positive(parameters: ReadonlyMap<string, string>, name: string): number {
  const number = digits(parameters, name);
  if (number < 1) throw new Rejection(`Parameter ${name} counts from 1.`);
  return number;
}

function attendeesById(activity: SandboxActivity, ids: string | undefined): readonly AttendeeRecord[] {
  if (ids === undefined) return activity.attendees;
  if (!/^\d{1,15}(,\d{1,15})*$/.test(ids)) throw new Rejection('Parameter ids must be attendee ids separated by commas.');
  const unique = [...new Set(ids.split(',').map(Number))].toSorted((a, b) => a - b);
  return unique.map((id) => activity.attendee(id)).filter((record) => record !== undefined);
}

function hasValue(name: string, value: string): (record: AttendeeRecord) => boolean {
  if (name === 'mobile') return (record) => record.mobile === value;
  if (name === 'openid') return (record) => record.openid === value;
  const email = value.toLowerCase();
  return (record) => record.email.toLowerCase() === email || record.eamil.toLowerCase() === email;
}

/** The record as the detail endpoint returns it (§2.2). */
export function detailedRecord(record: AttendeeRecord): Record<string, unknown> {
  return irregular({ ...record, content: isEmpty(record.content) ? [] : record.content }, record.id);
}

/** The record as a list returns it (§2.2): `content` is text, and three fields are missing. */
function listedRecord(record: AttendeeRecord): Record<string, unknown> {
  const { company_tax_id: _taxId, other_channel: _channel, points: _points, ...rest } = record;
  return irregular({ ...rest, content: isEmpty(record.content) ? '' : JSON.stringify(record.content).slice(0, contentColumn) }, record.id);
}

/** Varies a record by its id as an old PHP service does: some numbers become text, some empty values null, some fields are missing. */
function irregular(record: Record<string, unknown>, id: number): Record<string, unknown> {
  if (id % 7 === 3) record['channel'] = String(record['channel']);
  if (id % 11 === 4) record['time'] = String(record['time']);
  if (id % 13 === 5) record['review'] = String(record['review']);
  if (id % 9 === 2) record['company'] ||= null;
  if (id % 10 === 6) record['review_time'] ??= '';
  if (id % 17 === 8) delete record['short_link'];
  if (id % 19 === 9) record['idcard'] ||= null;
  return record;
}

const isEmpty = (content: AttendeeRecord['content']): boolean => Object.keys(content).length === 0;

/* §4.5: check-ins */

/** All attendees with a check-in code who are not deleted. Without a match the reply is an empty list, not a failure. */
function lookUpCheckIn({ activities, parameters, time }: SandboxCall): Reply {
  const { token, userId, pointId } = sandboxCheckIn;
  if (parameters.get('token') !== token || parameters.get('user_id') !== userId) {
    throw new Rejection('The check-in token is not valid for this user.');
  }
  if (!['ipad', 'pc', 'wxapp'].includes(parameters.get('device_type') ?? '')) {
    throw new Rejection('Parameter device_type must be ipad, pc or wxapp.');
  }
  const activity = activities.get(digits(parameters, 'form_id'));
  if (activity === undefined) throw new Rejection('Parameter form_id must be the id of an activity.');
  if (parameters.get('point_id') !== pointId) throw new Rejection('Parameter point_id must be a check-in point of the activity.');
  const code = parameters.get('sign_code');
  const records = activity.attendees.filter((record) => record.sign_code === code && record.delete_time === 0);
  const msg = records.length === 0 ? 'No attendee has this check-in code.' : 'success';
  return json({ code: 1, msg, data: records.map((record) => checkInMatch(activity, record)), url: '', time });
}

/** An attendee with the form answers and the entitlements at the check-in point, of which the interface documents only the shape. */
function checkInMatch(activity: SandboxActivity, record: AttendeeRecord): Record<string, unknown> {
  const { id, avatar, rfid, sign_code: qrcode } = record;
  return {
    id,
    avatar,
    fields: activity.seed.formFields.map((field) => ({ ...field, custom_store: formAnswer(field, record) })),
    rfid,
    qrcode,
    ticket: ['Standard Pass'],
    hotel_match: ['Harbour Hotel, room 101'],
    pickup_data: [{ name: 'Welcome bag', num: 1, picked: 0 }],
    seat_seat: ['Main hall, table 1, seat 1'],
  };
}

/** The form answer to a field. The middle digits of mobile and identity numbers are masked. */
function formAnswer(field: FormFieldRecord, record: AttendeeRecord): string {
  if (field.name === 'name') return record.contact;
  if (field.name === 'mobile') return `${record.mobile.slice(0, 3)}****${record.mobile.slice(-4)}`;
  const value = record.content[field.name] ?? '';
  return /^\d{17}[\dX]$/.test(value) ? `${value.slice(0, 4)}**********${value.slice(-4)}` : value;
}
