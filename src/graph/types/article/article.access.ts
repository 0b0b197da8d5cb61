/* Who may read the fields of articles. */

import type { TypeAccess } from '../../access/access-rows.js';
import type { ArticleResolver } from './article.resolver.js';
import type { ArticleListType, ArticleType } from './article.type.js';

export const articleListAccess: TypeAccess<ArticleListType> = {
  object: 'content:read',
  people: 'none',
  fields: {
    items: 'content:read',
    itemsCount: 'content:read',
    total: 'content:read',
    currentPage: 'content:read',
  },
};

export const articleAccess: TypeAccess<ArticleType | ArticleResolver> = {
  object: 'content:read',
  people: 'none',
  fields: {
    id: 'content:read',
    serviceId: 'content:read',
    activityId: 'content:read',
    parentId: 'content:read',
    userId: 'content:read',
    title: 'content:read',
    keywords: 'content:read',
    excerpt: 'content:read',
    source: 'content:read',
    author: 'content:read',
    thumbnailUrl: 'content:read',
    url: 'content:read',
    attachment: 'content:read',
    video: 'content:read',
    videoStatus: 'content:read',
    fileId: 'content:read',
    mediaId: 'content:read',
    categoryStructure: 'content:read',
    readCount: 'content:read',
    likeCount: 'content:read',
    createdAt: 'content:read',
    publishedAt: 'content:read',
    deletedAt: 'content:read',
    editorType: 'content:read',
    postStatus: 'content:read',
    listOrder: 'content:read',
    pinned: 'content:read',
    pinnedUntil: 'content:read',
    location: 'content:read',
    content: 'content:read',
    category: 'content:read',
  },
};
