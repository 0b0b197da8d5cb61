import { Arg, ID, Resolver, Root, Subscription, type SubscribeResolverData } from 'type-graphql';
import type { DeliveredCheckIn } from '../../../domain/check-in-events/check-in-feeds.js';
import type { GraphContext } from '../../context.js';
import { Reads } from '../../cost/reads.js';
import { activityOf } from '../arguments.js';
import { CheckInEventType } from './check-in-event.type.js';

@Resolver()
export class CheckInFeedResolver {
  // The service pushes them.
  @Reads({ activity: 'activityId' })
  @Subscription(() => CheckInEventType, {
    nullable: true,
    subscribe: ({ args, context }: SubscribeResolverData<unknown, { readonly activityId?: string | null }, GraphContext>) =>
      activityOf(context, args.activityId, 'activityId').checkInEvents.subscribe(),
    description:
      'Each check-in that the service pushes while the client is subscribed. Check-ins are not stored: after a lost connection, a client does ' +
      'not receive those that were pushed meanwhile. The subscription of a client that reads too slowly is completed.',
  })
  checkIns(
    @Root() event: DeliveredCheckIn,
    @Arg('activityId', () => ID, { nullable: true, description: 'The id of the activity. Omitted: the default activity.' })
    _activityId: string | null | undefined,
  ): DeliveredCheckIn {
    return event;
  }
}
