import { Field, ID, InputType } from 'type-graphql';

@InputType('AddAttendeesContactInput', { description: 'Who registers.' })
export class AddAttendeesContactInput {
  @Field(() => String)
  name!: string;
  @Field(() => String)
  mobile!: string;
}

@InputType('AddAttendeesFieldInput', { description: 'One answer to the form.' })
export class AddAttendeesFieldInput {
  @Field(() => String, { description: 'Field key, as FormField.name has it.' })
  name!: string;
  @Field(() => String)
  value!: string;
}

@InputType('NewAttendeeInput', { description: 'Somebody to be registered.' })
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
  @Field(() => String, { nullable: true, description: "A check-in code of one's own choice, at most 10 characters. Best omitted." })
  signCode?: string | null;
}

@InputType('AddAttendeesInput', { description: 'One or more attendees under one contact (§4.2).' })
export class AddAttendeesInput {
  @Field(() => ID, { nullable: true, description: 'The default activity when omitted.' })
  activityId?: string | null;
  @Field(() => AddAttendeesContactInput)
  contact!: AddAttendeesContactInput;
  @Field(() => [NewAttendeeInput])
  attendees!: NewAttendeeInput[];
  @Field(() => String, { nullable: true, description: 'Registration channel.' })
  channel?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      'Makes the call safe to repeat: a repeat with the same key and the same input returns the first outcome\n' +
      'and registers nobody again; the same key with another input is an error.',
  })
  idempotencyKey?: string | null;
  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Check everything, send nothing: the answer holds userErrors and no registrations.',
  })
  validateOnly!: boolean;
}
