import type { Activity } from '../domain/activities.js';
import type { Attendee, AttendeeDetail } from '../model/attendee.js';

/** The fields that only get-one returns. Typed by the model: a field added there without a row here does not compile. */
const fields: Readonly<Record<Exclude<keyof AttendeeDetail, keyof Attendee>, true>> = {
  companyTaxId: true,
  otherChannel: true,
  points: true,
};

/** The names of the fields that only get-one returns: selecting one costs a call per attendee, shared by all of them. */
export const detailFields: ReadonlySet<string> = new Set(Object.keys(fields));

/** Returns an attendee with the fields that only get-one returns: itself if it has them, else the result of a get-one. */
export async function detailOf(activity: Activity, attendee: Attendee): Promise<AttendeeDetail | null> {
  return isDetail(attendee) ? attendee : activity.attendees.detail(attendee.serviceId);
}

function isDetail(attendee: Attendee): attendee is AttendeeDetail {
  return 'points' in attendee;
}
