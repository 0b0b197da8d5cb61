/* The fields of a category that read. */

import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { Article } from '../../records/article.js';
import { Category } from '../../records/category.js';
import type { GraphContext } from '../context.js';
import { Reads } from '../cost/reads.js';

@Resolver(() => Category)
export class CategoryResolver {
  @Reads({ calls: 1 })
  @FieldResolver(() => [Category], { nullable: true, description: 'The categories below this one.' })
  children(@Root() category: Category, @Ctx() { activities }: GraphContext): Promise<readonly Category[]> {
    return activities.ofRecord(category).categories.childrenOf(category);
  }

  @Reads({ content: 'articles', shared: true })
  @FieldResolver(() => [Article], { nullable: true, description: 'The published articles that name this category.' })
  articles(@Root() category: Category, @Ctx() { activities }: GraphContext): Promise<readonly Article[]> {
    return activities.ofRecord(category).articles.inCategory(category.serviceId);
  }
}
