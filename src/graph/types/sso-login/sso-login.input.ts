import { Field, ID, InputType } from 'type-graphql';

@InputType('SsoLoginInput', { description: 'The attendee who signs in.' })
export class SsoLoginInput {
  @Field(() => ID, { nullable: true, description: 'The id of the activity. Omitted: the default activity.' })
  activityId?: string | null;
  @Field(() => String, {
    description:
      'The mobile number of the attendee, written as at the registration. The event service may not find it in another notation.',
  })
  mobile!: string;
  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Registers a new attendee if none has this mobile number. Also requires the scope `attendees:write`.',
  })
  addIfMissing!: boolean;
}
