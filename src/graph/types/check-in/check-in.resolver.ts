import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, Info, Query, Resolver, Root } from 'type-graphql';
import type { Attendee } from '../../../records/attendee.js';
import type { CheckInMatch } from '../../../records/check-in.js';
import type { GraphContext } from '../../context.js';
import { Reads } from '../../cost/reads.js';
import { activityOf, notBlank } from '../arguments.js';
import { attendeeById } from '../attendee/attendee-lookup.js';
import { AttendeeType } from '../attendee/attendee.type.js';
import { CheckInLookupInput } from './check-in.input.js';
import { CheckInMatchType } from './check-in.type.js';

@Resolver()
export class CheckInLookupResolver {
  @Reads({ calls: 1, activity: 'input.activityId' })
  @Query(() => [CheckInMatchType], {
    nullable: true,
    description: 'The attendees that a check-in code matches at a check-in point. There may be several.',
  })
  async checkInLookup(
    @Arg('input', () => CheckInLookupInput, { description: 'The code, the check-in point, and its credentials.' })
    { activityId, token, userId, deviceType, pointId, signCode }: CheckInLookupInput,
    @Ctx() context: GraphContext,
  ): Promise<readonly CheckInMatch[]> {
    const activity = activityOf(context, activityId, 'input.activityId');
    context.audit.reading(['Query.checkInLookup']);
    const matches = await activity.checkInMatches({
      token: notBlank(token, 'input.token'),
      userId: notBlank(userId, 'input.userId'),
      deviceType,
      pointId: notBlank(pointId, 'input.pointId'),
      signCode: notBlank(signCode, 'input.signCode'),
    });
    for (const match of matches) context.audit.found(match);
    return matches;
  }
}

@Resolver(() => CheckInMatchType)
export class CheckInMatchResolver {
  @Reads({ link: true, shared: true })
  @FieldResolver(() => AttendeeType, {
    nullable: true,
    description: "The attendee's record. Null if `attendeeId` is null, or if the service does not list it.",
  })
  attendee(
    @Root() match: CheckInMatch,
    @Ctx() { activities }: GraphContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Attendee | null> | null {
    const id = match.attendeeServiceId;
    return id === null ? null : attendeeById(activities.of(match), id, info);
  }
}
