/* Attendees of the conference with values that tests and docs/sandbox.md rely on. */

import type { AttendeeRecord } from '../attendee-record.js';
import { endOfSeed, type Calendar } from './calendar.js';
import { conferenceKeys } from './form-fields.js';
import { pictureAddress } from './names.js';

/** The members of a record that differ from those of an attendee who gave a name and a mobile number only. */
type Facts = Partial<AttendeeRecord> & Pick<AttendeeRecord, 'contact'>;

/** Somebody who gave an e-mail address too. */
const withEmail = (contact: string, email: string): Facts => ({ contact, email, eamil: email, content: { [conferenceKeys.email]: email } });

/** Returns the attendees by their ids. */
export function notableAttendees(calendar: Calendar): Readonly<Record<number, Facts>> {
  const end = endOfSeed(calendar);
  return {
    700001: complete(calendar.date(0), end - 3600),
    700002: { ...withEmail('Zoë Müller', 'zoe.mueller@example.com'), openid: 'oSandbox-700002', source: 2 },
    // Only the misspelt member `eamil` has the e-mail.
    700003: { ...withEmail('李娜', 'lina@example.com'), email: '' },
    // A family that shares one check-in code.
    700004: { ...withEmail('陈明', 'chenming@example.com'), sign_code: 'FAMILY01' },
    700005: { ...withEmail('陈雪', 'chenxue@example.com'), sign_code: 'FAMILY01' },
    700006: {
      ...withEmail('孙文博', 'sunwenbo.700006@example.com'),
      review: 3,
      msg: 'The company could not be verified.',
      review_time: end - 7200,
    },
    700007: { contact: '黄涛' },
    700013: {
      ...withEmail('马博文', 'mabowen.700013@example.com'),
      delete_time: end - 1800,
      update_time: end - 1800,
      sign_code: 'GONE0013',
    },
    // Form answers that are longer than lists return.
    701150: {
      contact: 'Hiro Almeida',
      content: {
        [conferenceKeys.company]: 'Quiet River Studios',
        [conferenceKeys.jobTitle]: `Everything at once: ${'designer, cook, translator, '.repeat(80)}and so on`,
        [conferenceKeys.industry]: 'Other',
      },
    },
  };
}

/** An attendee who has a value in every field of the graph but `deletedAt`. */
function complete(arrival: string, reviewed: number): Facts {
  const { content, ...named } = withEmail('王伟', 'wangwei@example.com');
  const [company, idcard, avatar] = ['星河智能科技有限公司', '999900199003070010', pictureAddress('attendee', 700_001)];
  return {
    ...named,
    idcard,
    company,
    company_tax_id: '99999999SANDBOX001',
    avatar,
    content: {
      ...content,
      [conferenceKeys.company]: company,
      [conferenceKeys.jobTitle]: 'Engineer 工程师',
      [conferenceKeys.industry]: 'Software',
      [conferenceKeys.photo]: avatar,
      [conferenceKeys.arrival]: arrival,
      [conferenceKeys.idcard]: idcard,
    },
    label: 'VIP',
    sign_code: 'WANGWEI01',
    channel: 3,
    other_channel: 'partner-1',
    openid: 'oSandbox-700001',
    wechat_nickname: '小王',
    wechat_avatar: pictureAddress('wechat', 700_001),
    wechat_sex: '1',
    wechat_area: '上海',
    review: 2,
    msg: 'Welcome to the conference.',
    review_time: reviewed,
    update_time: reviewed,
    avatar_msg: 'Synced',
    avatar_status: 2,
    is_sync_avatar: 1,
    is_ec: 9001,
    points: '128.50',
  };
}
