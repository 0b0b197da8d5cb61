import { Field, ID, InputType } from 'type-graphql';

@InputType('AddAttendeesContactInput', { description: 'The contact who registers the attendees.' })
export class AddAttendeesContactInput {
  @Field(() => String, { description: 'The name of the contact.' })
  name!: string;
  @Field(() => String, { description: 'The mobile number of the contact.' })
  mobile!: string;
}

@InputType('AddAttendeesFieldInput', { description: 'One form answer.' })
export class AddAttendeesFieldInput {
  @Field(() => String, { description: 'The key of the form field, as in FormField.name.' })
  name!: string;
  @Field(() => String, { description: 'The form answer. For a choice, one of FormField.options.' })
  value!: string;
}

@InputType('NewAttendeeInput', { description: 'One attendee to register.' })
export class NewAttendeeInput {
  @Field(() => String, { description: 'The name of the attendee.' })
  name!: string;
  @Field(() => String, { description: 'The mobile number of the attendee.' })
  mobile!: string;
  @Field(() => [AddAttendeesFieldInput], {
    defaultValue: [],
    description: "One entry for each further visible field of the activity's form.",
  })
  fields!: AddAttendeesFieldInput[];
  @Field(() => String, {
    nullable: true,
    description: 'A check-in code of at most 10 characters. Omitted: the service generates one (recommended).',
  })
  signCode?: string | null;
}

@InputType('AddAttendeesInput', { description: 'One or more attendees with one contact.' })
export class AddAttendeesInput {
  @Field(() => ID, { nullable: true, description: 'The id of the activity. Omitted: the default activity.' })
  activityId?: string | null;
  @Field(() => AddAttendeesContactInput, { description: 'The contact who registers the attendees.' })
  contact!: AddAttendeesContactInput;
  @Field(() => [NewAttendeeInput], { description: 'The attendees to register; at least one.' })
  attendees!: NewAttendeeInput[];
  @Field(() => String, { nullable: true, description: 'The registration channel. Omitted: none.' })
  channel?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      'Makes the mutation safe to repeat for 24 hours: a repeat with the same key and the same input returns the first result\n' +
      'and registers no attendee again. If the outcome is not known, the error is OUTCOME_UNKNOWN, and a repeat only looks the\n' +
      'attendees up. The same key with a different input is a user error, IDEMPOTENCY_KEY_REUSED. A key has 16 to 255 visible\n' +
      'ASCII characters.',
  })
  idempotencyKey?: string | null;
  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Checks the input and registers nothing: the payload has userErrors and no registrations.',
  })
  validateOnly!: boolean;
}
