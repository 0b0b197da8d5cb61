import { Arg, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { formAnswerByName, formAnswersInOrder, type FormAnswer } from '../domain/form-answers.js';
import type { Activity } from '../domain/activities.js';
import type { Attendee } from '../model/attendee.js';
import type { JsonObject } from '../model/json.js';
import { ActivityType } from './activity.type.js';
import { detailOf } from './attendee-detail.js';
import { AttendeeType, CustomFieldValueType } from './attendee.type.js';
import type { GraphContext } from './context.js';
import { DecimalScalar, JsonObjectScalar } from './scalars.js';

@Resolver(() => AttendeeType)
export class AttendeeResolver {
  @FieldResolver(() => ActivityType)
  activity(@Root() attendee: Attendee, @Ctx() { activities }: GraphContext): Activity {
    return activities.of(attendee);
  }

  @FieldResolver(() => String, { nullable: true, description: "Company's tax number. Costs a call per attendee." })
  async companyTaxId(@Root() attendee: Attendee, @Ctx() { activities }: GraphContext): Promise<string | null> {
    return (await detailOf(activities.of(attendee), attendee))?.companyTaxId ?? null;
  }

  @FieldResolver(() => [CustomFieldValueType], {
    nullable: true,
    description: 'Answers to the custom form fields, joined with their definitions, in form order.',
  })
  async customFields(@Root() attendee: Attendee, @Ctx() { activities }: GraphContext): Promise<readonly FormAnswer[] | null> {
    const { answers, form } = await answersAndForm(attendee, activities.of(attendee));
    return answers && formAnswersInOrder(answers, form);
  }

  @FieldResolver(() => CustomFieldValueType, { nullable: true, description: 'One answer by field key.' })
  async customField(
    @Root() attendee: Attendee,
    @Arg('name', () => String) name: string,
    @Ctx() { activities }: GraphContext,
  ): Promise<FormAnswer | null> {
    const { answers, form } = await answersAndForm(attendee, activities.of(attendee));
    return answers && formAnswerByName(name, answers, form);
  }

  @FieldResolver(() => JsonObjectScalar, {
    nullable: true,
    description: 'The custom form field values as the service holds them, keyed by field name.',
  })
  content(@Root() attendee: Attendee, @Ctx() { activities }: GraphContext): Promise<JsonObject | null> {
    return activities.of(attendee).attendees.formAnswersOf(attendee);
  }

  @FieldResolver(() => String, { nullable: true, description: 'Where the QR image of the check-in code is served.' })
  qrCodeUrl(@Root() { signCode }: Attendee, @Ctx() { activities }: GraphContext): string | null {
    return signCode === null ? null : activities.qrCodeUrl(signCode);
  }

  @FieldResolver(() => String, { nullable: true, description: 'Referrer channel. Costs a call per attendee.' })
  async otherChannel(@Root() attendee: Attendee, @Ctx() { activities }: GraphContext): Promise<string | null> {
    return (await detailOf(activities.of(attendee), attendee))?.otherChannel ?? null;
  }

  @FieldResolver(() => DecimalScalar, { nullable: true, description: 'Points. Costs a call per attendee.' })
  async points(@Root() attendee: Attendee, @Ctx() { activities }: GraphContext): Promise<string | null> {
    return (await detailOf(activities.of(attendee), attendee))?.points ?? null;
  }
}

async function answersAndForm(attendee: Attendee, { attendees, form }: Activity) {
  const [answers, fields] = await Promise.all([attendees.formAnswersOf(attendee), form.fields()]);
  return { answers, form: fields };
}
