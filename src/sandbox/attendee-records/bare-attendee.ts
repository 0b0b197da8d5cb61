import type { AttendeeRecord } from '../records.js';
import { initials, pinyin } from './pinyin.js';
import { generateSignCode } from './sign-code.js';

/** The record of an attendee who gave a name and a mobile number only (§2.2). */
export function bareAttendee(activityId: number, id: number, name: string, mobile: string, time: number): AttendeeRecord {
  return {
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
    content: {},
    order: orderNumber(id, time),
    label: '',
    sign_code: generateSignCode(id),
    short_link: `https://event.example/s/${id.toString(36)}`,
    rfid: null,
    source: 1,
    channel: 0,
    other_channel: null,
    openid: null,
    wechat_nickname: '',
    wechat_avatar: '',
    wechat_sex: '',
    wechat_area: '',
    review: 1,
    msg: null,
    undone: 0,
    review_time: null,
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
  };
}

/** An order number such as E20260401700001: the day in UTC and the attendee's id. */
function orderNumber(id: number, time: number): string {
  return `E${new Date(time * 1000).toISOString().slice(0, 10).replaceAll('-', '')}${id}`;
}
