import type { Article, ArticleList } from '../records/article.js';
import { int, object, requiredMember, textUnlessZero, undocumentedTime, type RawObject } from '../records/decode.js';
import type { UpstreamInvalidResponseError } from '../records/errors.js';
import * as field from '../records/field.js';
import type { ActivityId } from '../records/ids.js';
import type { ReplyPosition } from '../records/reply-position.js';
import { EntityView, records, withFields } from '../records/view.js';
import type { Envelope } from './envelope.js';
import { entriesOf } from './json/json.js';

/** The list of §4.7. @throws UpstreamInvalidResponseError */
export function articleList({ raw, position }: Envelope, activityId: ActivityId): ArticleList {
  const dataPosition = position.child('data');
  const data = object(requiredMember(raw, 'data', position, 'an object'), dataPosition);
  return new ArticleListView(entriesOf(data).length === 0 ? noArticles : data, dataPosition, activityId);
}

/** What the service has no value for. */
const noArticles: RawObject = { data: [], itemsCount: 0, total: 0, currentPage: 1 };

class ArticleListView implements ArticleList {
  readonly items: readonly Article[];

  constructor(
    private readonly raw: RawObject,
    private readonly position: ReplyPosition,
    activityId: ActivityId,
  ) {
    this.items = records(raw.data, position.child('data'), (record, itemPosition) => new ArticleView(record, itemPosition, activityId));
  }

  get itemsCount(): number {
    return int(this.raw.itemsCount, this.position.child('itemsCount'));
  }
  get total(): number {
    return int(this.raw.total, this.position.child('total'));
  }
  get currentPage(): number {
    return int(this.raw.currentPage, this.position.child('currentPage'));
  }
}

/** §2.4: an article. */
export class ArticleView
  extends withFields(EntityView, {
    parentId: field.of('parent_id', textUnlessZero),
    userId: field.of('user_id', textUnlessZero),
    title: field.string('post_title'),
    keywords: field.optionalString('post_keywords'),
    excerpt: field.optionalString('post_excerpt'),
    source: field.optionalString('post_source'),
    author: field.optionalString('post_author'),
    thumbnailUrl: field.optionalString('thumbnail'),
    rawHtml: field.optionalString('post_content'),
    url: field.optionalString('url'),
    attachment: field.optionalString('attach'),
    video: field.optionalString('video'),
    videoStatus: field.optionalInt('video_status'),
    fileId: field.of('fileId', textUnlessZero),
    mediaId: field.of('media_id', textUnlessZero),
    categoryStructure: field.optionalString('category_id'),
    categoryServiceId: field.optionalServiceId('ca_category_id'),
    readCount: field.int('read_count'),
    likeCount: field.int('like_count'),
    createdAt: field.instant('create_time'),
    publishedAt: field.instant('published_time'),
    deletedAt: field.instant('delete_time'),
    editorType: field.optionalInt('editor_type'),
    postStatus: field.optionalInt('post_status'),
    listOrder: field.optionalInt('list_order'),
    pinned: field.flag('is_top'),
    /** A time as text, whose format is not documented. */
    pinnedUntil: field.of('top_time', undocumentedTime),
    location: field.optionalInt('location'),
  })
  implements Article
{
  readonly kind = 'article';

  /** The error for a body that cannot be made safe HTML. */
  invalidBody(expected: string): UpstreamInvalidResponseError {
    return this.read('post_content', (_raw, position) => position.invalid(expected));
  }
}
