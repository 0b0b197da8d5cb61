import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, ID, Info, Int, Resolver, Root } from 'type-graphql';
import type { Activity } from '../../../domain/activities.js';
import { valueOr } from '../../../domain/tolerant-reads.js';
import type { Article, ArticleList } from '../../../model/article.js';
import type { Attendee } from '../../../model/attendee.js';
import type { Category } from '../../../model/category.js';
import { BadInputError } from '../../../model/errors.js';
import type { FormField } from '../../../model/form-field.js';
import type { Schedule } from '../../../model/schedule.js';
import type { StockItem } from '../../../model/stock.js';
import { ownAttendee } from '../../access/own-attendee.js';
import type { GraphContext } from '../../context.js';
import { serviceIdIn } from '../arguments.js';
import { ArticleListType, ArticleType } from '../article/article.type.js';
import { attendeeConnection } from '../attendee/attendee-connection.js';
import { AttendeeConnectionType } from '../attendee/attendee-connection.type.js';
import { attendeeBy, lookupOf } from '../attendee/attendee-lookup.js';
import { rangeOf } from '../attendee/attendee-range-arguments.js';
import { AttendeeLookupInput } from '../attendee/attendee.input.js';
import { AttendeeType } from '../attendee/attendee.type.js';
import { CategoryType } from '../category/category.type.js';
import { FormFieldType } from '../form-field/form-field.type.js';
import { DateScalar } from '../scalars.js';
import { ActivityScheduleType } from '../schedule/schedule.type.js';
import { GoodsType, TicketItemType } from '../stock/stock.type.js';
import { ActivityType } from './activity.type.js';

/** The default length of a page of attendees. */
export const defaultFirst = 20;

@Resolver(() => ActivityType)
export class ActivityResolver {
  @FieldResolver(() => [FormFieldType], {
    nullable: true,
    description: 'The registration form (§4.1), by sort order. Hidden fields are included only with `includeHidden`.',
  })
  async formFields(
    @Root() activity: Activity,
    @Arg('includeHidden', () => Boolean, { defaultValue: false }) includeHidden: boolean,
  ): Promise<readonly FormField[]> {
    const fields = await activity.form.fields();
    return includeHidden ? fields : visible(fields);
  }

  @FieldResolver(() => AttendeeConnectionType, {
    nullable: true,
    description: 'The attendees, in pages (§4.3). Use `after` (a cursor) or `offset`, not both.',
  })
  attendees(
    @Root() activity: Activity,
    @Arg('first', () => Int, { defaultValue: defaultFirst }) first: number,
    @Arg('after', () => String, { nullable: true }) after: string | undefined,
    @Arg('offset', () => Int, { nullable: true }) offset: number | undefined,
    @Ctx() { activities }: GraphContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<AttendeeConnectionType> {
    return attendeeConnection(activity, rangeOf(activity, { first, after, offset }, activities.maxPageSize), info);
  }

  @FieldResolver(() => AttendeeType, { nullable: true, description: 'One attendee of this activity (§4.4). Null if there is none.' })
  attendee(
    @Root() activity: Activity,
    @Arg('by', () => AttendeeLookupInput) by: AttendeeLookupInput,
    @Ctx() context: GraphContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Attendee | null> {
    return attendeeBy(activity, by, context, info);
  }

  @FieldResolver(() => AttendeeType, {
    nullable: true,
    description:
      "The caller's own record in this activity (§4.4): that of the attendee whom the caller's token names. Null if there is none.\n" +
      'Every field of this object is readable with the scope `self:read` alone.',
  })
  async viewer(@Root() activity: Activity, @Ctx() { caller }: GraphContext): Promise<Attendee | null> {
    const lookup = caller.attendee && lookupOf(caller.attendee, activity);
    const found = lookup && (await activity.attendees.bearing(lookup));
    return found ? ownAttendee(found) : null;
  }

  @FieldResolver(() => ActivityScheduleType, {
    nullable: true,
    description: 'The schedule (§4.6) by day. With `from` or `to`, only the days in that range, both included.',
  })
  schedule(
    @Root() activity: Activity,
    @Arg('from', () => DateScalar, { nullable: true }) from: string | undefined,
    @Arg('to', () => DateScalar, { nullable: true }) to: string | undefined,
  ): Promise<Schedule> {
    const [first, last] = [from ?? null, to ?? null];
    if (first === null && last === null) return activity.schedules.whole();
    if (first !== null && last !== null && first > last) throw new BadInputError('from', 'a date that is not after `to`');
    return activity.schedules.between(first, last);
  }

  @FieldResolver(() => ArticleListType, {
    nullable: true,
    description: "The published articles, in the service's order, which is by publication time (§4.7).",
  })
  articles(@Root() activity: Activity): Promise<ArticleList> {
    return activity.articles.list();
  }

  @FieldResolver(() => ArticleType, { nullable: true, description: 'One of the published articles. Null if there is none with this id.' })
  async article(@Root() activity: Activity, @Arg('id', () => ID) id: string): Promise<Article | null> {
    const serviceId = serviceIdIn(activity, 'article', id, 'id');
    return serviceId === null ? null : activity.articles.byId(serviceId);
  }

  @FieldResolver(() => [CategoryType], {
    nullable: true,
    description: 'Article categories (§4.8): all, or those below one parent.',
  })
  async categories(
    @Root() activity: Activity,
    @Arg('parentId', () => ID, { nullable: true }) parentId: string | undefined,
  ): Promise<readonly Category[]> {
    if (parentId === undefined || parentId === null) return activity.categories.all();
    const serviceId = serviceIdIn(activity, 'category', parentId, 'parentId');
    return serviceId === null ? [] : activity.categories.byParent(serviceId);
  }

  @FieldResolver(() => [TicketItemType], { nullable: true, description: 'Ticket stock (§4.9).' })
  tickets(@Root() activity: Activity): Promise<readonly StockItem[]> {
    return activity.stocks.tickets();
  }

  @FieldResolver(() => [GoodsType], { nullable: true, description: 'Stock of physical goods (§4.10): all, or one item.' })
  async goods(@Root() activity: Activity, @Arg('id', () => ID, { nullable: true }) id: string | undefined): Promise<readonly StockItem[]> {
    if (id === undefined || id === null) return activity.stocks.goods();
    const serviceId = serviceIdIn(activity, 'goods', id, 'id');
    return serviceId === null ? [] : activity.stocks.goodsItem(serviceId);
  }
}

/** Omits hidden fields. A field whose `hidden` cannot be decoded is included, and reports the error if `hidden` is selected. */
function visible(fields: readonly FormField[]): readonly FormField[] {
  return fields.filter((field) => !valueOr(() => field.hidden, false));
}
