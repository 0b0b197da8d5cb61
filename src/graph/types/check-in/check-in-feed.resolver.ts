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
      'The check-ins that the service pushes, from now on. Nothing is stored: a client that is not connected misses them. ' +
      'The subscription of a client that does not keep up is completed.',
  })
  checkIns(
    @Root() event: DeliveredCheckIn,
    @Arg('activityId', () => ID, { nullable: true, description: 'The id of the activity. Omitted: the default activity.' })
    _activityId: string | null | undefined,
  ): DeliveredCheckIn {
    return event;
  }
}
