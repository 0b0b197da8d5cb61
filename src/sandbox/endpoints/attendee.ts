/* §4.3 and §4.4 of the sandbox: the list of attendees, and one of them. */

import { digits, json, Rejection, type SandboxEndpoint } from '../endpoint.js';
import type { AttendeeRecord } from '../records.js';
import type { SandboxActivity } from '../store.js';

/** The page size that replaces a larger one, without an error. The interface does not document a maximum (§8). */
const maxPageSize = 200;

/** The length at which a list cuts off the JSON text of `content`. get-one returns all of it. */
const contentColumn = 2000;

/**
 * §4.3: a page of attendees by ascending id, deleted ones included. The HTTP status of a success is 400, as the interface
 * documents it; the code is 1.
 */
export const listAttendees: SandboxEndpoint = {
  section: '4.3',
  method: 'POST',
  path: '/api/participant/getList',
  auth: 'service',
  parametersIn: 'form',
  required: ['page', 'pagesize'],
  optional: ['ids'],
  handle: ({ activity, parameters }) => {
    const page = positive(parameters, 'page');
    const pageSize = Math.min(positive(parameters, 'pagesize'), maxPageSize);
    const matching = select(activity, parameters.get('ids'));
    const records = matching.slice((page - 1) * pageSize, page * pageSize);
    return json({ code: 1, data: records.map(listed), total: matching.length }, 400);
  },
};

/**
 * §4.4: one attendee by exactly one of four parameters. Of several matches it returns the one registered last. Only an id finds a
 * deleted one.
 */
export const getAttendee: SandboxEndpoint = {
  section: '4.4',
  method: 'POST',
  path: '/api/participant/get',
  auth: 'service',
  parametersIn: 'form',
  optional: ['mobile', 'id', 'email', 'openid'],
  handle: ({ activity, parameters }) => {
    const [[name, value] = ['', ''], ...others] = parameters;
    if (value.trim() === '' || others.length > 0) {
      throw new Rejection('Give exactly one of the parameters mobile, id, email and openid.');
    }
    const record = name === 'id' ? activity.attendee(digits(parameters, name)) : activity.lastAttendee(hasValue(name, value));
    if (record === undefined) throw new Rejection(`No such attendee: the activity has none with this ${name}.`);
    return json({ code: 1, data: detailedRecord(record) });
  },
};

/** The regular expression that matches the msg of a get-one without a match, and no other msg of the sandbox. */
export const sandboxNotFoundPattern = '^No such attendee\\b';

function positive(parameters: ReadonlyMap<string, string>, name: string): number {
  const number = digits(parameters, name);
  if (number < 1) throw new Rejection(`Parameter ${name} counts from 1.`);
  return number;
}

function select(activity: SandboxActivity, ids: string | undefined): readonly AttendeeRecord[] {
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

/** The record as get-one returns it (§2.2). */
export function detailedRecord(record: AttendeeRecord): Record<string, unknown> {
  return irregular({ ...record, content: isEmpty(record.content) ? [] : record.content }, record.id);
}

/** The record as a list returns it (§2.2): `content` is text, and three fields are missing. */
function listed(record: AttendeeRecord): Record<string, unknown> {
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

function isEmpty(content: AttendeeRecord['content']): boolean {
  return Object.keys(content).length === 0;
}
