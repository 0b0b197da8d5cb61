import type { Category } from '../records/category.js';
import * as field from '../records/field.js';
import { formatGlobalId } from '../records/ids.js';
import { EntityView, withFields } from '../records/view.js';

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
