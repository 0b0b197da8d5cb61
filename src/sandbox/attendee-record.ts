/* The record of an attendee, as the sandbox keeps it. `endpoints.ts` turns it into the records that the service sends. */

import { initials, pinyin } from './seed/names.js';

/** An attendee (§2.2). */
export type AttendeeRecord = Readonly<ReturnType<typeof bareAttendee>>;

/** The record of an attendee who gave a name and a mobile number only. @param time Unix seconds */
export const bareAttendee = (activityId: number, id: number, name: string, mobile: string, time: number) => ({
  id,
  form_id: activityId,
  contact_data_id: id + 100_000,
  contact: name,
  contact_pinyin: pinyin(name),
  contact_abbr: initials(name),
  mobile,
  email: '',
  eamil: '',
  idcard: '',
  company: '',
  company_tax_id: '',
  avatar: '',
  /** Form answers by field key, without name and mobile. */
  content: {} as Readonly<Record<string, string>>,
  /** Such as E20260401700001: the day in UTC and the attendee's id. */
  order: `E${new Date(time * 1000).toISOString().slice(0, 10).replaceAll('-', '')}${id}`,
  label: '',
  sign_code: generateSignCode(id),
  short_link: `https://event.example/s/${id.toString(36)}`,
  rfid: null,
  source: 1,
  channel: 0,
  other_channel: null as string | null,
  openid: null as string | null,
  wechat_nickname: '',
  wechat_avatar: '',
  wechat_sex: '',
  wechat_area: '',
  review: 1,
  msg: null as string | null,
  undone: 0,
  review_time: null as number | null,
  is_review: 1,
  time,
  update_time: time,
  delete_time: 0,
  token: null,
  avatar_msg: '',
  avatar_status: 0,
  is_sync_avatar: 0,
  is_ec: 0,
  points: '0.00',
});

const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A check-in code of 7 characters, none of which looks like another one. Two numbers below 2^32 never have the same code. */
function generateSignCode(number: number): string {
  let bits = Math.imul(number, 0x9e3779b1) >>> 0;
  bits = Math.imul(bits ^ (bits >>> 15), 0x85ebca6b) >>> 0;
  return Array.from({ length: 7 }, (_, index) => alphabet[Math.floor(bits / 32 ** index) % 32]).join('');
}
