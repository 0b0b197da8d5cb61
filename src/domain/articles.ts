import { listArticles } from '../endpoint/article.js';
import type { Article, ArticleList } from '../model/article.js';
import type { ActivityId, ServiceId } from '../model/ids.js';
import { readable, recordWithId } from './found.js';
import type { Upstream } from './upstream.js';

/** The articles of one activity for one operation (§4.7): read once, however often asked for. */
export class Articles {
  #list: Promise<ArticleList> | undefined;

  constructor(
    private readonly upstream: Upstream,
    private readonly activityId: ActivityId,
  ) {}

  /** @throws UpstreamError */
  list(): Promise<ArticleList> {
    return (this.#list ??= this.upstream.read(listArticles, this.activityId, undefined));
  }

  /** @returns null for an article that the list does not hold. @throws UpstreamError */
  async byId(id: ServiceId): Promise<Article | null> {
    return recordWithId((await this.list()).items, id);
  }

  /** The articles that name this category. @throws UpstreamError */
  async inCategory(id: ServiceId): Promise<readonly Article[]> {
    return (await this.list()).items.filter((article) => readable(() => article.categoryServiceId, null) === id);
  }
}
