/* The attendees of both activities. */

import { bareAttendee, type AttendeeRecord } from '../attendee-record.js';
import { daySeconds, endOfSeed, type Calendar } from './calendar.js';
import { conferenceKeys, halfDays, industries, workshopKeys } from './form-fields.js';
import { companies, drawName, jobTitles, pictureAddress, pinyin } from './names.js';
import { notableAttendees } from './notable-attendees.js';
import { seededRandom, type Random } from './random.js';

/**
 * The conference: 1,200 attendees with ids from 700001, in the order in which they registered over the
 * sixty days before the end of the seed.
 */
export function conferenceAttendees(seed: number, calendar: Calendar): AttendeeRecord[] {
  const random = seededRandom(1001 + seed);
  const notable = notableAttendees(calendar);
  const begin = endOfSeed(calendar) - 60 * daySeconds;
  return Array.from({ length: 1200 }, (_, index) => {
    const id = 700_001 + index;
    const time = begin + index * 4320 + random.integer(4000);
    const { contact, ...facts } = notable[id] ?? randomFacts(id, time, random, calendar);
    return { ...withUsualMobile(1001, id, contact, time), is_review: 2, ...facts };
  });
}

/** The workshop: 25 attendees with ids from 800001, most of them with a name and a mobile number only. */
export function workshopAttendees(seed: number, calendar: Calendar): AttendeeRecord[] {
  const random = seededRandom(1002 + seed);
  const end = endOfSeed(calendar);
  return Array.from({ length: 25 }, (_, index) => {
    const content = { [workshopKeys.school]: `School no. ${1 + random.integer(9)}`, [workshopKeys.session]: random.pick(halfDays) };
    const time = end - (25 - index) * daySeconds;
    return { ...withUsualMobile(1002, 800_001 + index, drawName(random), time), content, review: 2 };
  });
}

function randomFacts(id: number, time: number, random: Random, calendar: Calendar): Partial<AttendeeRecord> & { contact: string } {
  const contact = drawName(random);
  const email = random.pick([true, true, true, false]) ? `${pinyin(contact)}.${id}@example.com` : '';
  const company = random.pick([...companies, '']);
  const idcard = random.pick(['', `999900${1960 + random.integer(45)}0307${threeDigits(random)}X`]);
  const avatarStatus = random.pick([0, 1, 2, 2, 3]);
  const avatar = avatarStatus === 0 ? '' : pictureAddress('attendee', id);
  const review = random.pick([1, 2, 2, 2, 2, 3, 4, 6, 7]);
  const reviewed = review === 1 ? null : time + 3600 + random.integer(daySeconds);
  return {
    contact,
    email,
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
      [conferenceKeys.idcard]: idcard,
    },
    label: random.pick(['', '', '', 'VIP', 'Speaker', 'Press']),
    source: random.pick([1, 2, 3, 4, 5, 10]),
    channel: random.integer(6),
    review,
    msg: review === 3 ? 'The data is not complete.' : null,
    review_time: reviewed,
    update_time: reviewed ?? time,
    avatar_msg: avatarStatus === 3 ? 'No face was found in the picture.' : '',
    avatar_status: avatarStatus,
    is_sync_avatar: avatarStatus === 2 ? 1 : 0,
    points: `${random.integer(500)}.50`,
  };
}

/** A record whose mobile number is 100 and the attendee's id as 8 digits. No operator assigns such numbers. */
const withUsualMobile = (activityId: number, id: number, name: string, time: number): AttendeeRecord =>
  bareAttendee(activityId, id, name, `100${String(id).padStart(8, '0')}`, time);

const threeDigits = (random: Random): string => String(random.integer(1000)).padStart(3, '0');
