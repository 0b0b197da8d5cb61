import { digits, json, Refusal, type Operation } from './operation.js';
import type { AttendeeRow, FormFieldRow } from './records.js';
import type { Activity } from './store.js';

/**
 * The credentials that the look-up accepts, for every activity. They are constants: a real service issues token and user id
 * by an operation that is not in the interface (§5).
 */
export const sandboxCheckIn = { token: 'sandbox-check-in-token', userId: '88', pointId: '5' };

/** §4.5: all attendees with a sign code who are not deleted. Without a match the reply is an empty list, not a failure. */
export const lookUpAtCheckIn: Operation = {
  section: '4.5',
  method: 'POST',
  path: '/applets/index/beforeCheckIn',
  auth: 'none',
  parametersIn: 'query',
  required: ['token', 'user_id', 'device_type', 'form_id', 'point_id', 'sign_code'],
  handle: ({ store, parameters, time }) => {
    const { token, userId, pointId } = sandboxCheckIn;
    if (parameters.get('token') !== token || parameters.get('user_id') !== userId) {
      throw new Refusal('The check-in token is not valid for this user.');
    }
    if (!['ipad', 'pc', 'wxapp'].includes(parameters.get('device_type') ?? '')) {
      throw new Refusal('Parameter device_type must be ipad, pc or wxapp.');
    }
    const activity = store.activity(digits(parameters, 'form_id'));
    if (activity === undefined) throw new Refusal('Parameter form_id is no activity.');
    if (parameters.get('point_id') !== pointId) throw new Refusal('Parameter point_id is no check-in point of the activity.');
    const code = parameters.get('sign_code');
    const rows = activity.attendees.filter((row) => row.sign_code === code && row.delete_time === 0);
    const msg = rows.length === 0 ? 'No attendee has this check-in code.' : 'success';
    return json({ code: 1, msg, data: rows.map((row) => match(activity, row)), url: '', time });
  },
};

function match(activity: Activity, row: AttendeeRow): Record<string, unknown> {
  return {
    id: row.id,
    avatar: row.avatar,
    fields: activity.seed.formFields.map((field) => ({ ...field, custom_store: customStore(field, row) })),
    rfid: row.rfid,
    qrcode: row.sign_code,
    ...extras(row.id),
  };
}

/** The form answer to a field. The middle digits of mobile and identity numbers are masked. */
function customStore(field: FormFieldRow, row: AttendeeRow): string {
  if (field.name === 'name') return row.contact;
  if (field.name === 'mobile') return `${row.mobile.slice(0, 3)}****${row.mobile.slice(-4)}`;
  const value = row.content[field.name] ?? '';
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
