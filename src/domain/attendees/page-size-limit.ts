import type { AttendeePage } from '../../endpoint/attendee.js';
import type { PagePlan } from '../reads/page-plan.js';

/**
 * The page size limit of one list endpoint, inferred from replies: the interface does not state it (§8). All operations share it.
 *
 * Example: 257 attendees exist, and the service returns at most 50 of them in a page.
 *
 *     records 1 to 100     received   conclusion
 *     1 page of 100        50         the total leaves 100 for this page, so it is truncated: read again in pages of 50
 *     2 pages of 50        50, 50     as many as the total leaves for them: the limit 50 is recorded
 *
 * Once 50 is recorded twice in succession, it is confirmed: no larger page is requested until the process restarts. A limit that becomes
 * smaller later is inferred in the same way.
 *
 * Taken literally, 50 records of 100 would be the end of the list, and page 3 would begin at record 100 instead of 200.
 *
 * A list of given ids is continued instead of read again (`read-by-ids.ts`): if the next page has further attendees, the first one was
 * truncated. Such lists have a limit of their own, since a service may treat them differently.
 */
export class PageSizeLimit {
  /** The number of records of the largest page that was received whole; 0 before the first. */
  largestWhole = 0;
  /** The size that pages were last truncated to; null if none was. */
  suspected: number | null = null;
  /** The suspected size, once it was recorded twice in succession. */
  confirmed: number | null = null;

  /** Records a page that was not truncated. */
  recordWhole(received: number): void {
    if (received > this.largestWhole) this.largestWhole = received;
  }

  /** Records that pages are truncated to a size. */
  recordTruncated(received: number): void {
    if (this.suspected === received) this.confirmed = received;
    this.suspected = received;
    this.largestWhole = Math.min(this.largestWhole, received);
  }
}

/** A plan and the pages that were received for it, in its order. */
export interface ReceivedPages {
  readonly plan: PagePlan;
  readonly pages: readonly AttendeePage[];
}

/** Up to this size a page is assumed to be whole unless the service has truncated one. */
const trustedPageSize = 100;

/**
 * Returns the size that the service appears to truncate pages to; null if all pages appear whole. The evidence, the strongest first:
 *
 * 1. A page with as many records as requested is whole, and so are the other pages of the same reading.
 * 2. A page that contradicts its own total is truncated: 50 of 257 records on page 1 of 100, or 50 records beyond the end of the list.
 * 3. A page as long as the rest of the list normally is the rest. It is doubted if it is not the first page, no page of this size was ever
 *    whole, and pages were truncated to a smaller size before. So 20 records on page 3 of 50 are doubted if 120 exist and the limit is 20.
 *    It is also doubted if more than 100 records were requested, and a multiple of ten was received, as limits are.
 *
 * What can go wrong: with a wrong total, records are read again needlessly, and nothing is recorded. If a truncated page has no usable total,
 * or meets no condition of 3, the list appears to end there.
 */
export function truncatedSize({ plan, pages }: ReceivedPages, { largestWhole, suspected }: PageSizeLimit): number | null {
  const { pageSize } = plan;
  if (pages.some(({ received }) => received >= pageSize)) return null;
  const truncated = pages.filter((page, index) => {
    const expected = expectedRecords(page, plan, index);
    if (page.received === 0 || expected === null) return false;
    if (page.received !== expected) return true;
    if (plan.pages[index] === 1 || pageSize <= largestWhole) return false;
    return (suspected !== null && pageSize > suspected) || (pageSize > trustedPageSize && page.received % 10 === 0);
  });
  return truncated.length === 0 ? null : Math.max(...truncated.map(({ received }) => received));
}

/** The number of records that the total of a page leaves for this page; null if the total is unusable. */
export function expectedRecords({ totalOrNull }: AttendeePage, { pages, pageSize }: PagePlan, index: number): number | null {
  return totalOrNull === null ? null : Math.min(pageSize, Math.max(0, totalOrNull - (pages[index]! - 1) * pageSize));
}
