import type { AttendeePage } from '../../endpoint/attendee.js';
import type { PagePlan } from './page-plan.js';

/**
 * The page size limit of one list endpoint, as this process has inferred it from replies. All operations share it.
 *
 * The interface has a page size parameter and does not state its largest value (§8). A service may therefore reply to
 * a request for 100 records with 50 records and count its pages by 50. Taken literally, such a reply looks like the end of the list,
 * and page 3 begins at record 100 instead of record 200: attendees would be missing, or appear at a wrong position. Event Graph
 * requests pages of at most `EVENT_SERVICE_MAX_PAGE_SIZE` records, and infers a smaller limit from the replies.
 *
 * Evidence, from the strongest to the weakest:
 * 1. A page with as many records as requested is whole. Pages up to that size are then trusted (`largestWhole`), and so are the
 *    other pages of the same reading.
 * 2. A page is truncated if its length differs from what its own `total` leaves for it: 50 records of 257 on a
 *    page of 100, or 50 records on a page that begins beyond the end of the list.
 * 3. A page that is exactly as long as the rest of the list is normally the rest of the list. It may also be a truncated
 *    page: 20 records on page 3 of 50 records, where 120 records exist and the limit is 20. It is doubted if it is not the first
 *    page, no page of the requested size was ever whole, and one of these holds: pages were truncated to a smaller size before;
 *    or more than 100 records were requested and the number received is a multiple of ten, as limits are.
 *
 * A suspected limit is tested immediately: the same records are read again in pages of that size (`attendee-range.ts`). If those
 * pages agree with their totals, the limit is recorded; recorded twice in succession, it is confirmed, and no larger page
 * is requested afterwards. A list of given ids is not read again, but continued (`read-by-ids.ts`): if the next page has further
 * attendees, the first one was truncated. Such lists have a limit of their own, since a service may treat them differently.
 *
 * What can go wrong:
 * - A wrong `total` causes one needless second reading. The records are right, and no limit is recorded.
 * - Without a usable `total` a truncated page cannot be recognised, and the list appears to end there.
 * - A truncated page that fulfils no condition of 3 is taken for the rest of the list.
 * - A confirmed limit stays until the process restarts. If the service raises its limit, reads cost more calls than
 *   necessary; if the service lowers it, the new limit is inferred as the first one was.
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

/** Returns the size that the service appears to truncate pages to, by the evidence above, or null if all pages appear whole. */
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
