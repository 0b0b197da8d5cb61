import type { Attendee, AttendeeDetail } from '../records/attendee.js';
import { hasNoValue, object, requiredMember, wholeNumber, type RawObject } from '../records/decode.js';
import type { UpstreamInvalidResponseError } from '../records/errors.js';
import type { ActivityId } from '../records/ids.js';
import type { ReplyPosition } from '../records/reply-position.js';
import { recordsOfData } from '../records/view.js';
import { AttendeeDetailView, AttendeeView } from './attendee.view.js';
import type { Envelope } from './envelope.js';

/** One page of the list: its records in the order of the service, and the total that the service states. */
export class AttendeePage {
  /** The number of records in the reply, records of other activities included. */
  readonly received: number;
  readonly #total: unknown;
  readonly #position: ReplyPosition;

  constructor(
    /** null for a record of an activity other than the requested one. */
    readonly items: readonly (Attendee | null)[],
    total: unknown,
    position: ReplyPosition,
  ) {
    this.received = items.length;
    this.#total = total;
    this.#position = position;
  }

  /** The total number of attendees. @throws UpstreamInvalidResponseError if it is not an integer from 0 to 2³¹ - 1 */
  get total(): number {
    const position = this.#position.child('total');
    const total = wholeNumber(this.#total, position);
    if (total < 0 || total > 0x7fffffff) throw position.invalid('a number of attendees');
    return total;
  }

  /** The total. @returns null if it is invalid */
  get totalOrNull(): number | null {
    try {
      return this.total;
    } catch {
      return null;
    }
  }

  /** This page without its records. */
  withoutRecords(): AttendeePage {
    return new AttendeePage([], this.#total, this.#position);
  }

  /** The error for a page whose records cannot be counted, because the pages of the service have no common size. */
  invalidSize(): UpstreamInvalidResponseError {
    return this.#position.child('data').invalid('a page of the size of the others');
  }
}

/** The page of §4.3. @throws UpstreamInvalidResponseError */
export function attendeePage(envelope: Envelope, activityId: ActivityId): AttendeePage {
  const { raw, position } = envelope;
  const items = recordsOfData(envelope, (record, itemPosition) => new AttendeeView(record, itemPosition, activityId));
  return new AttendeePage(items.map(ofRequestedActivityIfReadable), raw.total, position);
}

/** The attendee of §4.4. @returns null if the reply contains none @throws UpstreamInvalidResponseError */
export function foundAttendee({ raw, position }: Envelope, activityId: ActivityId): AttendeeDetail | null {
  if (hasNoValue(requiredMember(raw, 'data', position, 'an object'))) return null;
  const record: RawObject = object(raw.data, position.child('data'));
  return ofRequestedActivity(new AttendeeDetailView(record, position.child('data'), activityId));
}

/**
 * The record of an attendee. @returns null if it belongs to an activity other than the requested one, whose personal data the caller may not see
 * @throws UpstreamInvalidResponseError if its activity cannot be decoded
 */
export function ofRequestedActivity<View extends AttendeeView>(attendee: View): View | null {
  return attendee.isForeign ? null : attendee;
}

/**
 * The record of an attendee. @returns null if it belongs to an activity other than the requested one, or its activity cannot be decoded, so that
 * the record does not fail a list
 */
export function ofRequestedActivityIfReadable<View extends AttendeeView>(attendee: View): View | null {
  try {
    return ofRequestedActivity(attendee);
  } catch {
    return null;
  }
}
