/* A page of attendees as a connection, the range that its arguments name, and the cursors of its entries. */

import type { GraphQLResolveInfo } from 'graphql';
import { Field, Int, ObjectType } from 'type-graphql';
import type { Activity } from '../../domain/activities.js';
import type { AttendeeRange } from '../../domain/attendees/attendee-range.js';
import { Attendee } from '../../records/attendee.js';
import { BadInputError } from '../../records/errors.js';
import { Access } from '../access/access.js';
import { memoizedBySelection, selectsAny } from '../execution/selection.js';

@Access({ scope: 'public', people: 'none' })
@ObjectType('PageInfo', { description: 'The position of a page in its list.' })
class PageInfoType {
  @Field(() => Boolean, { description: 'Whether entries follow this page.' })
  hasNextPage!: boolean;
  @Field(() => Boolean, { description: 'Whether entries precede this page.' })
  hasPreviousPage!: boolean;
  @Field(() => String, { nullable: true, description: 'The cursor of the first entry; null on an empty page.' })
  startCursor!: string | null;
  @Field(() => String, { nullable: true, description: 'The end of the page: a value for `after`. Null on an empty last page.' })
  endCursor!: string | null;
}

@Access({ scope: 'attendees:read', people: { containedIn: 'node' } })
@ObjectType('AttendeeEdge', { description: 'An attendee and its position in the list.' })
class AttendeeEdgeType {
  @Field(() => String, { description: 'The position in the list: a value for `after`.' })
  cursor!: string;
  @Field(() => Attendee, { description: 'The attendee.' })
  node!: Attendee;
}

/** A page as a connection of the Relay specification. Each part is created when it is read. */
@Access({ scope: 'attendees:read', people: { containedIn: 'nodes' } })
@ObjectType('AttendeeConnection', { description: 'One page of the attendees of an activity.' })
export class AttendeeConnection {
  constructor(
    private readonly activity: Activity,
    private readonly range: AttendeeRange,
  ) {}
  @Field(() => [AttendeeEdgeType], { description: 'The attendees of the page with their cursors.' })
  get edges(): readonly AttendeeEdgeType[] {
    return this.range.entries.map(({ attendee, position }) => ({ node: attendee, cursor: cursorAt(this.activity, position) }));
  }
  @Field(() => [Attendee], { description: 'The attendees of the page.' })
  get nodes(): readonly Attendee[] {
    return this.range.entries.map(({ attendee }) => attendee);
  }
  @Field(() => PageInfoType, { description: 'Whether there are further pages, and the cursors of this one.' })
  get pageInfo(): PageInfoType {
    const { entries, hasNextPage, hasPreviousPage, endPosition } = this.range;
    const cursor = (position: number | null) => (position === null ? null : cursorAt(this.activity, position));
    return { hasNextPage, hasPreviousPage, startCursor: cursor(entries[0]?.position ?? null), endCursor: cursor(endPosition) };
  }
  @Field(() => Int, { description: 'The number of attendees of the activity, on all pages.' })
  get totalCount(): number {
    return this.range.page.total;
  }
}

/** The fields of a connection that need a page of attendees. `totalCount` alone takes a smaller read. */
const pageFields: ReadonlySet<string> = new Set(['edges', 'nodes', 'pageInfo'] satisfies (keyof AttendeeConnection)[]);
const needsPage = memoizedBySelection((info) => selectsAny(info, pageFields));

/** Reads one page of attendees, or only their number if nothing else is selected: the connection then has no other field. */
export async function attendeeConnection(
  activity: Activity,
  { offset, first }: { offset: number; first: number },
  info: GraphQLResolveInfo,
): Promise<AttendeeConnection | Pick<AttendeeConnection, 'totalCount'>> {
  if (!needsPage(info)) return { totalCount: await activity.attendees.count() };
  return new AttendeeConnection(activity, await activity.attendees.range(offset, first));
}

/** The default length of a page of attendees. */
export const defaultFirst = 20;

interface RangeArguments {
  readonly first: number;
  readonly after?: string | null | undefined;
  readonly offset?: number | null | undefined;
}

/** Returns the offset and the length of the range. @throws BadInputError */
export function requestedRange(activity: Activity, { first, after, offset }: RangeArguments): { offset: number; first: number } {
  const maximum = activity.attendees.maxPageSize;
  if (first < 1 || first > maximum) throw new BadInputError('first', `a whole number from 1 to ${maximum}`);
  const start = offsetOf({ after, offset });
  if (after !== null && after !== undefined) {
    if (offset !== null && offset !== undefined) throw new BadInputError('after', 'either `after` or `offset`, not both');
    if (start === null || cursorAt(activity, start - 1) !== after)
      throw new BadInputError('after', 'a `cursor` or `endCursor` of this list, read from the same activity');
  }
  if (start === null) throw new BadInputError('offset', '0 or a larger whole number');
  return { offset: start, first };
}

/** Returns the offset of the range that arguments name. @returns null for one that is not valid */
export function offsetOf({ after, offset }: Omit<RangeArguments, 'first'>): number | null {
  if (after === null || after === undefined) return offset === null || offset === undefined ? 0 : offset >= 0 ? offset : null;
  const [, digits] = /^attendees:\d+:(\d{1,10})$/.exec(Buffer.from(after.slice(0, maxCursorLength), 'base64url').toString('latin1')) ?? [];
  const position = Number(digits);
  return digits === undefined || position >= 0x7fffffff ? null : position + 1;
}

/** Longer than any cursor. A page of each of many activities may have the same text. */
const maxCursorLength = 100;

/** Returns the cursor of a position in the list of an activity's attendees. */
function cursorAt(activity: Activity, position: number): string {
  return Buffer.from(`attendees:${activity.id}:${position}`).toString('base64url');
}
