import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, Info, Int, Resolver, Root } from 'type-graphql';
import type { Activity } from '../../../domain/activities.js';
import type { Attendee } from '../../../records/attendee.js';
import { selfAttendee } from '../../access/self-attendee.js';
import type { GraphContext } from '../../context.js';
import { Reads } from '../../cost/reads.js';
import { attendeeConnection } from '../attendee/attendee-connection.js';
import { AttendeeConnectionType } from '../attendee/attendee-connection.type.js';
import { attendeeBy, lookupOf, nullWithoutMatch } from '../attendee/attendee-lookup.js';
import { defaultFirst, offsetAfter, requestedRange, wholeOffset } from '../attendee/attendee-range-arguments.js';
import { AttendeeLookupInput } from '../attendee/attendee.input.js';
import { AttendeeType } from '../attendee/attendee.type.js';
import { ActivityType } from './activity.type.js';

/** The fields of an activity that lead to its attendees. */
@Resolver(() => ActivityType)
export class ActivityAttendeesResolver {
  @Reads({ page: { first: 'first', from: { after: offsetAfter, offset: wholeOffset }, count: 'totalCount' } })
  @FieldResolver(() => AttendeeConnectionType, {
    nullable: true,
    description: 'The attendees, in pages. Use `after` or `offset`, not both.',
  })
  attendees(
    @Root() activity: Activity,
    @Arg('first', () => Int, {
      defaultValue: defaultFirst,
      description: "The length of the page: at least 1, at most the operator's limit.",
    })
    first: number,
    @Arg('after', () => String, { nullable: true, description: 'The cursor of the entry before the page.' })
    after: string | null | undefined,
    @Arg('offset', () => Int, { nullable: true, description: 'The number of entries before the page; at least 0.' })
    offset: number | null | undefined,
    @Info() info: GraphQLResolveInfo,
  ): Promise<AttendeeConnectionType> {
    return attendeeConnection(activity, requestedRange(activity, { first, after, offset }), info);
  }

  @Reads({ ids: 'by.id' })
  @FieldResolver(() => AttendeeType, { nullable: true, description: 'One attendee of this activity. ' + nullWithoutMatch })
  attendee(
    @Root() activity: Activity,
    @Arg('by', () => AttendeeLookupInput, { description: 'Exactly one of its fields.' }) by: AttendeeLookupInput,
    @Ctx() context: GraphContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Attendee | null> {
    return attendeeBy(activity, by, context, info);
  }

  @Reads({ calls: 1 })
  @FieldResolver(() => AttendeeType, {
    nullable: true,
    description:
      "The caller's own record in this activity, which is that of the attendee whom the caller's token names. Null if there is none.\n" +
      'Its fields require no other scope.',
  })
  async viewer(@Root() activity: Activity, @Ctx() { caller }: GraphContext): Promise<Attendee | null> {
    const lookup = caller.attendee && lookupOf(caller.attendee, activity);
    const found = lookup && (await activity.attendees.verifiedMatch(lookup));
    return found ? selfAttendee(found) : null;
  }
}
