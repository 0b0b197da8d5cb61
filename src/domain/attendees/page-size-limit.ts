import type { AttendeePage } from '../../endpoint/attendee.js';
import type { PagePlan } from '../reads/page-plan.js';

/**
 * The page size limit of one list endpoint, inferred from replies: the interface does not state it (§8). All operations share it.
 *
 * A truncated page has fewer records than requested because of the limit. Any other page is whole: it has as many records as requested, or it
 * is the end of the list. Example: 257 attendees exist, and the service returns at most 50 of them in a page.
 *
 *     records 1 to 100     received   conclusion
 *     1 page of 100        50         the total leaves 100 for this page, so it is truncated: read again in pages of 50
 *     2 pages of 50        50, 50     as many as the total leaves for them: the limit 50 is recorded
 *
 * Once 50 is recorded twice in succession, it is confirmed: no larger page is requested until the process restarts. A limit that becomes
 * smaller later is inferred in the same way.
 *
 * Without this inference, a page of 50 records would look like the end of the list, because 100 were requested. Page 3 would be taken for the
 * records from 200 on, although the service counts in pages of 50 and returns those from 100 on.
 *
 * A list of given ids is continued instead of read again (`read-by-ids.ts`): if the next page has further attendees, the first one was
 * truncated. Such lists have a limit of their own, since a service may treat them differently.
 */
export class PageSizeLimit {
  #largestReceived = 0;
  #suspected: number | null = null;
  #confirmed: number | null = null;

  /** The number of records of the largest page that was received: the limit is not below it. 0 before the first page. */
  get largestReceived(): number {
    return this.#largestReceived;
  }

  /** The limit, once it was recorded twice in succession. */
  get confirmed(): number | null {
    return this.#confirmed;
  }

  /** Records the length of a page. */
  recordReceived(received: number): void {
    if (received > this.#largestReceived) this.#largestReceived = received;
  }

  /** Records that pages are truncated to a size. */
  recordTruncated(size: number): void {
    if (this.#suspected === size) this.#confirmed = size;
    this.#suspected = size;
    this.#largestReceived = size;
  }
}

/** A plan and the pages that were received for it, in its order. */
export interface ReceivedPages {
  readonly plan: PagePlan;
  readonly pages: readonly AttendeePage[];
}

/**
 * Whether a page may be truncated: a truncated page 3 of 100 has the records of page 3 of 50, for example. The evidence:
 *
 * 1. A page with as many records as requested is whole, and so are the other pages of the same reading.
 * 2. An empty page is beyond the end of the list, with any limit.
 * 3. A page that contradicts its own total may be truncated: 50 of 257 records on page 1 of 100, or 50 records beyond the end of the list.
 * 4. A shorter page after the first one normally ends the list. It may be truncated as well: 50 records on page 3 of 100 are the rest of 250,
 *    or the third 50 of them. It is whole in two cases:
 *    4a. A page of the requested size was received before. After a page of 100 records, the 50 are the rest.
 *    4b. It agrees with its total, and a longer page was received before. A truncated page that agrees with its total has as many records as
 *        the limit permits. After a page of 80 records, the limit is at least 80, so the 50 are the rest.
 *
 * Page 1 of the same size then decides: the list has records after it, so it has as many as requested, or else as many as the limit permits.
 * Under 4, a process makes this call only until it has received longer pages. A client that paginates causes none; one that continues in a
 * new process causes at most one, at the end of the list.
 *
 * What can go wrong: with a wrong total, pages are read needlessly, and nothing is recorded. If page 1 alone is read, is truncated and has
 * no usable total, the list appears to end there.
 */
export function mayBeTruncated({ plan, pages }: ReceivedPages, { largestReceived }: PageSizeLimit): boolean {
  const { pageSize } = plan;
  if (pages.some(({ received }) => received >= pageSize)) return false;
  return pages.some((page, index) => {
    if (page.received === 0) return false;
    const expected = expectedRecords(page, plan, index);
    if (expected !== null && page.received !== expected) return true;
    return plan.pages[index] !== 1 && pageSize > largestReceived && (expected === null || page.received >= largestReceived);
  });
}

/** The number of records that the total of a page leaves for this page; null if the total is unusable. */
export function expectedRecords({ totalOrNull }: AttendeePage, { pages, pageSize }: PagePlan, index: number): number | null {
  return totalOrNull === null ? null : Math.min(pageSize, Math.max(0, totalOrNull - (pages[index]! - 1) * pageSize));
}
