import type { Article, ArticleList } from '../../records/article.js';
import type { ActivityId, ServiceId } from '../../records/ids.js';
import { listArticles } from '../../service/endpoints.js';
import { recordsById, recordsGroupedBy } from '../broken-values.js';
import type { OperationUpstream } from '../reads/upstream.js';

/** The articles of one activity for one GraphQL operation (§4.7). The list is read once. */
export class Articles {
  #all: Promise<ArticleList> | undefined;
  #byId: Promise<ReadonlyMap<ServiceId, Article>> | undefined;
  #byCategory: Promise<ReadonlyMap<ServiceId, readonly Article[]>> | undefined;

  constructor(
    private readonly upstream: OperationUpstream,
    private readonly activityId: ActivityId,
  ) {}

  /** Reads all articles. @throws UpstreamError */
  all(): Promise<ArticleList> {
    return (this.#all ??= this.upstream.read(listArticles, this.activityId, undefined));
  }

  /** Returns an article by id, or null if the list does not contain it. @throws UpstreamError */
  async byId(id: ServiceId): Promise<Article | null> {
    this.#byId ??= this.all().then(({ items }) => recordsById(items));
    return (await this.#byId).get(id) ?? null;
  }

  /** Returns the articles of a category. @throws UpstreamError */
  async inCategory(id: ServiceId): Promise<readonly Article[]> {
    this.#byCategory ??= this.all().then(({ items }) => recordsGroupedBy(items, (article) => article.categoryServiceId));
    return (await this.#byCategory).get(id) ?? [];
  }
}
