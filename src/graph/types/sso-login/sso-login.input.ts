import { Field, ID, InputType } from 'type-graphql';

@InputType('SsoLoginInput', { description: 'The attendee who signs in (§4.11).' })
export class SsoLoginInput {
  @Field(() => ID, { nullable: true, description: 'The default activity if omitted.' })
  activityId?: string | null;
  @Field(() => String)
  mobile!: string;
  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Registers a new attendee if none has this mobile number. It also requires the scope attendees:write.',
  })
  addIfMissing!: boolean;
}
