/* Who may read the position of a page. */

import type { TypeAccess } from '../access/access-rows.js';
import type { PageInfoType } from './page-info.type.js';

export const pageInfoAccess: TypeAccess<PageInfoType> = {
  object: 'public',
  people: 'none',
  fields: {
    hasNextPage: 'public',
    hasPreviousPage: 'public',
    startCursor: 'public',
    endCursor: 'public',
  },
};
