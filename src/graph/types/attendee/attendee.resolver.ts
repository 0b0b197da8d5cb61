import { Arg, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Activity } from '../../../domain/activities.js';
import { formAnswerByName, formAnswersInOrder, type FormAnswer } from '../../../domain/registration/form-fields.js';
import type { JsonObject } from '../../../primitives/json.js';
import type { Attendee, GetOneField } from '../../../records/attendee.js';
import type { GraphContext } from '../../context.js';
import { nothing, Reads } from '../../cost/reads.js';
import { ActivityType } from '../activity/activity.type.js';
import { DecimalScalar, JsonObjectScalar } from '../scalars.js';
import { readGetOneField } from './attendee-get-one.js';
import { AttendeeType, CustomFieldValueType } from './attendee.type.js';

@Resolver(() => AttendeeType)
export class AttendeeResolver implements Readonly<Record<GetOneField, unknown>> {
  @Reads(nothing)
  @FieldResolver(() => ActivityType, { description: 'The activity that the attendee is registered for.' })
  activity(@Root() attendee: Attendee, @Ctx() { activities }: GraphContext): Activity {
    return activities.of(attendee);
  }

  @Reads({ getOne: true })
  @FieldResolver(() => String, {
    nullable: true,
    description: 'The tax number of the company; null if empty. Costs one call to the service per attendee.',
  })
  companyTaxId(@Root() attendee: Attendee, @Ctx() { activities }: GraphContext): Promise<string | null> {
    return readGetOneField(activities.of(attendee), attendee, 'companyTaxId');
  }

  @Reads({ content: 'fields', shared: true })
  @FieldResolver(() => [CustomFieldValueType], {
    nullable: true,
    description: 'The form answers of the custom fields with their definitions, in the order of the form. Null if the service has none.',
  })
  async customFields(@Root() attendee: Attendee, @Ctx() { activities }: GraphContext): Promise<readonly FormAnswer[] | null> {
    const { formAnswers, form } = await formAnswersAndForm(attendee, activities.of(attendee));
    return formAnswers && formAnswersInOrder(formAnswers, form);
  }

  @Reads({ content: 'fields', shared: true })
  @FieldResolver(() => CustomFieldValueType, { nullable: true, description: 'One form answer by field key. Null if there is none.' })
  async customField(
    @Root() attendee: Attendee,
    @Arg('name', () => String, { description: 'The key of the form field, as in FormField.name.' }) name: string,
    @Ctx() { activities }: GraphContext,
  ): Promise<FormAnswer | null> {
    const { formAnswers, form } = await formAnswersAndForm(attendee, activities.of(attendee));
    return formAnswers && formAnswerByName(name, formAnswers, form);
  }

  // An attendee whose form answers do not decode in the list takes a get-one, which is not known in advance.
  @Reads(nothing)
  @FieldResolver(() => JsonObjectScalar, {
    nullable: true,
    description: 'The form answers of the custom fields as the service stores them, by field key. Null if the service has none.',
  })
  // Named as the service names it. Elsewhere in the code, content is what describes no person.
  content(@Root() attendee: Attendee, @Ctx() { activities }: GraphContext): Promise<JsonObject | null> {
    return activities.of(attendee).attendees.formAnswersOf(attendee);
  }

  @Reads(nothing)
  @FieldResolver(() => String, { nullable: true, description: 'The address of the QR image of the check-in code; null without a code.' })
  qrCodeUrl(@Root() { signCode }: Attendee, @Ctx() context: GraphContext): string | null {
    return signCode === null ? null : context.qrCodeUrl(signCode);
  }

  @Reads({ getOne: true })
  @FieldResolver(() => String, {
    nullable: true,
    description: 'The channel of the referrer; null if empty. Costs one call to the service per attendee.',
  })
  otherChannel(@Root() attendee: Attendee, @Ctx() { activities }: GraphContext): Promise<string | null> {
    return readGetOneField(activities.of(attendee), attendee, 'otherChannel');
  }

  @Reads({ getOne: true })
  @FieldResolver(() => DecimalScalar, {
    nullable: true,
    description: 'The points; null if not stated. Costs one call to the service per attendee.',
  })
  points(@Root() attendee: Attendee, @Ctx() { activities }: GraphContext): Promise<string | null> {
    return readGetOneField(activities.of(attendee), attendee, 'points');
  }
}

async function formAnswersAndForm(attendee: Attendee, { attendees, formFields }: Activity) {
  const [formAnswers, form] = await Promise.all([attendees.formAnswersOf(attendee), formFields.byName()]);
  return { formAnswers, form };
}
