/* The pushed check-ins of one activity, for one GraphQL operation. */

import type { Attendee } from '../../records/attendee.js';
import type { ActivityId } from '../../records/ids.js';
import type { OperationUpstream } from '../reads/upstream.js';
import type { CheckInAttendees } from './check-in-attendees.js';
import type { CheckInFeeds, DeliveredCheckIn } from './check-in-feeds.js';

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
  subscribe(): AsyncIterableIterator<DeliveredCheckIn> {
    return this.sources.feeds.subscribe(this.activityId);
  }

  /**
   * Reads the attendee of a check-in, by one lookup for all its subscribers.
   * @param byGetOne whether get-one reads it, for the fields that only get-one returns
   * @returns null instead of a promise if the check-in names no attendee @throws UpstreamError
   */
  attendeeOf(event: DeliveredCheckIn, byGetOne: boolean): Promise<Attendee | null> | null {
    return event.attendeeServiceId === null
      ? null
      : this.upstream.awaitSharedRead(this.sources.attendees.of(event, event.attendeeServiceId, byGetOne));
  }
}
