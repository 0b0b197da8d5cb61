/* Activities: the type, with what the operator states of one; the root fields that return them; and the fields that lead to their records. */

import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Field, FieldResolver, ID, Info, Int, ObjectType, Query, Resolver, Root } from 'type-graphql';
import type { Activity } from '../../domain/activities.js';
import { valueOr } from '../../domain/record-lists.js';
import { Article, ArticleList } from '../../records/article.js';
import { Attendee } from '../../records/attendee.js';
import { Category } from '../../records/category.js';
import { BadInputError } from '../../records/errors.js';
import { FormField } from '../../records/form-field.js';
import type { EntityKind, ServiceId } from '../../records/ids.js';
import { Schedule, ScheduleItem } from '../../records/schedule.js';
import { Goods, TicketItem } from '../../records/stock.js';
import { Access } from '../access/access.js';
import { asSelf } from '../access/enforce-access.js';
import type { GraphContext } from '../context.js';
import { Reads } from '../cost/reads.js';
import { attendeeConnection, AttendeeConnection, defaultFirst, offsetOf, requestedRange } from './attendee-connection.js';
import { attendeeBy, AttendeeLookupInput, nullWithoutMatch } from './attendee-lookup.js';
import { orError, serviceIdIn } from './common-arguments.js';
import { DateScalar } from './scalars.js';

@Access({ scope: 'authenticated', people: 'none' })
@ObjectType('Activity', {
  description:
    'An event. The service has no endpoint that describes one, so an Activity has an id, what the operator states, and the records that belong to it.\n' +
    'Other subgraphs can add fields.\n' +
    'A field is null only together with an error, except in the cases that its description names.',
})
export class ActivityType {
  @Field(() => ID, { description: 'The id of the activity in the event service, such as "1001".' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'The name, as the operator states it (`ACTIVITIES_FILE`), or null.' })
  name!: string | undefined;

  @Field(() => String, { nullable: true, description: 'The place, as the operator states it, or null.' })
  place!: string | undefined;

  @Field(() => String, {
    nullable: true,
    description: 'The time zone, as the operator states it: a name of the IANA database, such as "Asia/Shanghai". Or null.',
  })
  timeZone!: string | undefined;

  @Field(() => String, {
    nullable: true,
    description: 'The currency of prices, as the operator states it: a code of ISO 4217, such as "CNY". Or null.',
  })
  currency!: string | undefined;

  @Field(() => DateScalar, { nullable: true, description: 'The first day, as the operator states it, or null.' })
  startsOn!: string | undefined;

  @Field(() => DateScalar, { nullable: true, description: 'The last day, as the operator states it, or null.' })
  endsOn!: string | undefined;
}

@Resolver()
export class ActivityQueryResolver {
  @Access('authenticated')
  @Reads({ lookUp: 'activity', by: 'id' })
  @Query(() => ActivityType, {
    nullable: true,
    description: 'One activity (event). Null if it is not served to the caller.',
  })
  activity(
    @Arg('id', () => ID, { nullable: true, description: 'The id of the activity. Omitted: the default activity.' })
    id: string | null | undefined,
    @Ctx() context: GraphContext,
  ): Activity | null {
    return id === undefined || id === null ? context.defaultActivity() : context.activityById(id, 'id');
  }

  @Access('authenticated')
  @Reads({ lookUp: 'activity' })
  @Query(() => [ActivityType], { description: 'All activities that are served to the caller, the default one first.' })
  activities(@Ctx() { activities }: GraphContext): readonly Activity[] {
    return activities.all();
  }

  @Access('authenticated')
  @Reads({ lookUp: 'activity', by: 'ids' })
  @Query(() => [ActivityType], {
    nullable: 'items',
    description: 'Activities by id, in the order requested; null for one that is not served. The batch field for schema stitching.',
  })
  activitiesByIds(
    @Arg('ids', () => [ID], { description: 'The ids of the activities.' }) ids: string[],
    @Ctx() context: GraphContext,
  ): readonly (Activity | null | Error)[] {
    return ids.map((id, index) => orError(() => context.activityById(id, `ids[${index}]`)));
  }
}

@Resolver(() => ActivityType)
export class ActivityResolver {
  @Access('attendees:read')
  @Reads({ page: offsetOf })
  @FieldResolver(() => AttendeeConnection, {
    nullable: true,
    description: 'The attendees, in pages. Use `after` or `offset`, not both.',
  })
  attendees(
    @Root() activity: Activity,
    @Arg('first', () => Int, {
      defaultValue: defaultFirst,
      description: "The length of the page: at least 1, at most the operator's limit.",
    })
    first: number,
    @Arg('after', () => String, { nullable: true, description: 'The cursor of the entry before the page.' })
    after: string | null | undefined,
    @Arg('offset', () => Int, { nullable: true, description: 'The number of entries before the page; at least 0.' })
    offset: number | null | undefined,
    @Info() info: GraphQLResolveInfo,
  ): ReturnType<typeof attendeeConnection> {
    return attendeeConnection(activity, requestedRange(activity, { first, after, offset }), info);
  }

  @Access('attendees:read')
  @Reads({ lookUp: 'attendee', by: 'by.id' })
  @FieldResolver(() => Attendee, { nullable: true, description: 'One attendee of this activity. ' + nullWithoutMatch })
  attendee(
    @Root() activity: Activity,
    @Arg('by', () => AttendeeLookupInput, { description: 'Exactly one of its fields.' }) by: AttendeeLookupInput,
    @Ctx() context: GraphContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Attendee | null> {
    return attendeeBy(activity, by, context, info);
  }

  @Access('self:read')
  @Reads({ calls: 1 })
  @FieldResolver(() => Attendee, {
    nullable: true,
    description:
      "The caller's own record in this activity, which is that of the attendee whom the caller's token names. Null if there is none.\n" +
      '`extensions.viewer` of the response then has the reason. Its fields require no other scope.',
  })
  async viewer(@Root() activity: Activity, @Ctx() { caller, noViewers }: GraphContext): Promise<Attendee | null> {
    const found = await activity.attendees.ofCaller(caller);
    if (typeof found !== 'string') return asSelf(found);
    if (!noViewers.some(({ activityId }) => activityId === activity.id)) noViewers.push({ reason: found, activityId: activity.id });
    return null;
  }

  @Access('content:read')
  @Reads({ content: 'fields' })
  @FieldResolver(() => [FormField], { nullable: true, description: 'The fields of the registration form, by sort order.' })
  async formFields(
    @Root() activity: Activity,
    @Arg('includeHidden', () => Boolean, { defaultValue: false, description: 'Whether hidden fields are included.' })
    includeHidden: boolean,
  ): Promise<readonly FormField[]> {
    const fields = await activity.formFields.all();
    return includeHidden ? fields : visible(fields);
  }

  @Access('content:read')
  @Reads({ content: 'schedule' })
  @FieldResolver(() => Schedule, {
    nullable: true,
    description: 'The schedule by day.',
  })
  schedule(
    @Root() activity: Activity,
    @Arg('from', () => DateScalar, { nullable: true, description: 'The first day to return. Omitted: the first of the schedule.' })
    from: string | null | undefined,
    @Arg('to', () => DateScalar, { nullable: true, description: 'The last day to return. Omitted: the last of the schedule.' })
    to: string | null | undefined,
  ): Promise<Schedule> {
    const [first, last] = [from ?? null, to ?? null];
    if (first === null && last === null) return activity.schedule.read();
    if (first !== null && last !== null && first > last) throw new BadInputError('from', 'a date that is not after `to`');
    return activity.schedule.between(first, last);
  }

  @Access('content:read')
  @Reads({ content: 'schedule' })
  @FieldResolver(() => ScheduleItem, {
    nullable: true,
    description: 'One item of the schedule, at any level. Null if there is none with this id.',
  })
  scheduleItem(@Root() activity: Activity, @RecordId() id: string): Promise<ScheduleItem | null> {
    return recordIn(activity.schedule, activity, 'scheduleItem', id);
  }

  @Access('content:read')
  @Reads({ content: 'articles' })
  @FieldResolver(() => ArticleList, {
    nullable: true,
    description: "The published articles, in the service's order, which is by publication time.",
  })
  articles(@Root() activity: Activity): Promise<ArticleList> {
    return activity.articles.read();
  }

  @Access('content:read')
  @Reads({ content: 'articles' })
  @FieldResolver(() => Article, { nullable: true, description: 'One of the published articles. Null if there is none with this id.' })
  article(@Root() activity: Activity, @RecordId() id: string): Promise<Article | null> {
    return recordIn(activity.articles, activity, 'article', id);
  }

  @Access('content:read')
  @Reads({ content: 'categories', input: { parentId: 'parentId' } })
  @FieldResolver(() => [Category], {
    nullable: true,
    description: 'The article categories.',
  })
  async categories(
    @Root() activity: Activity,
    @Arg('parentId', () => ID, {
      nullable: true,
      description:
        'The parent of the categories: the global id, or the service id. Omitted: the list that the service returns ' +
        'without a parent, which is either all categories or the roots only. `children` leads to the others.',
    })
    parentId: string | null | undefined,
  ): Promise<readonly Category[]> {
    if (parentId === undefined || parentId === null) return activity.categories.read();
    const serviceId = serviceIdIn(activity, 'category', parentId, 'parentId');
    return serviceId === null ? [] : activity.categories.byParent(serviceId);
  }

  @Access('content:read')
  @Reads({ content: 'categories' })
  @FieldResolver(() => Category, {
    nullable: true,
    description: 'One article category. Null if the list that the service returns without a parent does not contain it.',
  })
  category(@Root() activity: Activity, @RecordId() id: string): Promise<Category | null> {
    return recordIn(activity.categories, activity, 'category', id);
  }

  @Access('content:read')
  @Reads({ content: 'tickets' })
  @FieldResolver(() => [TicketItem], { nullable: true, description: 'The stock of tickets.' })
  tickets(@Root() activity: Activity): Promise<readonly TicketItem[]> {
    return activity.tickets.read();
  }

  @Access('content:read')
  @Reads({ content: 'tickets' })
  @FieldResolver(() => TicketItem, { nullable: true, description: 'One kind of ticket. Null if there is none with this id.' })
  ticket(@Root() activity: Activity, @RecordId() id: string): Promise<TicketItem | null> {
    return recordIn(activity.tickets, activity, 'ticketItem', id);
  }

  @Access('content:read')
  @Reads({ content: 'goods', input: { goodsId: 'id' } })
  @FieldResolver(() => [Goods], { nullable: true, description: 'The stock of physical goods.' })
  async goods(
    @Root() activity: Activity,
    @Arg('id', () => ID, { nullable: true, description: 'One item: the global id, or the service id. Omitted: all goods.' })
    id: string | null | undefined,
  ): Promise<readonly Goods[]> {
    if (id === undefined || id === null) return activity.goods.read();
    const serviceId = serviceIdIn(activity, 'goods', id, 'id');
    return serviceId === null ? [] : activity.goods.itemsById(serviceId);
  }

  @Access('content:read')
  @Reads({ content: 'goods' })
  @FieldResolver(() => Goods, {
    nullable: true,
    description: 'One kind of goods, from the list of all. Null if there is none with this id.',
  })
  goodsItem(@Root() activity: Activity, @RecordId() id: string): Promise<Goods | null> {
    return recordIn(activity.goods, activity, 'goods', id);
  }
}

/** The argument of a field that returns one record. */
function RecordId() {
  return Arg('id', () => ID, { description: 'The global id, or the service id.' });
}

/** Finds a record of an activity in its list. @returns null for an unknown one, and for one of another activity. @throws BadInputError */
async function recordIn<T>(
  list: { byId(id: ServiceId): Promise<T | null> },
  activity: Activity,
  kind: EntityKind,
  id: string,
): Promise<T | null> {
  const serviceId = serviceIdIn(activity, kind, id, 'id');
  return serviceId === null ? null : list.byId(serviceId);
}

/** Omits hidden fields. A field whose `hidden` cannot be decoded counts as hidden: the organiser may not want it shown. */
function visible(fields: readonly FormField[]): readonly FormField[] {
  return fields.filter((field) => !valueOr(() => field.hidden, true));
}
