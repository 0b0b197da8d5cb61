import type { UpstreamInvalidResponseError } from './errors.js';
import type { ActivityId, ServiceId } from './ids.js';

/** The articles in one reply, in the service's order (§4.7). */
export interface ArticleList {
  readonly items: readonly Article[];
  readonly itemsCount: number;
  readonly total: number;
  readonly currentPage: number;
}

/** A published article (§2.4). */
export interface Article {
  readonly kind: 'article';
  readonly id: string;
  readonly serviceId: ServiceId;
  readonly activityId: ActivityId;
  readonly parentId: string | null;
  readonly userId: string | null;
  readonly title: string;
  readonly keywords: string | null;
  readonly excerpt: string | null;
  readonly source: string | null;
  readonly author: string | null;
  readonly thumbnailUrl: string | null;
  /** The body as the service sends it: HTML that is not sanitised. */
  readonly rawHtml: string | null;
  /** Returns the error for a body that breaks the interface, with its path in the reply. */
  invalidBody(expected: string): UpstreamInvalidResponseError;
  readonly url: string | null;
  readonly attachment: string | null;
  readonly video: string | null;
  readonly videoStatus: number | null;
  readonly fileId: string | null;
  readonly mediaId: string | null;
  readonly categoryStructure: string | null;
  /** The service id of the article's category. */
  readonly categoryServiceId: ServiceId | null;
  readonly readCount: number;
  readonly likeCount: number;
  readonly createdAt: Date | null;
  readonly publishedAt: Date | null;
  readonly deletedAt: Date | null;
  readonly editorType: number | null;
  readonly postStatus: number | null;
  readonly listOrder: number | null;
  readonly pinned: boolean;
  readonly pinnedUntil: string | null;
  readonly location: number | null;
}
