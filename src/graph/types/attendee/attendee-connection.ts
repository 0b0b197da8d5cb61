/* A page of attendees as a connection, whose parts are created when they are read. */

import type { GraphQLResolveInfo } from 'graphql';
import type { Activity } from '../../../domain/activities.js';
import type { AttendeeRange } from '../../../domain/attendees/attendee-range.js';
import { selectsAny } from '../../selection/selection.js';
import type { AttendeeConnectionType } from './attendee-connection.type.js';
import { cursorAt } from './attendee-range-arguments.js';

// A field added to the connection does not compile until it is listed here.
const fields: Readonly<Record<Exclude<keyof AttendeeConnectionType, 'totalCount'>, true>> = { edges: true, nodes: true, pageInfo: true };

/**
 * The fields of a connection that need a page of attendees. `totalCount` alone takes a smaller read, as graph/cost plans it.
 */
const pageFields: ReadonlySet<string> = new Set(Object.keys(fields));

/** Reads one page of attendees, or only their number if nothing else is selected. */
export async function attendeeConnection(
  activity: Activity,
  { offset, first }: { offset: number; first: number },
  info: GraphQLResolveInfo,
): Promise<AttendeeConnectionType> {
  // The cast: only `totalCount` is selected, so no other field of this object is read.
  if (!selectsAny(info, pageFields)) return { totalCount: await activity.attendees.count() } as AttendeeConnectionType;
  return new Connection(activity, await activity.attendees.range(offset, first));
}

/** A page as a connection of the Relay specification. Each part is created when it is read. */
class Connection implements AttendeeConnectionType {
  constructor(
    private readonly activity: Activity,
    private readonly range: AttendeeRange,
  ) {}

  get edges() {
    return this.range.entries.map(({ attendee, position }) => ({ node: attendee, cursor: cursorAt(this.activity, position) }));
  }
  get nodes() {
    return this.range.entries.map(({ attendee }) => attendee);
  }
  get pageInfo() {
    const { entries, hasNextPage, hasPreviousPage, endPosition } = this.range;
    const cursor = (position: number | null) => (position === null ? null : cursorAt(this.activity, position));
    return { hasNextPage, hasPreviousPage, startCursor: cursor(entries[0]?.position ?? null), endCursor: cursor(endPosition) };
  }
  get totalCount() {
    return this.range.totalCount;
  }
}
