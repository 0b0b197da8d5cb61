/* Attendees: the root fields that return them, and the fields that take a further read. */

import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Field, FieldResolver, ID, Info, ObjectType, Query, Resolver, Root } from 'type-graphql';
import type { Activity } from '../../domain/activities.js';
import { formAnswerByName, formAnswersInOrder, type FormAnswer } from '../../domain/registration/form-fields.js';
import type { JsonObject } from '../../primitives/json-text.js';
import { Attendee, contactData, detailTable, identifiedOnly, type DetailField } from '../../records/attendee.js';
import { FormField } from '../../records/form-field.js';
import { parseGlobalId } from '../../records/ids.js';
import { Access } from '../access/access.js';
import type { GraphContext } from '../context.js';
import { nothing, Reads } from '../cost/reads.js';
import { ActivityType } from './activity.js';
import { attendeeBy, AttendeeLookupInput, AttendeeReference, lookUpReferences, nullWithoutMatch } from './attendee-lookup.js';
import { orError, serviceIdIn } from './common-arguments.js';
import { JsonObjectScalar, returnTypeOf } from './scalars.js';

@Resolver()
export class AttendeeQueryResolver {
  @Access('attendees:read')
  @Reads({ lookUp: 'attendee', by: 'by.id', activity: 'activityId' })
  @Query(() => Attendee, {
    nullable: true,
    description: 'One attendee by id, mobile, email or openId. ' + nullWithoutMatch,
  })
  attendee(
    @Arg('by', () => AttendeeLookupInput, { description: 'Exactly one of its fields.' }) by: AttendeeLookupInput,
    @ActivityOfIds() activityId: string | null | undefined,
    @Ctx() context: GraphContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Attendee | null> | null {
    const activity = activityNamed(by.id, activityId, context);
    return activity && attendeeBy(activity, by, context, info);
  }

  @Access('attendees:read')
  @Reads({ lookUp: 'attendee', by: 'ids', activity: 'activityId' })
  @Query(() => [Attendee], {
    nullable: 'itemsAndList',
    description:
      'Attendees by id, in the order requested; null for an unknown one. One call to the service per activity and page.\n' +
      'The batch field for schema stitching.',
  })
  attendeesByIds(
    @Arg('ids', () => [ID], { description: 'The global ids, or the service ids.' }) ids: string[],
    @ActivityOfIds() activityId: string | null | undefined,
    @Ctx() context: GraphContext,
    @Info() info: GraphQLResolveInfo,
  ): readonly unknown[] | Promise<readonly unknown[]> {
    // An activity that is not served is an error of the argument, not of each id.
    if (activityId !== undefined && activityId !== null) context.activityOf(activityId, 'activityId');
    const references = ids.map((id, index) =>
      orError(() => {
        const activity = activityNamed(id, activityId, context);
        const serviceId = activity && serviceIdIn(activity, 'attendee', id, `ids[${index}]`);
        return activity && serviceId && new AttendeeReference(activity, serviceId);
      }),
    );
    return lookUpReferences(references, info);
  }
}

/** The argument that names the activity of ids. */
function ActivityOfIds() {
  return Arg('activityId', () => ID, {
    nullable: true,
    description: 'The id of the activity. Omitted: the one that a global id names, else the default activity.',
  });
}

/**
 * Returns the activity of the argument, else the one that the global id names, else the default.
 * @returns null for an activity that is not served
 */
function activityNamed(id: string | undefined, activityId: string | null | undefined, context: GraphContext): Activity | null {
  const named = typeof id === 'string' && (activityId === null || activityId === undefined) ? parseGlobalId(id) : null;
  return named?.kind === 'attendee' ? context.activities.byId(named.activityId) : context.activityOf(activityId, 'activityId');
}

@Access({ scope: 'attendees:pii', people: 'covered by parent', self: 'self:read' })
@ObjectType('CustomFieldValue', { description: 'One form answer of an attendee.' })
class CustomFieldValueType implements FormAnswer {
  @Field(() => String, { description: 'The key of the form field.' })
  name!: string;
  @Field(() => FormField, { nullable: true, description: 'The definition. Null if the form no longer has the field.' })
  field!: FormField | null;
  @Field(() => String, {
    nullable: true,
    description: 'The form answer as a string; null if empty. A structured one is JSON in a string.',
  })
  value!: string | null;
}

@Resolver(() => Attendee)
export class AttendeeResolver {
  @Access(identifiedOnly)
  @Reads(nothing)
  @FieldResolver(() => ActivityType, { description: 'The activity that the attendee is registered for.' })
  activity(@Root() attendee: Attendee, @Ctx() { activities }: GraphContext): Activity {
    return activities.ofRecord(attendee);
  }

  @DetailOnly
  companyTaxId(@Root() attendee: Attendee, @Ctx() context: GraphContext) {
    return readDetailField('companyTaxId', attendee, context);
  }

  @Access(contactData)
  @Reads({ content: 'fields', shared: true })
  @FieldResolver(() => [CustomFieldValueType], {
    nullable: true,
    description: 'The form answers of the custom fields with their definitions, in the order of the form. Null if the service has none.',
  })
  async customFields(@Root() attendee: Attendee, @Ctx() { activities }: GraphContext): Promise<readonly FormAnswer[] | null> {
    const { formAnswers, form } = await formAnswersAndForm(attendee, activities.ofRecord(attendee));
    return formAnswers && formAnswersInOrder(formAnswers, form);
  }

  @Access(contactData)
  @Reads({ content: 'fields', shared: true })
  @FieldResolver(() => CustomFieldValueType, { nullable: true, description: 'One form answer by field key. Null if there is none.' })
  async customField(
    @Root() attendee: Attendee,
    @Arg('name', () => String, { description: 'The key of the form field, as in FormField.name.' }) name: string,
    @Ctx() { activities }: GraphContext,
  ): Promise<FormAnswer | null> {
    const { formAnswers, form } = await formAnswersAndForm(attendee, activities.ofRecord(attendee));
    return formAnswers && formAnswerByName(name, formAnswers, form);
  }

  // An attendee whose form answers do not decode in the list takes a detail call, which is not known in advance.
  @Access(contactData)
  @Reads(nothing)
  @FieldResolver(() => JsonObjectScalar, {
    nullable: true,
    description: 'The form answers of the custom fields as the service stores them, by field key. Null if the service has none.',
  })
  // Named as the service names it. In scopes and in the cache, content is what describes no person.
  content(@Root() attendee: Attendee, @Ctx() { activities }: GraphContext): Promise<JsonObject | null> {
    return activities.ofRecord(attendee).attendees.formAnswersOf(attendee);
  }

  @Access(contactData)
  @Reads(nothing)
  @FieldResolver(() => String, { nullable: true, description: 'The address of the QR image of the check-in code; null without a code.' })
  qrCodeUrl(@Root() { signCode }: Attendee, @Ctx() context: GraphContext): string | null {
    return signCode === null ? null : context.shared.qrCodeUrl(signCode);
  }

  @DetailOnly
  otherChannel(@Root() attendee: Attendee, @Ctx() context: GraphContext) {
    return readDetailField('otherChannel', attendee, context);
  }

  @DetailOnly
  points(@Root() attendee: Attendee, @Ctx() context: GraphContext) {
    return readDetailField('points', attendee, context);
  }
}

/** Declares the resolver of a detail field, as the record's table states the field. */
function DetailOnly(prototype: object, name: DetailField, method: PropertyDescriptor): void {
  const { type, description, access } = detailTable[name].graph!;
  Access(access)(prototype, name);
  Reads({ detail: true })(prototype, name);
  FieldResolver(() => returnTypeOf(type), { nullable: true, description })(prototype, name, method);
}

async function formAnswersAndForm(attendee: Attendee, { attendees, formFields }: Activity) {
  const [formAnswers, form] = await Promise.all([attendees.formAnswersOf(attendee), formFields.byName()]);
  return { formAnswers, form };
}

/** Returns a detail field: from the attendee if it has the field, else by a detail call. */
async function readDetailField(field: DetailField, attendee: Attendee, { activities }: GraphContext): Promise<string | null> {
  if (attendee.has(field)) return attendee[field];
  const detail = await activities.ofRecord(attendee).attendees.detailById(attendee.serviceId);
  return detail && detail[field];
}
