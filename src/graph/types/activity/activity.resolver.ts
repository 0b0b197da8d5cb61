import { Arg, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import type { Activity } from '../../../domain/activities.js';
import { valueOr } from '../../../domain/broken-values.js';
import type { Article, ArticleList } from '../../../records/article.js';
import type { Category } from '../../../records/category.js';
import { BadInputError } from '../../../records/errors.js';
import type { FormField } from '../../../records/form-field.js';
import type { Schedule } from '../../../records/schedule.js';
import type { StockItem } from '../../../records/stock.js';
import { Reads } from '../../cost/reads.js';
import { serviceIdIn } from '../arguments.js';
import { ArticleListType, ArticleType } from '../article/article.type.js';
import { CategoryType } from '../category/category.type.js';
import { FormFieldType } from '../form-field/form-field.type.js';
import { DateScalar } from '../scalars.js';
import { ActivityScheduleType } from '../schedule/schedule.type.js';
import { GoodsType, TicketItemType } from '../stock/stock.type.js';
import { ActivityType } from './activity.type.js';

@Resolver(() => ActivityType)
export class ActivityResolver {
  @Reads({ content: 'fields' })
  @FieldResolver(() => [FormFieldType], { nullable: true, description: 'The fields of the registration form, by sort order.' })
  async formFields(
    @Root() activity: Activity,
    @Arg('includeHidden', () => Boolean, { defaultValue: false, description: 'Whether hidden fields are included.' })
    includeHidden: boolean,
  ): Promise<readonly FormField[]> {
    const fields = await activity.formFields.all();
    return includeHidden ? fields : visible(fields);
  }

  @Reads({ content: 'schedule' })
  @FieldResolver(() => ActivityScheduleType, {
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
    if (first === null && last === null) return activity.schedule.one();
    if (first !== null && last !== null && first > last) throw new BadInputError('from', 'a date that is not after `to`');
    return activity.schedule.between(first, last);
  }

  @Reads({ content: 'articles' })
  @FieldResolver(() => ArticleListType, {
    nullable: true,
    description: "The published articles, in the service's order, which is by publication time.",
  })
  articles(@Root() activity: Activity): Promise<ArticleList> {
    return activity.articles.all();
  }

  @Reads({ content: 'articles' })
  @FieldResolver(() => ArticleType, { nullable: true, description: 'One of the published articles. Null if there is none with this id.' })
  async article(
    @Root() activity: Activity,
    @Arg('id', () => ID, { description: 'The global id, or the service id.' }) id: string,
  ): Promise<Article | null> {
    const serviceId = serviceIdIn(activity, 'article', id, 'id');
    return serviceId === null ? null : activity.articles.byId(serviceId);
  }

  @Reads({ content: 'categories', input: { parentId: 'parentId' } })
  @FieldResolver(() => [CategoryType], {
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
    if (parentId === undefined || parentId === null) return activity.categories.all();
    const serviceId = serviceIdIn(activity, 'category', parentId, 'parentId');
    return serviceId === null ? [] : activity.categories.byParent(serviceId);
  }

  @Reads({ content: 'tickets' })
  @FieldResolver(() => [TicketItemType], { nullable: true, description: 'The stock of tickets.' })
  tickets(@Root() activity: Activity): Promise<readonly StockItem[]> {
    return activity.tickets.all();
  }

  @Reads({ content: 'goods', input: { goodsId: 'id' } })
  @FieldResolver(() => [GoodsType], { nullable: true, description: 'The stock of physical goods.' })
  async goods(
    @Root() activity: Activity,
    @Arg('id', () => ID, { nullable: true, description: 'One item: the global id, or the service id. Omitted: all goods.' })
    id: string | null | undefined,
  ): Promise<readonly StockItem[]> {
    if (id === undefined || id === null) return activity.goods.all();
    const serviceId = serviceIdIn(activity, 'goods', id, 'id');
    return serviceId === null ? [] : activity.goods.itemsById(serviceId);
  }
}

/** Omits hidden fields. A field whose `hidden` cannot be decoded counts as hidden: the organiser may not want it shown. */
function visible(fields: readonly FormField[]): readonly FormField[] {
  return fields.filter((field) => !valueOr(() => field.hidden, true));
}
