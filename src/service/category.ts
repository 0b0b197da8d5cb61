/* The endpoint of article categories (§4.8), and its record. */

import type { Category } from '../records/category.js';
import * as field from '../records/field.js';
import { formatGlobalId, type ServiceId } from '../records/ids.js';
import { EntityView, recordsOfData, withFields } from '../records/view.js';
import { noSecrets, type ContentEndpoint } from './endpoint.js';

/** §4.8: the article categories, or those under one parent. */
export const listCategories: ContentEndpoint<'categories', { readonly parentId?: ServiceId }, readonly Category[]> = {
  name: 'listCategories',
  section: '4.8',
  method: 'POST',
  path: '/api/article/getCategoryList',
  auth: 'service',
  repeatableBy: 'transport',
  cachedAs: 'categories',
  secrets: noSecrets,
  encode: ({ parentId }) => ({ form: parentId === undefined ? [] : [['parent_id', String(parentId)]] }),
  decode: (envelope, activityId) => recordsOfData(envelope, (record, position) => new CategoryView(record, position, activityId)),
};

/** §2.5: an article category. */
export class CategoryView
  extends withFields(EntityView, {
    parentServiceId: field.optionalServiceId('parent_id'),
    name: field.string('name'),
    intro: field.optionalString('intro'),
    content: field.optionalString('content'),
    thumbnailUrl: field.optionalString('thumbnail'),
    articleCount: field.int('count'),
  })
  implements Category
{
  readonly kind = 'category';

  get parentId(): string | null {
    const parent = this.parentServiceId;
    return parent === null ? null : formatGlobalId(this.kind, this.activityId, parent);
  }
}
