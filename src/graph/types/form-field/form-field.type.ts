import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { FormField, FormFieldKind } from '../../../records/form-field.js';
import type { ActivityId } from '../../../records/ids.js';
import { FormFieldKindEnum } from '../enums.js';

@ObjectType('FormField', { simpleResolvers: true, description: "One field of an activity's registration form." })
export class FormFieldType implements FormField {
  @Field(() => String, { description: 'The field key: `name`, `mobile`, or a generated one for custom fields.' })
  name!: string;
  @Field(() => String, { description: "The field's type, as the service sends it." })
  type!: string;
  @Field(() => FormFieldKindEnum, { description: 'The type as an enum. OTHER for a type that is not documented.' })
  kind!: FormFieldKind;
  @Field(() => String, { description: 'The label to display beside the field.' })
  label!: string;
  @Field(() => String, { nullable: true, description: 'The default value; null if empty, and for a choice.' })
  defaultValue!: string | null;
  @Field(() => [String], { nullable: true, description: 'The options of a choice (type radio), else null.' })
  options!: readonly string[] | null;
  @Field(() => Int, { description: 'The position of the field in the form.' })
  sort!: number;
  @Field(() => Boolean, { description: 'Whether the field is hidden in the form.' })
  hidden!: boolean;
  @Field(() => String, { nullable: true, description: 'The text that the empty field shows; null if empty.' })
  placeholder!: string | null;
  @Field(() => ID, { description: 'The id of the activity that the form belongs to, such as "1001".' })
  activityId!: ActivityId;
}
