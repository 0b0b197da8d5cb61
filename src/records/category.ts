/* Article categories (§2.5). */

import { decodeOptionalId, hasNoValue } from './decode.js';
import { computed, int, nullable, optionalText, relatedId, text } from './field.js';
import { formatGlobalId, type ServiceId } from './ids.js';
import { entity } from './record.js';

export class Category extends entity('category', {
  description: 'An article category.',
  scope: 'content:read',
  people: 'none',
  fields: {
    parentServiceId: relatedId('parent_id'),
    parentId: computed(nullable('ID'), 'The global id of the parent category; null for a root.'),
    name: text('name', 'The name; empty if the service has none.'),
    intro: optionalText('intro', 'The summary; null if empty.'),
    content: optionalText('content', 'The details; null if empty.'),
    thumbnailUrl: optionalText('thumbnail', 'The address of the picture; null if empty.'),
    articleCount: int('count', 'The number of articles in the category, as the service reports it.'),
  },
}) {
  get parentId(): string | null {
    const parent = this.parentServiceId;
    return parent === null ? null : formatGlobalId(this.kind, this.activityId, parent);
  }
  /** Whether the record names a parent other than this one, or none. False if it does not say */
  isBelowOther(parentId: ServiceId): boolean {
    return this.read('parent_id', (raw, position) => !hasNoValue(raw) && decodeOptionalId(raw, position) !== parentId);
  }
}
