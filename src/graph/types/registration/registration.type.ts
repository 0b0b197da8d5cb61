import { Field, ID, ObjectType } from 'type-graphql';
import type { UserError } from '../../../records/user-error.js';
import { ActivityUserErrorType } from '../user-error/user-error.type.js';

@ObjectType('AttendeeRegistration', { simpleResolvers: true, description: 'One attendee who was registered.' })
export class AttendeeRegistrationType {
  @Field(() => ID, { description: "The attendee's global id." })
  attendeeId!: string;
  @Field(() => String, { description: 'The check-in code, which the service chose or the input contained.' })
  signCode!: string;
  @Field(() => String, { description: 'The address of the QR image of the check-in code.' })
  qrCodeUrl!: string;
  @Field(() => String, { nullable: true, description: "The service's reference of the order; null if there is none." })
  orderId!: string | null;
}

@ObjectType('AddAttendeesPayload', { simpleResolvers: true, description: 'The result of a registration.' })
export class AddAttendeesPayloadType {
  @Field(() => [AttendeeRegistrationType], {
    nullable: true,
    description: 'The registrations, in the order of the input. Null if no attendee was registered.',
  })
  registrations!: readonly AttendeeRegistrationType[] | null;
  @Field(() => String, { nullable: true, description: "The service's description of the result; null if there is none." })
  description!: string | null;
  @Field(() => Boolean, {
    description: 'Whether this is the result of another mutation with the same key, an earlier or a concurrent one.',
  })
  replayed!: boolean;
  @Field(() => [ActivityUserErrorType], {
    description: 'The problems with the input, or the rejection by the service. Empty if the attendees were registered.',
  })
  userErrors!: readonly UserError[];
}
