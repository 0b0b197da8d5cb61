import { Field, ID, InputType } from 'type-graphql';
import type { CheckInDevice } from '../../../model/check-in.js';
import { CheckInDeviceEnum } from '../enums.js';

@InputType('CheckInLookupInput', { description: 'The input of a check-in point that scans a code (§4.5).' })
export class CheckInLookupInput {
  @Field(() => ID, { nullable: true, description: 'The default activity if omitted.' })
  activityId?: string;
  @Field(() => String, { description: "From the service's check-in token operation." })
  token!: string;
  @Field(() => String, { description: 'From the same operation.' })
  userId!: string;
  @Field(() => CheckInDeviceEnum)
  deviceType!: CheckInDevice;
  @Field(() => ID)
  pointId!: string;
  @Field(() => String)
  signCode!: string;
}
