/* The pushed check-ins of one activity for one GraphQL operation, and the look-ups of their attendees, which all operations share. */

import { Cancellation } from '../../primitives/cancellation.js';
import type { Attendee } from '../../records/attendee.js';
import type { ActivityId, ServiceId } from '../../records/ids.js';
import { Attendees, type AttendeeDependencies } from '../attendees/attendees.js';
import { OperationUpstream, type ServiceAccess } from '../reads/upstream.js';
import type { CheckInFeeds } from './check-in-feeds.js';
import type { ReceivedCheckIn } from './received-check-in.js';

/** The parts that all operations share for the check-ins that the service pushes. */
export interface CheckInSources {
  readonly feeds: CheckInFeeds;
  readonly attendees: CheckInAttendees;
}

export class CheckInEvents {
  constructor(
    private readonly upstream: OperationUpstream,
    private readonly activityId: ActivityId,
    private readonly sources: CheckInSources,
  ) {}

  /** Subscribes to later check-ins. The stream ends with its `return`. */
  subscribe(): AsyncIterableIterator<ReceivedCheckIn> {
    return this.sources.feeds.subscribe(this.activityId);
  }

  /**
   * Reads the attendee of a check-in, by one lookup for all its subscribers.
   * @param byGetOne whether get-one reads it, for the fields that only get-one returns
   * @returns null instead of a promise if the check-in names no attendee @throws UpstreamError
   */
  attendeeOf(event: ReceivedCheckIn, byGetOne: boolean): Promise<Attendee | null> | null {
    return event.attendeeServiceId === null
      ? null
      : this.upstream.awaitSharedRead(this.sources.attendees.of(event, event.attendeeServiceId, byGetOne));
  }
}

/** The lookup of one check-in's attendee. */
interface PendingLookup {
  readonly attendee: Promise<Attendee | null>;
  /** Whether get-one reads it, for the fields that only get-one returns. Until the lookup starts, each subscriber can require them. */
  byGetOne: boolean;
  started: boolean;
}

/**
 * Reads the attendees of check-ins.
 *
 * - All subscribers of a check-in, and all fields of their operations, share one lookup. If three screens show a check-in, for example, the
 *   attendee is read once. The next check-in of the same attendee has a lookup of its own, because the first may have changed the record:
 *   each check-in that arrives begins a new generation of reads.
 * - A lookup reads the list (§4.3), or calls get-one (§4.4) if a subscriber selects a field that only get-one has.
 * - A lookup in the list includes the check-ins that wait behind this one, up to as many as a call serves: a burst of 30 takes a few calls, not 30.
 * - A lookup belongs to no operation. It continues when a subscriber leaves, and its calls count for none of them.
 */
export class CheckInAttendees {
  readonly #lookups = new WeakMap<ReceivedCheckIn, PendingLookup>();

  constructor(
    private readonly service: ServiceAccess,
    private readonly dependencies: AttendeeDependencies,
    private readonly feeds: CheckInFeeds,
  ) {}

  /** Reads the attendee of a check-in by its id. @returns null if there is no such attendee. @throws UpstreamError */
  of(event: ReceivedCheckIn, id: ServiceId, byGetOne: boolean): Promise<Attendee | null> {
    const known = this.#lookups.get(event);
    if (known && !known.started) known.byGetOne ||= byGetOne;
    if (known && (known.byGetOne || !byGetOne)) return known.attendee;
    return this.#begin(event, id, byGetOne);
  }

  #begin(event: ReceivedCheckIn, id: ServiceId, byGetOne: boolean): Promise<Attendee | null> {
    const attendees = new Attendees(new OperationUpstream(this.service, new Cancellation()), event.activityId, this.dependencies);
    // The operations of all subscribers begin in this turn of the event loop, so that the next one knows what they select.
    const attendee = new Promise((resolve) => setImmediate(resolve)).then(() => {
      lookup.started = true;
      if (lookup.byGetOne) return attendees.detailById(id);
      this.#readWaiting(event.activityId, attendees);
      return attendees.byId(id);
    });
    const lookup: PendingLookup = { attendee, byGetOne, started: false };
    this.#lookups.set(event, lookup);
    return attendee;
  }

  /** Looks up the attendees of the check-ins that wait behind one. The call of its own lookup has their ids too. */
  #readWaiting(activityId: ActivityId, attendees: Attendees): void {
    let free = this.dependencies.maxIds - 1;
    for (const waiting of this.feeds.waiting(activityId)) {
      const { attendeeServiceId } = waiting;
      if (free === 0) return;
      if (attendeeServiceId === null || this.#lookups.has(waiting)) continue;
      const attendee = attendees.byId(attendeeServiceId);
      // Its subscriber may have left before it awaits the attendee.
      attendee.catch(() => {});
      this.#lookups.set(waiting, { attendee, byGetOne: false, started: true });
      free -= 1;
    }
  }
}
