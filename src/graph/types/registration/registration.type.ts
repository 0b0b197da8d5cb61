import { Field, ID, ObjectType } from 'type-graphql';
import type { UserError } from '../../../model/user-error.js';
import { ActivityUserErrorType } from '../user-error/user-error.type.js';

@ObjectType('AttendeeRegistration', { simpleResolvers: true, description: 'One attendee who was registered (§4.2).' })
export class AttendeeRegistrationType {
  @Field(() => ID, { description: "The attendee's global id." })
  attendeeId!: string;
  @Field(() => String)
  signCode!: string;
  @Field(() => String)
  qrCodeUrl!: string;
  @Field(() => String, { nullable: true })
  orderId!: string | null;
}

@ObjectType('AddAttendeesPayload', { simpleResolvers: true, description: 'The outcome of a registration.' })
export class AddAttendeesPayloadType {
  @Field(() => [AttendeeRegistrationType], {
    nullable: true,
    description: 'In the order of the input. Null if no attendee was registered.',
  })
  registrations!: readonly AttendeeRegistrationType[] | null;
  @Field(() => String, { nullable: true, description: "The service's description of the result." })
  description!: string | null;
  @Field(() => Boolean, { description: 'True if this is the stored outcome of an earlier mutation with the same key.' })
  replayed!: boolean;
  @Field(() => [ActivityUserErrorType])
  userErrors!: readonly UserError[];
}
