import type { DetailField } from '../../model/attendee.js';
import { AttendeeDetailView, detailMembers } from '../attendee.view.js';

/**
 * An attendee in the result of a bound operation. The interface documents some fields for get-one (§4.4) only; this record may have
 * them or not.
 */
export class BoundAttendeeView extends AttendeeDetailView {
  get absentFields(): ReadonlySet<DetailField> {
    return new Set(details.filter(([, member]) => this.holds(member, undefined)).map(([field]) => field));
  }
}

const details = Object.entries(detailMembers) as readonly (readonly [DetailField, string])[];
