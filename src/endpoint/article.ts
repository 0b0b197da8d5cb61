import type { Article, ArticleList } from '../model/article.js';
import type { ActivityId, ServiceId } from '../model/ids.js';
import type { UpstreamInvalidResponseError } from '../model/upstream-errors.js';
import { foreignId, int, object, optionalId, requiredMember, type RawObject } from './decode.js';
import { noSecrets, type ContentEndpoint } from './endpoint.js';
import { records } from './envelope.js';
import type { Source } from './source.js';
import { EntityView } from './view.js';

/** §4.7: the published articles. The interface documents no parameters, so none are sent. */
export const listArticles: ContentEndpoint<'articles', void, ArticleList> = {
  name: 'listArticles',
  section: '4.7',
  method: 'POST',
  path: '/api/article/getList',
  auth: 'service',
  repeatable: true,
  cachedAs: 'articles',
  secrets: noSecrets,
  encode: () => ({ form: [] }),
  decode: ({ raw, source }, activityId) =>
    new ArticleListView(object(requiredMember(raw, 'data', source, 'an object'), source.child('data')), source.child('data'), activityId),
};

class ArticleListView implements ArticleList {
  readonly items: readonly Article[];

  constructor(
    private readonly raw: RawObject,
    private readonly source: Source,
    activityId: ActivityId,
  ) {
    this.items = records(raw.data, source.child('data'), (record, position) => new ArticleView(record, position, activityId));
  }

  get itemsCount(): number {
    return int(this.raw.itemsCount, this.source.child('itemsCount'));
  }
  get total(): number {
    return int(this.raw.total, this.source.child('total'));
  }
  get currentPage(): number {
    return int(this.raw.currentPage, this.source.child('currentPage'));
  }
}

/** §2.4: an article. */
export class ArticleView extends EntityView implements Article {
  readonly kind = 'article';

  get parentId(): string | null {
    return this.read('parent_id', foreignId);
  }
  get userId(): string | null {
    return this.read('user_id', foreignId);
  }
  get title(): string {
    return this.text('post_title');
  }
  get keywords(): string | null {
    return this.optionalText('post_keywords');
  }
  get excerpt(): string | null {
    return this.optionalText('post_excerpt');
  }
  get source(): string | null {
    return this.optionalText('post_source');
  }
  get author(): string | null {
    return this.optionalText('post_author');
  }
  get thumbnailUrl(): string | null {
    return this.optionalText('thumbnail');
  }
  get rawHtml(): string | null {
    return this.optionalText('post_content');
  }
  /** The error for a body that cannot be made safe HTML. */
  invalidBody(expected: string): UpstreamInvalidResponseError {
    return this.read('post_content', (_raw, source) => source.invalid(expected));
  }
  get url(): string | null {
    return this.optionalText('url');
  }
  get attachment(): string | null {
    return this.optionalText('attach');
  }
  get video(): string | null {
    return this.optionalText('video');
  }
  get videoStatus(): number | null {
    return this.optionalInt('video_status');
  }
  get fileId(): string | null {
    return this.read('fileId', foreignId);
  }
  get mediaId(): string | null {
    return this.read('media_id', foreignId);
  }
  get categoryStructure(): string | null {
    return this.optionalText('category_id');
  }
  get categoryServiceId(): ServiceId | null {
    return this.read('ca_category_id', optionalId) as ServiceId | null;
  }
  get readCount(): number {
    return this.int('read_count');
  }
  get likeCount(): number {
    return this.int('like_count');
  }
  get createdAt(): Date | null {
    return this.instant('create_time');
  }
  get publishedAt(): Date | null {
    return this.instant('published_time');
  }
  get deletedAt(): Date | null {
    return this.instant('delete_time');
  }
  get editorType(): number | null {
    return this.optionalInt('editor_type');
  }
  get postStatus(): number | null {
    return this.optionalInt('post_status');
  }
  get listOrder(): number | null {
    return this.optionalInt('list_order');
  }
  get pinned(): boolean {
    return (this.optionalInt('is_top') ?? 0) !== 0;
  }
  get pinnedUntil(): string | null {
    return this.read('top_time', foreignId);
  }
  get location(): number | null {
    return this.optionalInt('location');
  }
}
