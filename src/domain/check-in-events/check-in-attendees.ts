/* Looks up the attendee of a pushed check-in, once for all subscribers. */

import { Cancellation } from '../../primitives/cancellation.js';
import type { Attendee } from '../../model/attendee.js';
import type { ServiceId } from '../../model/ids.js';
import { Attendees, type AttendeeRules } from '../attendees/attendees.js';
import { Upstream, type EventService } from '../reads/upstream.js';
import type { DeliveredCheckIn } from './check-in-feeds.js';
import type { ReceivedCheckIn } from './received-check-in.js';

/** The look-up of one check-in's attendee. */
interface LookUp {
  readonly attendee: Promise<Attendee | null>;
  /** Whether it returns the fields that only get-one has. Until the look-up starts, each subscriber can require them. */
  detail: boolean;
  started: boolean;
}

/**
 * Reads the attendees of check-ins.
 *
 * - All subscribers of a check-in, and all fields of their operations, share one look-up. It belongs to the check-in: the next
 *   check-in of the same attendee has a look-up of its own, because the first may have changed the record.
 * - A look-up reads the list (§4.3), or calls get-one (§4.4) if a subscriber selects a field that only get-one has.
 * - A look-up in the list includes the check-ins that wait behind this one, up to a page. So a burst takes few calls, although each
 *   subscriber's check-ins are executed one after the other.
 * - A look-up belongs to no operation. It goes on when a subscriber leaves, and its calls count for none of them.
 */
export class CheckInAttendees {
  readonly #lookUps = new WeakMap<ReceivedCheckIn, LookUp>();

  constructor(
    private readonly service: EventService,
    private readonly rules: AttendeeRules,
  ) {}

  /** Reads the attendee of a check-in by its id. @returns null if there is no such attendee. @throws UpstreamError */
  of(event: DeliveredCheckIn, id: ServiceId, detail: boolean): Promise<Attendee | null> {
    const known = this.#lookUps.get(event.received);
    if (known && !known.started) known.detail ||= detail;
    if (known && (known.detail || !detail)) return known.attendee;
    return this.#begin(event, id, detail);
  }

  #begin(event: DeliveredCheckIn, id: ServiceId, detail: boolean): Promise<Attendee | null> {
    const reads = new Attendees(new Upstream(this.service, new Cancellation()), event.activityId, this.rules);
    // The operations of all subscribers begin in this turn of the event loop, so that the next one knows what they select.
    const attendee = new Promise((resolve) => setImmediate(resolve)).then(() => {
      lookUp.started = true;
      if (lookUp.detail) return reads.detail(id);
      this.#readFollowers(event, reads);
      return reads.byId(id);
    });
    const lookUp: LookUp = { attendee, detail, started: false };
    this.#lookUps.set(event.received, lookUp);
    return attendee;
  }

  /** Adds the check-ins that wait behind one to its read of the list. */
  #readFollowers({ followers }: DeliveredCheckIn, reads: Attendees): void {
    let free = this.rules.maxPageSize - 1;
    for (const { received, attendeeServiceId } of followers) {
      if (free === 0) return;
      if (attendeeServiceId === null || this.#lookUps.has(received)) continue;
      const attendee = reads.byId(attendeeServiceId);
      // Its subscriber may have left before it awaits the attendee.
      attendee.catch(() => {});
      this.#lookUps.set(received, { attendee, detail: false, started: true });
      free -= 1;
    }
  }
}
