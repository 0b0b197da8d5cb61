/* Published articles (§2.4). */

import { entriesOf } from '../json/json.js';
import { decodeInt, decodeObject, decodeUndocumentedTime } from './decode.js';
import type { UpstreamInvalidResponseError } from './errors.js';
import { computed, flag, instant, int, listOf, nullable, optionalInt, idAsText, optionalText, relatedId, text, decoded } from './field.js';
import type { ActivityId } from './ids.js';
import { entity, shape } from './record.js';
import { type Envelope, type RawObject, type ReplyPosition, requiredMember } from './reply.js';
import { recordsOfData } from './wire-record.js';

export class Article extends entity('article', {
  description: 'A published article.',
  scope: 'content:read',
  people: 'none',
  fields: {
    parentId: idAsText('parent_id', 'The id of the parent in the event service; null if there is none.'),
    userId: idAsText('user_id', 'The id of a user in the event service; null if there is none. Which user is not documented.'),
    title: text('post_title', 'The title; empty if the service has none.'),
    keywords: optionalText('post_keywords', 'The keywords in one string; null if empty.'),
    excerpt: optionalText('post_excerpt', 'The summary; null if empty.'),
    source: optionalText('post_source', 'The source that the article names; null if empty.'),
    author: optionalText('post_author', 'The author; null if empty.'),
    thumbnailUrl: optionalText('thumbnail', 'The address of the picture; null if empty.'),
    /** The body as the service sends it: HTML that is not sanitised. */
    rawHtml: optionalText('post_content'),
    url: optionalText('url', 'The address of the article; null if empty.'),
    attachment: optionalText('attach', 'The attachment, as the service sends it; null if empty.'),
    video: optionalText('video', 'The video, as the service sends it; null if empty.'),
    videoStatus: optionalInt(
      'video_status',
      "The service's code for the status of the video. Its values are not documented; null if there is none.",
    ),
    fileId: idAsText('fileId', 'The id of the file in the event service; null if there is none.', {}, 'String'),
    mediaId: idAsText('media_id', 'The id of the medium in the event service; null if there is none.', {}, 'String'),
    categoryStructure: optionalText(
      'category_id',
      "The service's serialised structure of categories, unchanged; null if empty. See `category`.",
    ),
    categoryServiceId: relatedId('ca_category_id'),
    readCount: int('read_count', 'How often the article was read.'),
    likeCount: int('like_count', 'How often the article was liked.'),
    createdAt: instant('create_time', 'When the article was created; null if not stated.'),
    publishedAt: instant('published_time', 'When the article was published; null if not stated.'),
    deletedAt: instant('delete_time', 'When the article was deleted; null if it is not deleted.'),
    editorType: optionalInt(
      'editor_type',
      "The service's code for the editor of the article. Its values are not documented; null if there is none.",
    ),
    postStatus: optionalInt(
      'post_status',
      "The service's code for the status of the article. Its values are not documented; null if there is none.",
    ),
    listOrder: optionalInt('list_order', "The service's number for the position in a list; null if there is none."),
    pinned: flag('is_top', 'Whether the article is pinned to the top of the list.'),
    pinnedUntil: decoded(
      nullable('String'),
      'top_time',
      decodeUndocumentedTime,
      "The service's time of the pinning, as it writes it; null if there is none. Its meaning and its format are not documented.",
    ),
    location: optionalInt(
      'location',
      "The service's code for the location of the article. Its values are not documented; null if there is none.",
    ),
  },
}) {
  /** The error for a body that cannot be made safe HTML. */
  invalidBody(expected: string): UpstreamInvalidResponseError {
    return this.read('post_content', (_raw, position) => position.invalid(expected));
  }
}

/** The articles of one reply (§4.7). */
export class ArticleList extends shape('ArticleList', {
  description: "The published articles, in the service's order.",
  scope: 'content:read',
  people: 'none',
  fields: {
    items: computed(
      listOf(() => Article),
      "The articles in the service's reply. Whether there are further pages is not documented.",
    ),
    itemsCount: computed('Int', "The service's counter of this name, unchanged. What it counts is not documented."),
    total: computed('Int', "The service's counter of this name, unchanged. It may exceed the number of `items`."),
    currentPage: computed('Int', 'The number of the page, as the service sends it.'),
  },
}) {
  readonly items: readonly Article[];
  readonly #raw: RawObject;
  readonly #position: ReplyPosition;

  /** @throws UpstreamInvalidResponseError for articles that are missing, or no list */
  constructor(raw: RawObject, position: ReplyPosition, activityId: ActivityId) {
    super();
    this.#raw = raw;
    this.#position = position;
    this.items = recordsOfData({ raw, position }, Article, activityId);
  }

  get itemsCount(): number {
    return this.#integer('itemsCount');
  }
  get total(): number {
    return this.#integer('total');
  }
  get currentPage(): number {
    return this.#integer('currentPage');
  }

  #integer(member: string): number {
    return decodeInt(this.#raw[member], this.#position.child(member));
  }
}

/** The list of §4.7. @throws UpstreamInvalidResponseError */
export function articleList({ raw, position }: Envelope, activityId: ActivityId): ArticleList {
  const dataPosition = position.child('data');
  const data = decodeObject(requiredMember(raw, 'data', position, 'an object'), dataPosition);
  return new ArticleList(entriesOf(data).length === 0 ? noArticles : data, dataPosition, activityId);
}

/** The reply about articles of an activity without any. */
const noArticles: RawObject = { data: [], itemsCount: 0, total: 0, currentPage: 1 };
