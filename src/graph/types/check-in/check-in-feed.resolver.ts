import { Arg, ID, Resolver, Root, Subscription, type SubscribeResolverData } from 'type-graphql';
import type { DeliveredCheckIn } from '../../../domain/check-in-events/check-in-feeds.js';
import type { GraphContext } from '../../context.js';
import { activityOf } from '../arguments.js';
import { CheckInEventType } from './check-in-event.type.js';

@Resolver()
export class CheckInFeedResolver {
  @Subscription(() => CheckInEventType, {
    nullable: true,
    subscribe: ({ args, context }: SubscribeResolverData<unknown, { readonly activityId?: string | null }, GraphContext>) =>
      activityOf(context, args.activityId, 'activityId').checkInEvents.subscribe(),
    description:
      'Each check-in that the service pushes after the subscription has started. None is stored: a client that is not connected misses ' +
      'them. If a client does not keep up, its subscription is completed.',
  })
  checkIns(
    @Root() event: DeliveredCheckIn,
    @Arg('activityId', () => ID, { nullable: true, description: 'The id of the activity. Omitted: the default activity.' })
    _activityId: string | null | undefined,
  ): DeliveredCheckIn {
    return event;
  }
}
