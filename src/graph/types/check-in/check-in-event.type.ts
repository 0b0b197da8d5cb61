import { Field, ID, ObjectType } from 'type-graphql';
import type { Json } from '../../../primitives/json.js';
import type { CheckInEvent } from '../../../records/check-in-event.js';
import type { ActivityId } from '../../../records/ids.js';
import { DateTimeScalar, JsonScalar } from '../scalars.js';

@ObjectType('CheckInEvent', {
  simpleResolvers: true,
  description: 'A check-in as the service pushed it. What the payload means is not documented.',
})
export class CheckInEventType implements Omit<CheckInEvent, 'attendeeServiceId'> {
  @Field(() => ID, { description: 'Unique for each push. It is not a service id.' })
  id!: string;
  @Field(() => ID, { description: 'The id of the activity, such as "1001".' })
  activityId!: ActivityId;
  @Field(() => DateTimeScalar, { description: 'When the push was received.' })
  receivedAt!: Date;
  @Field(() => JsonScalar, { description: 'The body of the push. If it was sent as a form, a JSON object of its fields.' })
  payload!: Json;
}
