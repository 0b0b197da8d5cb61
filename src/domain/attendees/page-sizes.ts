import type { AttendeePage } from '../../service/attendee.js';
import { planPages, type PagePlan } from '../reads/page-plan.js';

/**
 * The sizes of the pages that the service returns, inferred from replies: the interface does not state them (§8). All operations share it.
 *
 * A service may return smaller pages than requested (never more than 50 records), larger ones (always 50), or the whole list, and counts its pages
 * in that size. Example: 257 attendees exist, and pages of 100 are requested.
 *
 *     page   pages of 100 records   at most 50, or always 50
 *     1      1 to 100               1 to 50
 *     3      201 to 257             101 to 150
 *
 * So each page is compared with the number of records that the total leaves for it (`areCredible`). If they differ, `readRange` infers the
 * size and reads the range again in pages of that size:
 *
 * 1. Page 1 has more records than requested: pages have as many as it has.
 * 2. Page 1 has fewer, and there are records after it: pages have as many as the largest of those that were received.
 * 3. Otherwise pages have the requested size. The total is wrong, or the page is one that repeats the page before it, as some services do for
 *    each page after the last one: then it counts as empty.
 *
 * Larger pages are certain, so no smaller ones are requested from then on. A smaller size is recorded twice in succession before it becomes the
 * largest size that is requested.
 *
 * What can go wrong: a service that behaves is called once for each page, so a coincidence is not noticed. Until a first page was received, the last
 * page of a service with larger pages may have exactly as many records as requested. A truncated page 1 whose total is the number of its own
 * records looks like the whole list.
 */
export class PageSizes {
  #smallest = 1;
  #largest = Infinity;
  #suspected: number | null = null;
  #received = 0;

  /** Plans the pages of a range, of sizes that the service returns. Pages may be larger than the maximum if the service has no smaller ones. */
  plan(offset: number, length: number, maxPageSize: number): PagePlan {
    return planPages(offset, length, Math.min(maxPageSize, this.#largest), this.#smallest);
  }

  /** The number of records of the largest page that was received, none larger than requested: the service returns pages of this size. */
  get received(): number {
    return this.#received;
  }

  /** Records the length of a page that is not larger than requested. */
  recordReceived(received: number): void {
    this.#received = Math.max(this.#received, received);
  }

  /** Records the size that pages have if another size is requested. */
  recordSize(requested: number, size: number): void {
    if (size > requested) {
      this.#smallest = size;
      if (size > this.#largest) this.#largest = Infinity;
    } else {
      if (size < this.#smallest) this.#smallest = 1;
      if (size === this.#suspected) this.#largest = size;
      this.#suspected = size;
      this.#received = size;
    }
  }
}

/** A plan and the pages that were received for it, in its order. */
export interface ReceivedPages {
  readonly plan: PagePlan;
  readonly pages: readonly AttendeePage[];
}

/**
 * Whether each page has the requested size, as far as the reply shows: it has as many records as its total leaves for it. A shorter page after the
 * first one agrees with its total by coincidence too: 50 records on page 3 of 100 are the rest of 250, or the third 50 of them. It is the rest if a
 * longer page was received before. A process that has received none compares it with page 1, so this costs one call at most once for each size.
 *
 * Without a usable total, only a full page 1 is credible.
 */
export function areCredible({ plan, pages }: ReceivedPages, sizes: PageSizes): boolean {
  const longest = Math.max(sizes.received, ...pages.map(({ received }) => received));
  return pages.every((page, index) => {
    const { received } = page;
    const expected = expectedRecords(page, plan, index);
    if (plan.pages[index] === 1) return received === (expected ?? plan.pageSize);
    return received === expected && (received === 0 || received === plan.pageSize || received < longest);
  });
}

/**
 * The number of records that the total of a page leaves for this page; null if the total is unusable, as is a total of no attendees on a page
 * that has some.
 */
export function expectedRecords({ received, totalOrNull }: AttendeePage, { pages, pageSize }: PagePlan, index: number): number | null {
  if (totalOrNull === null || (totalOrNull === 0 && received > 0)) return null;
  return Math.min(pageSize, Math.max(0, totalOrNull - (pages[index]! - 1) * pageSize));
}
