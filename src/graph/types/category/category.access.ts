/* Who may read the fields of an article category. */

import type { TypeAccess } from '../../access/access-rows.js';
import type { CategoryResolver } from './category.resolver.js';
import type { CategoryType } from './category.type.js';

export const categoryAccess: TypeAccess<CategoryType | CategoryResolver> = {
  object: 'content:read',
  people: 'none',
  fields: {
    id: 'content:read',
    serviceId: 'content:read',
    activityId: 'content:read',
    parentId: 'content:read',
    name: 'content:read',
    intro: 'content:read',
    content: 'content:read',
    thumbnailUrl: 'content:read',
    articleCount: 'content:read',
    children: 'content:read',
    articles: 'content:read',
  },
};
