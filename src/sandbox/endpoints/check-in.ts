/* §4.5 of the sandbox: the lookup of a check-in code. */

import { digits, json, Rejection, type SandboxEndpoint } from '../endpoint.js';
import type { AttendeeRecord } from '../records.js';
import type { FormFieldRecord } from '../seed/form-fields.js';
import type { SandboxActivity } from '../store.js';

/**
 * The credentials that the lookup accepts, for every activity. They are constants: the interface does not describe the operation by which
 * a real service issues token and user id (§4.5).
 */
export const sandboxCheckIn = { token: 'sandbox-check-in-token', userId: '88', pointId: '5' };

/** §4.5: all attendees with a check-in code who are not deleted. Without a match the reply is an empty list, not a failure. */
export const lookUpCheckIn: SandboxEndpoint = {
  section: '4.5',
  method: 'POST',
  path: '/applets/index/beforeCheckIn',
  auth: 'none',
  parametersIn: 'query',
  required: ['token', 'user_id', 'device_type', 'form_id', 'point_id', 'sign_code'],
  handle: ({ store, parameters, time }) => {
    const { token, userId, pointId } = sandboxCheckIn;
    if (parameters.get('token') !== token || parameters.get('user_id') !== userId) {
      throw new Rejection('The check-in token is not valid for this user.');
    }
    if (!['ipad', 'pc', 'wxapp'].includes(parameters.get('device_type') ?? '')) {
      throw new Rejection('Parameter device_type must be ipad, pc or wxapp.');
    }
    const activity = store.activity(digits(parameters, 'form_id'));
    if (activity === undefined) throw new Rejection('Parameter form_id must be the id of an activity.');
    if (parameters.get('point_id') !== pointId) throw new Rejection('Parameter point_id must be a check-in point of the activity.');
    const code = parameters.get('sign_code');
    const records = activity.attendees.filter((record) => record.sign_code === code && record.delete_time === 0);
    const msg = records.length === 0 ? 'No attendee has this check-in code.' : 'success';
    return json({ code: 1, msg, data: records.map((record) => match(activity, record)), url: '', time });
  },
};

function match(activity: SandboxActivity, record: AttendeeRecord): Record<string, unknown> {
  return {
    id: record.id,
    avatar: record.avatar,
    fields: activity.seed.formFields.map((field) => ({ ...field, custom_store: customStore(field, record) })),
    rfid: record.rfid,
    qrcode: record.sign_code,
    ...extras(record.id),
  };
}

/** The form answer to a field. The middle digits of mobile and identity numbers are masked. */
function customStore(field: FormFieldRecord, record: AttendeeRecord): string {
  if (field.name === 'name') return record.contact;
  if (field.name === 'mobile') return `${record.mobile.slice(0, 3)}****${record.mobile.slice(-4)}`;
  const value = record.content[field.name] ?? '';
  return /^\d{17}[\dX]$/.test(value) ? `${value.slice(0, 4)}**********${value.slice(-4)}` : value;
}

/** An attendee's entitlements at the check-in point. The interface documents only their shape. */
function extras(id: number): Record<string, unknown> {
  const table = (id % 24) + 1;
  return {
    ticket: [id % 5 === 0 ? 'VIP Pass' : 'Standard Pass'],
    hotel_match: id % 3 === 0 ? [`Harbour Hotel, room ${100 + (id % 400)}`] : [],
    pickup_data: id % 4 === 1 ? [{ name: 'Welcome bag', num: 1, picked: 0 }] : [],
    seat_seat: [`Main hall, table ${table}, seat ${(id % 10) + 1}`],
  };
}
