import type { ActivityId, ServiceId } from './ids.js';

/** An article category (§2.5). */
export interface Category {
  readonly kind: 'category';
  readonly id: string;
  readonly serviceId: ServiceId;
  readonly activityId: ActivityId;
  /** A global id; null for a root category. */
  readonly parentId: string | null;
  readonly parentServiceId: ServiceId | null;
  readonly name: string;
  readonly intro: string | null;
  readonly content: string | null;
  readonly thumbnailUrl: string | null;
  readonly articleCount: number;
}
