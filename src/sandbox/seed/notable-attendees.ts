/* Attendees of the seed with values for particular tests. */

import type { AttendeeRecord } from '../attendee-record.js';
import { endOfSeed, type Calendar } from './calendar.js';
import { conferenceKeys } from './form-fields.js';
import { initials, pictureAddress, pinyin } from './names.js';

const named = (contact: string, email: string): Partial<AttendeeRecord> => ({
  contact,
  contact_pinyin: pinyin(contact),
  contact_abbr: initials(contact),
  email,
  eamil: email,
});

const photo = pictureAddress('attendee', 700_001);

/** Attendee 700001, who has a value in every field of the graph but `deletedAt`. */
const complete = (calendar: Calendar, end: number): Partial<AttendeeRecord> => ({
  ...named('王伟', 'wangwei@example.com'),
  idcard: '999900199003070010',
  company: '星河智能科技有限公司',
  company_tax_id: '99999999SANDBOX001',
  avatar: photo,
  content: {
    [conferenceKeys.company]: '星河智能科技有限公司',
    [conferenceKeys.jobTitle]: 'Engineer 工程师',
    [conferenceKeys.email]: 'wangwei@example.com',
    [conferenceKeys.industry]: 'Software',
    [conferenceKeys.photo]: photo,
    [conferenceKeys.arrival]: calendar.date(0),
    [conferenceKeys.idcard]: '999900199003070010',
  },
  label: 'VIP',
  sign_code: 'WANGWEI01',
  source: 1,
  channel: 3,
  other_channel: 'partner-1',
  openid: 'oSandbox-700001',
  wechat_nickname: '小王',
  wechat_avatar: pictureAddress('wechat', 700_001),
  wechat_sex: '1',
  wechat_area: '上海',
  review: 2,
  msg: 'Welcome to the conference.',
  review_time: end - 3600,
  update_time: end - 3600,
  avatar_msg: 'Synced',
  avatar_status: 2,
  is_sync_avatar: 1,
  is_ec: 9001,
  points: '128.50',
});

/** An attendee who gave no more than a name and a mobile number. */
const onlyNameAndMobile: Partial<AttendeeRecord> = {
  email: '',
  eamil: '',
  idcard: '',
  company: '',
  company_tax_id: '',
  avatar: '',
  content: {},
  label: '',
  openid: null,
  wechat_nickname: '',
  wechat_avatar: '',
  wechat_sex: '',
  wechat_area: '',
  avatar_msg: '',
};

/** Attendees of the conference for particular tests, by id. */
export function notableAttendees(calendar: Calendar): Readonly<Record<number, Partial<AttendeeRecord>>> {
  const end = endOfSeed(calendar);
  return {
    700001: complete(calendar, end),
    700002: {
      ...named('Zoë Müller', 'zoe.mueller@example.com'),
      openid: 'oSandbox-700002',
      source: 2,
      review: 1,
      msg: null,
      review_time: null,
    },
    // Only the misspelt member `eamil` has the e-mail.
    700003: { ...named('李娜', 'lina@example.com'), email: '' },
    // A family that shares one check-in code.
    700004: { ...named('陈明', 'chenming@example.com'), sign_code: 'FAMILY01' },
    700005: { ...named('陈雪', 'chenxue@example.com'), sign_code: 'FAMILY01' },
    700006: { review: 3, msg: 'The company could not be verified.', review_time: end - 7200 },
    700007: onlyNameAndMobile,
    700008: { review: 4, msg: null },
    700009: {
      review: 6,
      review_time: end - 9000,
      openid: 'oSandbox-700009',
      avatar_status: 3,
      avatar_msg: 'No face was found in the picture.',
    },
    700010: { review: 7, msg: 'The photo is not usable.', review_time: end - 9100 },
    700013: { delete_time: end - 1800, update_time: end - 1800, sign_code: 'GONE0013' },
    // Form answers that are longer than lists return.
    701150: {
      content: {
        [conferenceKeys.company]: 'Quiet River Studios',
        [conferenceKeys.jobTitle]: `Everything at once: ${'designer, cook, translator, '.repeat(80)}and so on`,
        [conferenceKeys.industry]: 'Other',
      },
    },
  };
}
