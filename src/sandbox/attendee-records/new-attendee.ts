/* The record of an attendee that is added while the sandbox runs. */

import { pictureAddress } from '../pictures/picture-address.js';
import type { AttendeeRecord } from '../records.js';
import type { SandboxActivity } from '../store.js';
import { bareAttendee } from './bare-attendee.js';
import { generateSignCode } from './sign-code.js';

/** A person to register. A blank value was not given. */
export interface Registrant {
  readonly name: string;
  readonly mobile: string;
  /** Form answers by field key, without name and mobile. */
  readonly content: Readonly<Record<string, string>>;
  readonly signCode: string;
  readonly channel: number;
}

/**
 * The record of a person who is registered through this interface. Its source is 2; it is pending if the activity reviews
 * registrations.
 */
export function newAttendee(
  activity: SandboxActivity,
  { name, mobile, content: given, signCode, channel }: Registrant,
  time: number,
): AttendeeRecord {
  const id = activity.nextAttendeeId();
  const { columns, isReview } = activity.seed;
  const content = withStoredPhoto(activity, id, given);
  const column = (key: string | undefined) => (key === undefined ? '' : (content[key] ?? ''));
  return {
    ...bareAttendee(activity.id, id, name, mobile, time),
    email: column(columns.email),
    eamil: column(columns.email),
    idcard: column(columns.idcard),
    company: column(columns.company),
    avatar: column(columns.avatar),
    content,
    sign_code: signCode === '' ? unusedSignCode(activity, id) : signCode,
    source: 2,
    channel,
    review: isReview === 2 ? 1 : 2,
    is_review: isReview,
  };
}

function unusedSignCode(activity: SandboxActivity, id: number): string {
  let code = generateSignCode(id);
  for (let salt = 1; activity.signCodeInUse(code); salt += 1) code = generateSignCode(id + salt * 1_000_000);
  return code;
}

/** The form answers with the address of the photo in place of its content. */
function withStoredPhoto(activity: SandboxActivity, id: number, content: Registrant['content']): Registrant['content'] {
  const key = activity.seed.columns.avatar;
  const [, type, base64] = /^data:(image\/(?:jpeg|png|webp|gif));base64,(.+)$/s.exec(key === undefined ? '' : (content[key] ?? '')) ?? [];
  if (key === undefined || type === undefined || base64 === undefined) return content;
  activity.photos.set(id, { type, bytes: Buffer.from(base64, 'base64') });
  return { ...content, [key]: pictureAddress('photo', id) };
}
