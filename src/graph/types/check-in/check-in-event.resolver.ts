import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, ID, Info, Resolver, Root, Subscription, type SubscribeResolverData } from 'type-graphql';
import type { DeliveredCheckIn } from '../../../domain/check-in-events/check-in-feeds.js';
import type { Attendee } from '../../../model/attendee.js';
import type { GraphContext } from '../../context.js';
import { selectsAny } from '../../execution/selection.js';
import { activityOf } from '../arguments.js';
import { detailFields } from '../attendee/attendee-detail.js';
import { AttendeeType } from '../attendee/attendee.type.js';
import { CheckInEventType } from './check-in-event.type.js';

@Resolver()
export class CheckInFeedResolver {
  @Subscription(() => CheckInEventType, {
    nullable: true,
    subscribe: ({ args, context }: SubscribeResolverData<unknown, { readonly activityId?: string | null }, GraphContext>) =>
      activityOf(context, args.activityId, 'activityId').checkInEvents.subscribe(),
    description:
      'The check-ins that the service pushes (§6), from now on. Nothing is stored: a client that is not connected misses them. ' +
      'The subscription of a client that does not keep up is completed.',
  })
  checkIns(
    @Root() event: DeliveredCheckIn,
    @Arg('activityId', () => ID, { nullable: true }) _activityId: string | null | undefined,
  ): DeliveredCheckIn {
    return event;
  }
}

@Resolver(() => CheckInEventType)
export class CheckInEventResolver {
  @FieldResolver(() => AttendeeType, {
    nullable: true,
    description:
      'The attendee whose number the payload contains. Null if it contains none, or if the operator has not configured its position.\n' +
      'All subscribers of a check-in share one look-up.',
  })
  attendee(
    @Root() event: DeliveredCheckIn,
    @Ctx() { activities }: GraphContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Attendee | null> | null {
    return activities.of(event).checkInEvents.attendeeOf(event, selectsAny(info, detailFields));
  }
}
