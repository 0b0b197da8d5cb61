import { Field, ID, ObjectType } from 'type-graphql';
import type { Json } from '../../../primitives/json.js';
import type { CheckInMatch } from '../../../records/check-in.js';
import type { CheckInField, FormField } from '../../../records/form-field.js';
import { FormFieldType } from '../form-field/form-field.type.js';
import { JsonScalar } from '../scalars.js';

@ObjectType('CheckInField', {
  simpleResolvers: true,
  description: 'A form field with the form answer of the attendee, as a check-in point sees it.',
})
export class CheckInFieldType implements CheckInField {
  @Field(() => FormFieldType, { description: 'The definition of the form field.' })
  field!: FormField;
  @Field(() => String, { nullable: true, description: 'The stored form answer; null if empty. The service may have masked it.' })
  storedValue!: string | null;
}

@ObjectType('CheckInMatch', { simpleResolvers: true, description: 'An attendee as a check-in point sees it.' })
export class CheckInMatchType implements Omit<CheckInMatch, 'activityId' | 'attendeeServiceId'> {
  @Field(() => ID, { nullable: true, description: "The attendee's global id; null if the service states none." })
  attendeeId!: string | null;
  @Field(() => String, { nullable: true, description: 'The address of the picture; null if empty.' })
  avatarUrl!: string | null;
  @Field(() => [CheckInFieldType], { description: 'The form fields with the form answers of the attendee.' })
  fields!: readonly CheckInField[];
  @Field(() => String, {
    nullable: true,
    description: 'The QR code, as the service sends it; null if empty. Whether it is a text, an image or an address is not documented.',
  })
  qrCode!: string | null;
  @Field(() => [String], { description: "The attendee's tickets, as the service writes them." })
  tickets!: readonly string[];
  @Field(() => [String], { description: "The attendee's hotels, as the service writes them." })
  hotels!: readonly string[];
  @Field(() => [JsonScalar], { description: "The attendee's pick-ups, as the service sends them. Their shape is not documented." })
  pickups!: readonly Json[];
  @Field(() => [String], { description: "The attendee's seats, as the service writes them." })
  seats!: readonly string[];
}
