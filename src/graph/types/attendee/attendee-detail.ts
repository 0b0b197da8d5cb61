/* The fields of an attendee that only get-one returns (§4.4), and the read that has them. */

import type { Activity } from '../../../domain/activities.js';
import type { Attendee, AttendeeDetail, DetailField } from '../../../model/attendee.js';

/** The fields that only get-one returns. Typed by the model: a field added there without a row here does not compile. */
const fields: Readonly<Record<DetailField, true>> = {
  companyTaxId: true,
  otherChannel: true,
  points: true,
};

/** The names of the fields that only get-one returns: selecting one costs a call per attendee, shared by all of them. */
export const detailFields: ReadonlySet<string> = new Set(Object.keys(fields));

/** Returns an attendee with a field that only get-one returns: itself if it has the field, else the result of a get-one. */
export async function detailOf(activity: Activity, attendee: Attendee, field: DetailField): Promise<AttendeeDetail | null> {
  const hasField = isDetail(attendee) && !attendee.absentFields?.has(field);
  return hasField ? attendee : activity.attendees.detail(attendee.serviceId);
}

/** Whether an attendee is the result of a get-one: only such a record has the fields of `DetailField`. One of them shows it. */
function isDetail(attendee: Attendee): attendee is AttendeeDetail {
  return detailField in attendee;
}
const detailField: DetailField = 'points';
