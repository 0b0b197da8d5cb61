/*
 * The fields of an attendee that only get-one returns (§4.4), and the read that has them. Their resolvers state `getOne` in
 * `@Reads`, by which the calls are planned.
 */

import { getNamedType, isAbstractType } from 'graphql';
import type { Activity } from '../../../domain/activities.js';
import type { Attendee, AttendeeDetail, GetOneField } from '../../../records/attendee.js';
import { rememberedOfSelection, selectsAny } from '../../selection/selection.js';
import { bareName } from '../../type-names.js';

/** The fields that only get-one returns. Typed by the model: a field added there without a row here does not compile. */
const fields: Readonly<Record<GetOneField, true>> = {
  companyTaxId: true,
  otherChannel: true,
  points: true,
};

/** The names of the fields that only get-one returns: selecting one costs a call per attendee, shared by all of them. */
export const getOneFields: ReadonlySet<string> = new Set(Object.keys(fields));

/** Whether the field being resolved, which returns attendees and perhaps records of other types, selects such a field of the attendees. */
export const selectsGetOneField = rememberedOfSelection((info) => {
  const returned = getNamedType(info.returnType);
  if (!isAbstractType(returned)) return selectsAny(info, getOneFields, returned);
  const attendee = info.schema.getPossibleTypes(returned).find((type) => bareName(type) === 'Attendee');
  return attendee !== undefined && selectsAny(info, getOneFields, attendee);
});

/** Returns a field that only get-one returns: from the attendee if it has the field, else from the result of a get-one. */
export async function readGetOneField<Field extends GetOneField>(
  activity: Activity,
  attendee: Attendee,
  field: Field,
): Promise<AttendeeDetail[Field] | null> {
  const hasField = isFromGetOne(attendee) && !attendee.absentFields?.has(field);
  const detail = hasField ? attendee : await activity.attendees.detailById(attendee.serviceId);
  return detail === null ? null : detail[field];
}

/** Whether an attendee is the result of a get-one: only the view of get-one defines `points`, and the other fields of `GetOneField`. */
function isFromGetOne(attendee: Attendee): attendee is AttendeeDetail {
  return ('points' satisfies GetOneField) in attendee;
}
