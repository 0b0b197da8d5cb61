/* Check-ins: the lookup of a code, and the events that the service pushes. */

import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Info,
  InputType,
  Query,
  Resolver,
  Root,
  Subscription,
  type SubscribeResolverData,
} from 'type-graphql';
import type { ReceivedCheckIn } from '../../domain/check-ins.js';
import { Attendee } from '../../records/attendee.js';
import { CheckInDevices, CheckInEvent, CheckInMatch, type CheckInDevice } from '../../records/check-in.js';
import { Access } from '../access/access.js';
import type { GraphContext } from '../context.js';
import { Reads } from '../cost/reads.js';
import { attendeeById, selectsDetailField } from './attendee-lookup.js';
import { ActivityArgument, notBlank } from './common-arguments.js';

@InputType('CheckInLookupInput', { description: 'The input of a check-in point that scans a code.' })
export class CheckInLookupInput {
  @Field(() => ID, { nullable: true, description: 'The id of the activity. Omitted: the default activity.' })
  activityId?: string | null;
  @Field(() => String, { description: 'The token that the service issued to the check-in point.' })
  token!: string;
  @Field(() => String, { description: 'The user id that the service issued with the token.' })
  userId!: string;
  @Field(() => CheckInDevices.names, { description: 'The device at the check-in point.' })
  deviceType!: CheckInDevice;
  @Field(() => ID, { description: 'The id of the check-in point in the event service.' })
  pointId!: string;
  @Field(() => String, { description: 'The scanned check-in code.' })
  signCode!: string;
}

@Resolver()
export class CheckInRootResolver {
  @Access('checkin:read')
  @Reads({ calls: 1, activity: 'input.activityId' })
  @Query(() => [CheckInMatch], {
    nullable: true,
    description: 'The attendees that a check-in code matches at a check-in point. There may be several.',
  })
  async checkInLookup(
    @Arg('input', () => CheckInLookupInput, { description: 'The code, the check-in point, and its credentials.' })
    { activityId, token, userId, deviceType, pointId, signCode }: CheckInLookupInput,
    @Ctx() context: GraphContext,
  ): Promise<readonly CheckInMatch[]> {
    const activity = context.activityOf(activityId, 'input.activityId');
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

  // The service pushes them.
  @Access('checkin:read')
  @Reads({ calls: 0, activity: 'activityId' })
  @Subscription(() => CheckInEvent, {
    nullable: true,
    subscribe: ({ args, context }: SubscribeResolverData<unknown, { readonly activityId?: string | null }, GraphContext>) =>
      context.activityOf(args.activityId, 'activityId').subscribeToCheckIns(),
    description:
      'Each check-in that the service pushes while the client is subscribed. Check-ins are not stored: after a lost connection, a client does ' +
      'not receive those that were pushed meanwhile. The subscription of a client that reads too slowly is completed.',
  })
  checkIns(@Root() event: ReceivedCheckIn, @ActivityArgument() _activityId: string | null | undefined): ReceivedCheckIn {
    return event;
  }
}

@Resolver(() => CheckInMatch)
export class CheckInMatchResolver {
  @Access({ scope: 'attendees:read', person: 'identified' })
  @Reads({ link: true, shared: true })
  @FieldResolver(() => Attendee, {
    nullable: true,
    description: "The attendee's record. Null if `attendeeId` is null, or if the service does not list it.",
  })
  attendee(
    @Root() match: CheckInMatch,
    @Ctx() { activities }: GraphContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Attendee | null> | null {
    const id = match.attendeeServiceId;
    return id === null ? null : attendeeById(activities.ofRecord(match), id, info);
  }
}

@Resolver(() => CheckInEvent)
export class CheckInEventResolver {
  @Access({ scope: 'attendees:read', person: 'identified' })
  @Reads({ link: true })
  @FieldResolver(() => Attendee, {
    nullable: true,
    description:
      'The attendee whose id the payload contains. Null if there is none, or if the operator has not configured where the id is.\n' +
      'All subscribers of a check-in share one lookup.',
  })
  attendee(
    @Root() event: ReceivedCheckIn,
    @Ctx() { activities }: GraphContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Attendee | null> | null {
    return activities.ofRecord(event).attendeeOfCheckIn(event, selectsDetailField(info));
  }
}
