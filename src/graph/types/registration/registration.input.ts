import { Field, ID, InputType } from 'type-graphql';

@InputType('AddAttendeesContactInput', { description: 'The contact who registers the attendees.' })
export class AddAttendeesContactInput {
  @Field(() => String)
  name!: string;
  @Field(() => String)
  mobile!: string;
}

@InputType('AddAttendeesFieldInput', { description: 'One form answer.' })
export class AddAttendeesFieldInput {
  @Field(() => String, { description: 'The key of the form field, as in FormField.name.' })
  name!: string;
  @Field(() => String)
  value!: string;
}

@InputType('NewAttendeeInput', { description: 'One attendee to register.' })
export class NewAttendeeInput {
  @Field(() => String)
  name!: string;
  @Field(() => String)
  mobile!: string;
  @Field(() => [AddAttendeesFieldInput], {
    defaultValue: [],
    description: "One entry for each further visible field of the activity's form.",
  })
  fields!: AddAttendeesFieldInput[];
  @Field(() => String, {
    nullable: true,
    description: 'A check-in code of at most 10 characters. If omitted, the service generates one (recommended).',
  })
  signCode?: string | null;
}

@InputType('AddAttendeesInput', { description: 'One or more attendees with one contact (§4.2).' })
export class AddAttendeesInput {
  @Field(() => ID, { nullable: true, description: 'The default activity if omitted.' })
  activityId?: string | null;
  @Field(() => AddAttendeesContactInput)
  contact!: AddAttendeesContactInput;
  @Field(() => [NewAttendeeInput])
  attendees!: NewAttendeeInput[];
  @Field(() => String, { nullable: true, description: 'The registration channel.' })
  channel?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      'Makes the mutation safe to repeat for 24 hours: a repeat with the same key and the same input returns the first outcome\n' +
      'and registers no attendee again. If the outcome is not known, the error is OUTCOME_UNKNOWN, and a repeat only looks the\n' +
      'attendees up. The same key with a different input is an error. A key has 16 to 255 visible ASCII characters.',
  })
  idempotencyKey?: string | null;
  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Checks the input and registers nothing: the payload has userErrors and no registrations.',
  })
  validateOnly!: boolean;
}
