/* The attendees of both activities. */

import { bareAttendee, type AttendeeRecord } from '../attendee-record.js';
import { daySeconds, endOfSeed, type Calendar } from './calendar.js';
import { conferenceKeys, halfDays, industries, workshopKeys } from './form-fields.js';
import { areas, companies, drawName, jobTitles, pictureAddress, pinyin } from './names.js';
import { notableAttendees } from './notable-attendees.js';
import { seededRandom, type Random } from './random.js';

/** The conference: 1,200 attendees with ids from 700001, in the order in which they registered over the sixty days before the end of the seed. */
export function conferenceAttendees(seed: number, calendar: Calendar): AttendeeRecord[] {
  const random = seededRandom(1001 + seed);
  const notableOnes = notableAttendees(calendar);
  const begin = endOfSeed(calendar) - 60 * daySeconds;
  return Array.from({ length: 1200 }, (_, index) => {
    const time = begin + index * 4320 + random.integer(4000);
    const record = conferenceAttendee(700_001 + index, time, random, calendar);
    return notable(record, notableOnes[record.id]);
  });
}

/** Merges facts into a record, and repeats its e-mail in the form answers. */
function notable(record: AttendeeRecord, facts: Partial<AttendeeRecord> | undefined): AttendeeRecord {
  if (facts === undefined) return record;
  return { ...record, content: { ...record.content, [conferenceKeys.email]: facts.eamil ?? record.eamil }, ...facts };
}

/** The workshop: 25 attendees with ids from 800001, most of them with a name and a mobile number only. */
export function workshopAttendees(seed: number, calendar: Calendar): AttendeeRecord[] {
  const random = seededRandom(1002 + seed);
  const end = endOfSeed(calendar);
  return Array.from({ length: 25 }, (_, index) => {
    const name = drawName(random);
    const content = { [workshopKeys.school]: `School no. ${1 + random.integer(9)}`, [workshopKeys.session]: random.pick(halfDays) };
    return { ...withUsualMobile(1002, 800_001 + index, name, end - (25 - index) * daySeconds), content, review: 2, is_review: 1 };
  });
}

function conferenceAttendee(id: number, time: number, random: Random, calendar: Calendar): AttendeeRecord {
  const name = drawName(random);
  const email = random.chance(0.08) ? '' : `${pinyin(name)}.${id}@example.com`;
  const company = random.chance(0.1) ? '' : random.pick(companies);
  const idcard = random.chance(0.4) ? '' : identityNumber(random);
  const avatarStatus = random.weighted([
    [0, 30],
    [1, 4],
    [2, 60],
    [3, 6],
  ]);
  const avatar = avatarStatus === 0 ? '' : pictureAddress('attendee', id);
  const review = random.weighted([
    [1, 20],
    [2, 60],
    [3, 8],
    [6, 7],
    [7, 4],
    [4, 0.5],
  ]);
  const reviewed = review === 1 ? null : time + 3600 + random.integer(2 * daySeconds);
  return {
    ...withUsualMobile(1001, id, name, time),
    email: id % 100 === 50 ? '' : email,
    eamil: email,
    company,
    company_tax_id: company === '' ? '' : `99999999SANDBOX${threeDigits(random)}`,
    idcard,
    avatar,
    content: {
      [conferenceKeys.company]: company,
      [conferenceKeys.jobTitle]: random.pick(jobTitles),
      [conferenceKeys.email]: email,
      [conferenceKeys.industry]: random.pick(industries),
      [conferenceKeys.photo]: avatar,
      [conferenceKeys.arrival]: calendar.date(random.integer(4) - 2),
      ...(idcard !== '' && { [conferenceKeys.idcard]: idcard }),
    },
    label: random.weighted([
      ['', 80],
      ['VIP', 8],
      ['Speaker', 5],
      ['Press', 7],
    ]),
    source: random.weighted([
      [1, 45],
      [2, 15],
      [3, 20],
      [4, 5],
      [5, 5],
      [10, 10],
    ]),
    channel: random.integer(6),
    other_channel: random.chance(0.1) ? `partner-${random.integer(5)}` : null,
    ...(random.chance(0.3) && wechat(name, id, random)),
    review,
    msg: review === 3 || review === 7 ? 'The data is not complete.' : null,
    review_time: reviewed,
    is_review: 2,
    update_time: reviewed ?? time,
    avatar_msg: avatarStatus === 3 ? 'No face was found in the picture.' : '',
    avatar_status: avatarStatus,
    is_sync_avatar: avatarStatus === 2 ? 1 : 0,
    is_ec: random.chance(0.05) ? 9000 + random.integer(900) : 0,
    points: `${random.integer(500)}.${random.pick(['00', '50', '25'])}`,
  };
}

/** A record whose mobile number is 100 and the attendee's id as 8 digits. No operator assigns such numbers. */
function withUsualMobile(activityId: number, id: number, name: string, time: number): AttendeeRecord {
  return bareAttendee(activityId, id, name, `100${String(id).padStart(8, '0')}`, time);
}

function wechat(name: string, id: number, random: Random): Partial<AttendeeRecord> {
  return {
    wechat_nickname: `${name} ☀`,
    wechat_avatar: pictureAddress('wechat', id),
    wechat_sex: random.pick(['1', '2', '0']),
    wechat_area: random.pick(areas),
  };
}

/** An identity number of 18 characters with a correct check digit, of the region 999900, which does not exist. */
function identityNumber(random: Random): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const birth = `${1960 + random.integer(45)}${two(1 + random.integer(12))}${two(1 + random.integer(28))}`;
  const body = `999900${birth}${threeDigits(random)}`;
  const sum = body.split('').reduce((total, digit, at) => total + Number(digit) * (2 ** (17 - at) % 11), 0);
  return body + '10X98765432'.charAt(sum % 11);
}

const threeDigits = (random: Random): string => String(random.integer(1000)).padStart(3, '0');
