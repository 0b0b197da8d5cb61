import { listArticles } from '../../endpoint/article.js';
import { listCategories } from '../../endpoint/category.js';
import { getFormFields } from '../../endpoint/form-field.js';
import { listSchedule } from '../../endpoint/schedule.js';
import { listGoods, listTickets } from '../../endpoint/stock.js';
import type { CachedKind } from '../../model/cached-kind.js';
import { parseServiceId, type ActivityId } from '../../model/ids.js';
import type { Upstream } from './upstream.js';

/** A read of content, as planned from the text and arguments of a GraphQL operation before it is executed. */
export interface ContentRead {
  readonly kind: CachedKind;
  /** Empty for the default activity. */
  readonly activityId: string;
  /** The id of the requested category or goods; empty for all. */
  readonly id: string;
}

/** True if the cache would serve a read now. */
export function isCached(upstream: Upstream, activityId: ActivityId, { kind, id }: ContentRead): boolean {
  const serviceId = id === '' ? null : parseServiceId(id);
  if (id !== '' && serviceId === null) return false;
  switch (kind) {
    case 'fields':
      return upstream.isCached(getFormFields, activityId, undefined);
    case 'schedule':
      return upstream.isCached(listSchedule, activityId, undefined);
    case 'articles':
      return upstream.isCached(listArticles, activityId, undefined);
    case 'tickets':
      return upstream.isCached(listTickets, activityId, undefined);
    case 'categories':
      return upstream.isCached(listCategories, activityId, serviceId === null ? {} : { parentId: serviceId });
    case 'goods':
      return upstream.isCached(listGoods, activityId, serviceId === null ? {} : { goodsId: serviceId });
  }
}
