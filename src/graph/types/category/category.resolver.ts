import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Article } from '../../../records/article.js';
import type { Category } from '../../../records/category.js';
import type { GraphContext } from '../../context.js';
import { Reads } from '../../cost/reads.js';
import { ArticleType } from '../article/article.type.js';
import { CategoryType } from './category.type.js';

@Resolver(() => CategoryType)
export class CategoryResolver {
  @Reads({ calls: 1 })
  @FieldResolver(() => [CategoryType], { nullable: true, description: 'The categories below this one.' })
  children(@Root() category: Category, @Ctx() { activities }: GraphContext): Promise<readonly Category[]> {
    return activities.of(category).categories.childrenOf(category);
  }

  @Reads({ content: 'articles', shared: true })
  @FieldResolver(() => [ArticleType], { nullable: true, description: 'The published articles that name this category.' })
  articles(@Root() category: Category, @Ctx() { activities }: GraphContext): Promise<readonly Article[]> {
    return activities.of(category).articles.inCategory(category.serviceId);
  }
}
