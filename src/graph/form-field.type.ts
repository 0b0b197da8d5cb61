import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { FormField, FormFieldKind } from '../model/form-field.js';
import type { ActivityId } from '../model/ids.js';
import { FormFieldKindEnum } from './enums.js';

@ObjectType('FormField', { simpleResolvers: true, description: "One field of an activity's registration form (§2.1)." })
export class FormFieldType implements FormField {
  @Field(() => String, { description: 'Field key: name and mobile are built in, custom ones are generated.' })
  name!: string;
  @Field(() => String, { description: "The field's type as the service sends it." })
  type!: string;
  @Field(() => FormFieldKindEnum, { description: 'The type, where the interface names it.' })
  kind!: FormFieldKind;
  @Field(() => String, { description: 'What a person reads beside the field.' })
  label!: string;
  @Field(() => String, { nullable: true, description: 'Default value; null for a choice.' })
  defaultValue!: string | null;
  @Field(() => [String], { nullable: true, description: 'The options of a choice (type radio), else null.' })
  options!: readonly string[] | null;
  @Field(() => Int, { description: "The field's place in the form." })
  sort!: number;
  @Field(() => Boolean, { description: 'Whether the form leaves the field out.' })
  hidden!: boolean;
  @Field(() => String, { nullable: true, description: 'What the empty field shows.' })
  placeholder!: string | null;
  @Field(() => ID, { description: 'The activity whose form this is.' })
  activityId!: ActivityId;
}
