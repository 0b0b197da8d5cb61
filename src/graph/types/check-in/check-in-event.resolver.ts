import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import type { DeliveredCheckIn } from '../../../domain/check-in-events/check-in-feeds.js';
import type { Attendee } from '../../../records/attendee.js';
import type { GraphContext } from '../../context.js';
import { Reads } from '../../cost/reads.js';
import { selectsGetOneField } from '../attendee/attendee-get-one.js';
import { AttendeeType } from '../attendee/attendee.type.js';
import { CheckInEventType } from './check-in-event.type.js';

@Resolver(() => CheckInEventType)
export class CheckInEventResolver {
  @Reads({ link: true })
  @FieldResolver(() => AttendeeType, {
    nullable: true,
    description:
      'The attendee whose id the payload contains. Null if it contains none, or if the operator has not configured where the id is.\n' +
      'All subscribers of a check-in share one lookup.',
  })
  attendee(
    @Root() event: DeliveredCheckIn,
    @Ctx() { activities }: GraphContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Attendee | null> | null {
    return activities.of(event).checkInEvents.attendeeOf(event, selectsGetOneField(info));
  }
}
