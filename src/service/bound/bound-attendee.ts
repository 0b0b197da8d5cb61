import type { GetOneField } from '../../records/attendee.js';
import { AttendeeDetailView, getOneMembers } from '../attendee.view.js';

/**
 * An attendee in the result of a bound endpoint. The interface documents some fields for get-one (§4.4) only; this record may have
 * them or not.
 */
export class BoundAttendeeView extends AttendeeDetailView {
  get absentFields(): ReadonlySet<GetOneField> {
    return new Set(members.filter(([, member]) => this.holds(member, undefined)).map(([field]) => field));
  }
}

const members = Object.entries(getOneMembers) as readonly (readonly [GetOneField, string])[];
