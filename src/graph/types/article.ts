/* The fields of an article that take arguments or read. */

import { Arg, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { Article } from '../../records/article.js';
import { Category } from '../../records/category.js';
import { enumOf } from '../../records/field.js';
import type { GraphContext } from '../context.js';
import { Reads } from '../cost/reads.js';

export const ArticleContentFormats = enumOf('ArticleContentFormat', 'The format of the body of an article.', {
  SAFE_HTML: { description: 'HTML that is safe to embed: it contains nothing that can be executed.' },
  TEXT: { description: 'Plain text.' },
  RAW_HTML: { description: 'The unchanged HTML of the service. Do not embed it unsanitised.' },
});

@Resolver(() => Article)
export class ArticleResolver {
  // Sanitising a body takes as long as writing many objects.
  @Reads({ calls: 0, weight: 1 })
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The body; null if empty. SAFE_HTML and TEXT accept HTML of at most 262,144 characters (without embedded pictures), 500 nested levels, and 10 of lists and quotations; a body beyond these limits is null with UPSTREAM_INVALID_RESPONSE. RAW_HTML has no limit.',
  })
  content(
    @Root() article: Article,
    @Ctx() { shared }: GraphContext,
    @Arg('format', () => ArticleContentFormats.names, {
      defaultValue: 'SAFE_HTML',
      description: 'The format of the body.',
    })
    format: keyof typeof ArticleContentFormats.values,
  ): string | null | Promise<string> {
    return format === 'RAW_HTML' ? article.rawHtml : shared.convertedBodies.bodyOf(article, format);
  }

  @Reads({ content: 'categories', shared: true })
  @FieldResolver(() => Category, {
    nullable: true,
    description: 'The category of the article. Null if the category list does not contain it.',
  })
  async category(@Root() article: Article, @Ctx() { activities }: GraphContext): Promise<Category | null> {
    const id = article.categoryServiceId;
    return id === null ? null : activities.ofRecord(article).categories.byId(id);
  }
}
