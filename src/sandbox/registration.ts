/* Registration: the endpoints of §4.2 and §4.11, and the record of an attendee who is added while the sandbox runs. */

import { createHash } from 'node:crypto';
import type { SandboxActivity } from './activity.js';
import { bareAttendee, type AttendeeRecord } from './attendee-record.js';
import { json, Rejection, signed, type SandboxEndpoint, type SignedCall } from './endpoint.js';
import { conferenceKeys, type FormFieldRecord } from './seed/form-fields.js';

export const registrationEndpoints: readonly SandboxEndpoint[] = [
  // §4.2: adds all registrants or none. All endpoints of the sandbox then know them.
  signed('POST /api/participant/add', ['name', 'mobile', 'channel?', /^data\[(0|[1-9]\d*)\]\[[^[\]]+\]$/], (call) => {
    mobileNumber(call.parameters);
    const registrants = readRegistrants(call);
    const contactId = call.activity.nextAttendeeId + 100_000;
    const records = registrants.map((registrant) => {
      const record = { ...newAttendee(call.activity, registrant, call.time), contact_data_id: contactId };
      call.activity.put(record);
      return record;
    });
    return json({
      code: 1,
      url: `${records.length} ${records.length === 1 ? 'attendee' : 'attendees'} registered`,
      ids: records.map((record) => record.id),
      sign_code_arr: records.map((record) => record.sign_code),
      order_ids: records.map((record) => record.order),
    });
  }),
  // §4.11: a single sign-on. Only `1` is a meaningful is_add. expire_date is in Unix seconds; the interface does not document its unit.
  signed('POST /api/participant/sso_login', ['mobile', 'is_add?'], ({ activity, parameters, time }) => {
    const mobile = parameters.get('mobile') ?? '';
    if (activity.lastAttendee((record) => record.mobile === mobile) === undefined) {
      if (parameters.get('is_add') !== '1') throw new Rejection('Single sign-on failed: no attendee has this mobile number.');
      activity.put(newAttendee(activity, { name: `Guest ${mobile.slice(-4)}`, mobile }, time));
    }
    // Tokens are predictable, the same at every start, and therefore for tests only.
    const count = (activity.ssoLogins += 1);
    const token = hash(`token ${activity.id} ${count} ${mobile}`);
    const state = hash(`state ${activity.id} ${count} ${mobile}`).slice(0, 16);
    return json({
      code: 1,
      msg: 'success',
      url: `https://event.example/sso/${activity.id}?sso_token=${token}&sso_state=${state}`,
      data: { sso_token: token, sso_state: state, expire_date: time + 7200 },
    });
  }),
];

/** 32 hexadecimal digits that depend on the text alone. */
export const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Reads the registrants. @throws Rejection that names the parameter that is missing, unknown or invalid */
function readRegistrants({ activity, parameters }: SignedCall): Registrant[] {
  const { formFields } = activity.seed;
  const channel = Number(/^\d{1,9}$/.exec(parameters.get('channel') ?? '')?.[0] ?? 0);
  const codes = new Set<string>();
  return groupByIndex(parameters).map((fields, index) => {
    const parameterOf = (name: string) => `data[${index}][${name}]`;
    const unknown = [...fields.keys()].find((name) => name !== 'sign_code' && !formFields.some((field) => field.name === name));
    if (unknown !== undefined)
      throw new Rejection(`Parameter ${parameterOf(unknown)} is not a field of the form. The endpoint of the form fields lists them.`);
    const content: Record<string, string> = {};
    for (const field of formFields) {
      const value = fieldValue(field, fields.get(field.name) ?? '', parameterOf(field.name));
      if (value !== '' && field.name !== 'name' && field.name !== 'mobile') content[field.name] = value;
    }
    const signCode = fields.get('sign_code') ?? '';
    if (Array.from(signCode).length > 10) throw new Rejection(`Parameter ${parameterOf('sign_code')} is longer than 10 characters.`);
    if (signCode !== '' && (codes.has(signCode) || activity.hasSignCode(signCode))) {
      throw new Rejection(`Parameter ${parameterOf('sign_code')} is already in use. Send another one.`);
    }
    codes.add(signCode);
    return { name: fields.get('name') ?? '', mobile: mobileNumber(fields, parameterOf('mobile')), content, signCode, channel };
  });
}

/** The fields of each registrant. @throws Rejection unless the indices count from 0 without a gap */
function groupByIndex(parameters: ReadonlyMap<string, string>): ReadonlyMap<string, string>[] {
  const groups: Map<string, string>[] = [];
  for (const [parameter, value] of parameters) {
    const [, index, name] = /^data\[(\d+)\]\[(.+)\]$/.exec(parameter) ?? [];
    if (name !== undefined) (groups[Number(index)] ??= new Map()).set(name, value);
  }
  if (groups.length === 0) throw new Rejection('Parameter data[0][name] is required.');
  const gap = groups.findIndex((group) => group === undefined);
  if (gap >= 0) throw new Rejection(`The indices of data must count from 0 without a gap: ${gap} is missing.`);
  return groups;
}

/** The value of a field. @throws Rejection for a blank value of a visible field, and for a choice that is not among the options */
function fieldValue(field: FormFieldRecord, value: string, parameter: string): string {
  if (value.trim() === '') {
    if (Number(field.hidden) === 0) throw new Rejection(`Parameter ${parameter} is required.`);
    return '';
  }
  if (field.type === 'radio' && !(JSON.parse(field.value) as string[]).includes(value)) {
    throw new Rejection(`Parameter ${parameter} must be one of the options of its field.`);
  }
  return value;
}

function mobileNumber(fields: ReadonlyMap<string, string>, parameter = 'mobile'): string {
  const value = fields.get('mobile') ?? '';
  if (!/^\+?\d[\d -]{3,18}\d$/.test(value))
    throw new Rejection(
      `Parameter ${parameter} must be a mobile number: 5 to 20 digits, spaces and hyphens, with an optional + before them.`,
    );
  return value;
}

/** A person to register. A blank check-in code was not given. */
export interface Registrant {
  readonly name: string;
  readonly mobile: string;
  readonly content?: AttendeeRecord['content'];
  readonly signCode?: string;
  readonly channel?: number;
}

/**
 * The record of a person who is registered through this interface. Its source is 2; it is pending if the activity reviews
 * registrations.
 */
export function newAttendee(activity: SandboxActivity, registrant: Registrant, time: number): AttendeeRecord {
  const { name, mobile, content = {}, signCode = '', channel = 0 } = registrant;
  const { isReview } = activity.seed;
  const column = (key: keyof typeof conferenceKeys) => content[conferenceKeys[key]] ?? '';
  return {
    ...bareAttendee(activity.id, activity.nextAttendeeId, name, mobile, time),
    // Columns that repeat form answers (§2.2).
    email: column('email'),
    eamil: column('email'),
    idcard: column('idcard'),
    company: column('company'),
    avatar: column('photo'),
    content,
    ...(signCode !== '' && { sign_code: signCode }),
    source: 2,
    channel,
    review: isReview === 2 ? 1 : 2,
    is_review: isReview,
  };
}
