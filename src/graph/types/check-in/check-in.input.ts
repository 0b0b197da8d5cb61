import { Field, ID, InputType } from 'type-graphql';
import type { CheckInDevice } from '../../../records/check-in.js';
import { CheckInDeviceEnum } from '../enums.js';

@InputType('CheckInLookupInput', { description: 'The input of a check-in point that scans a code.' })
export class CheckInLookupInput {
  @Field(() => ID, { nullable: true, description: 'The id of the activity. Omitted: the default activity.' })
  activityId?: string | null;
  @Field(() => String, { description: 'The token that the service issued to the check-in point.' })
  token!: string;
  @Field(() => String, { description: 'The user id that the service issued with the token.' })
  userId!: string;
  @Field(() => CheckInDeviceEnum, { description: 'The device at the check-in point.' })
  deviceType!: CheckInDevice;
  @Field(() => ID, { description: 'The id of the check-in point in the event service.' })
  pointId!: string;
  @Field(() => String, { description: 'The scanned check-in code.' })
  signCode!: string;
}
