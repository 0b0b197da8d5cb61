import { Field, ID, ObjectType } from 'type-graphql';
import type { CheckInMatch } from '../../../model/check-in.js';
import type { CheckInField, FormField } from '../../../model/form-field.js';
import type { Json } from '../../../primitives/json.js';
import { FormFieldType } from '../form-field/form-field.type.js';
import { JsonScalar } from '../scalars.js';

@ObjectType('CheckInField', {
  simpleResolvers: true,
  description: 'A form field with the form answer of the attendee, as a check-in point sees it.',
})
export class CheckInFieldType implements CheckInField {
  @Field(() => FormFieldType)
  field!: FormField;
  @Field(() => String, { nullable: true, description: 'The stored form answer. The service may have masked it.' })
  storedValue!: string | null;
}

@ObjectType('CheckInMatch', { simpleResolvers: true, description: 'An attendee as a check-in point sees it (§4.5).' })
export class CheckInMatchType implements Omit<CheckInMatch, 'activityId' | 'attendeeServiceId'> {
  @Field(() => ID, { nullable: true, description: "The attendee's global id." })
  attendeeId!: string | null;
  @Field(() => String, { nullable: true })
  avatarUrl!: string | null;
  @Field(() => [CheckInFieldType])
  fields!: readonly CheckInField[];
  @Field(() => String, { nullable: true })
  qrCode!: string | null;
  @Field(() => [String])
  tickets!: readonly string[];
  @Field(() => [String])
  hotels!: readonly string[];
  @Field(() => [JsonScalar])
  pickups!: readonly Json[];
  @Field(() => [String])
  seats!: readonly string[];
}
