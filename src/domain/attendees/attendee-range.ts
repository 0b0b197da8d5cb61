/* Ranges of the list of attendees (§4.3), read in pages whose size the service decides. */

import type { Attendee } from '../../records/attendee.js';
import type { AttendeePage } from '../../service/replies.js';
import { idOrNull } from '../broken-values.js';

/** Consecutive attendees of an activity, in the service's order. */
// A class, because an object literal with a getter stays in memory (docs/decisions/0016-objects-have-a-fixed-shape.md).
export class AttendeeRange {
  constructor(
    /** Attendees with their positions in the service's list, which count from 0. */
    readonly entries: readonly { readonly attendee: Attendee; readonly position: number }[],
    readonly hasNextPage: boolean,
    readonly hasPreviousPage: boolean,
    /**
     * The position after which the next range begins: of the last entry or, without entries, of the last record. null at the end of the
     * list without entries.
     */
    readonly endPosition: number | null,
    private readonly first: AttendeePage,
  ) {}

  /** The number of attendees of the activity. @throws UpstreamInvalidResponseError */
  get totalCount(): number {
    return this.first.total;
  }
}

type ReadPage = (page: number, pageSize: number) => Promise<AttendeePage>;

/**
 * Reads `length` attendees from `offset` on with the fewest calls (§4.3). If the pages are not those requested, their size is inferred, and the range
 * is read in pages of that size: see `PageSizes`. A page is read once.
 * @throws UpstreamError; UpstreamInvalidResponseError if the service returns pages of several sizes, so that the position of a record is unknown
 */
export async function readRange(
  offset: number,
  length: number,
  maxPageSize: number,
  readPage: ReadPage,
  sizes: PageSizes,
): Promise<AttendeeRange> {
  const read = new Map<number, AttendeePage>();
  const page: ReadPage = async (number, pageSize) => {
    const received = read.get(number) ?? (await readPage(number, Math.min(pageSize, maxPageSize)));
    read.set(number, received);
    return received;
  };
  const requested = await readPages(sizes.plan(offset, length, maxPageSize), page);
  if (areCredible(requested, sizes)) {
    for (const { received } of requested.pages) sizes.recordReceived(received);
    return rangeOfPages(offset, length, requested);
  }
  const { pageSize } = requested.plan;
  const size = await inferredSize(requested, page);
  const first = read.get(1)!;
  if (size === pageSize) sizes.recordReceived(Math.min(size, first.received));
  else sizes.recordSize(pageSize, size);
  // If page 1 is the whole list, a service that ignores the number of the page would return all of it again.
  const isWholeList = size > pageSize && first.totalOrNull === size;
  const pageOfSize: ReadPage = isWholeList ? async (number) => (number === 1 ? first : first.withoutRecords()) : page;
  const received = size === pageSize ? requested : await readPages(planPages(offset, length, size, size), pageOfSize);
  const distinct = await withoutRepeats(received, page);
  const isPartial = (each: AttendeePage, index: number) => each.received !== (expectedRecords(each, distinct.plan, index) ?? each.received);
  if (distinct.pages.some((each, index) => each.received > size || (size > pageSize && isPartial(each, index)))) throw first.invalidSize();
  return rangeOfPages(offset, length, distinct);
}

async function readPages(plan: PagePlan, page: ReadPage): Promise<ReceivedPages> {
  return { plan, pages: await Promise.all(plan.pages.map((number) => page(number, plan.pageSize))) };
}

/** Returns the size of the service's pages if those of this size were requested. @throws UpstreamError */
async function inferredSize({ plan, pages }: ReceivedPages, page: ReadPage): Promise<number> {
  const { pageSize } = plan;
  const first = await page(1, pageSize);
  if (first.received > pageSize) return first.received;
  const others = pages.filter((other) => other !== first);
  if (first.received === 0 || [first, ...others].some(({ received }) => received === pageSize)) return pageSize;
  const later = others.length > 0 ? others : [await page(2, pageSize)];
  const isTruncated = later.some((other) => other.received > 0 && !haveSameRecords(other, first));
  return isTruncated ? Math.max(first.received, ...later.map(({ received }) => received)) : pageSize;
}

/** Empties the pages that repeat the page before them: they are after the end of the list. @throws UpstreamError */
async function withoutRepeats({ plan, pages }: ReceivedPages, page: ReadPage): Promise<ReceivedPages> {
  const withoutRepeat = async (received: AttendeePage, index: number): Promise<AttendeePage> => {
    const number = plan.pages[index]!;
    if (number === 1 || received.received === 0 || received.received === expectedRecords(received, plan, index)) return received;
    return haveSameRecords(received, await page(number - 1, plan.pageSize)) ? received.withoutRecords() : received;
  };
  return { plan, pages: await Promise.all(pages.map(withoutRepeat)) };
}

function haveSameRecords(one: AttendeePage, other: AttendeePage): boolean {
  const idAt = ({ items }: AttendeePage, index: number) => items[index] && idOrNull(items[index]);
  return one.received === other.received && one.items.every((_, index) => idAt(one, index) === idAt(other, index));
}

function rangeOfPages(offset: number, length: number, { plan, pages }: ReceivedPages): AttendeeRange {
  const { leadingRecords, pageSize } = plan;
  const records = recordsOfPages(pages, pageSize);
  const inRange = records.slice(leadingRecords, leadingRecords + length);
  const last = pages[pages.length - 1]!;
  // Unless the total is exactly the number of records so far, there may be more: a smaller total is wrong, so it excludes nothing.
  const hasNextPage = inRange.length === length && (records.length > leadingRecords + length || last.totalOrNull !== offset + length);
  const entries = distinctEntries(inRange, offset);
  // With hasNextPage and no cursor, a client would start again at the first page.
  const endPosition = entries.at(-1)?.position ?? (hasNextPage ? offset + inRange.length - 1 : null);
  return new AttendeeRange(entries, hasNextPage, offset > 0, endPosition, pages[0]!);
}

/**
 * The records from the beginning of the first page on, each at its position. A page before the last one may have fewer records than requested, or
 * more. It counts as a whole one, with null in place of a record that it lacks: else the records after it would change their positions.
 */
function recordsOfPages(pages: readonly AttendeePage[], pageSize: number): readonly (Attendee | null)[] {
  const last = pages.length - 1;
  if (last === 0) return pages[0]!.items;
  return pages.flatMap(({ items }, index) =>
    index === last || items.length === pageSize ? items : Array.from({ length: pageSize }, (_, position) => items[position] ?? null),
  );
}

/** Leaves out records of other activities and repeated records; the positions in the service's list remain. */
function distinctEntries(records: readonly (Attendee | null)[], offset: number): AttendeeRange['entries'] {
  const seen = new Set<number>();
  const entries: { attendee: Attendee; position: number }[] = [];
  records.forEach((attendee, index) => {
    const id = attendee && idOrNull(attendee);
    if (attendee === null || (id !== null && seen.has(id))) return;
    if (id !== null) seen.add(id);
    entries.push({ attendee, position: offset + index });
  });
  return entries;
}

/** The pages, all of one size, that cover a range of a list. Pages count from 1. */
interface PagePlan {
  readonly pageSize: number;
  readonly pages: readonly number[];
  /** The number of records on the first page that precede the range. */
  readonly leadingRecords: number;
}

/**
 * Plans the pages for `length` records that begin at `offset`: one page if any size up to `maxPageSize` allows it, else two, and more only if
 * `length` exceeds `maxPageSize`. Of the sizes that need equally few pages, the smallest is chosen, but none below `minPageSize`, even if that
 * exceeds the maximum. The domain reads these pages, and `graph/cost` counts them before the execution.
 */
export function planPages(offset: number, length: number, maxPageSize: number, minPageSize = 1): PagePlan {
  const smallest = Math.max(length, minPageSize);
  const largest = Math.max(maxPageSize, minPageSize);
  let pageSize = smallest;
  while (pageSize <= largest && (offset % pageSize) + length > pageSize) pageSize += 1;
  if (pageSize > largest) pageSize = Math.min(smallest, largest);
  const leadingRecords = offset % pageSize;
  const first = (offset - leadingRecords) / pageSize + 1;
  const count = Math.max(1, Math.ceil((leadingRecords + length) / pageSize));
  return { pageSize, pages: Array.from({ length: count }, (_, index) => first + index), leadingRecords };
}

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
interface ReceivedPages {
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
function areCredible({ plan, pages }: ReceivedPages, sizes: PageSizes): boolean {
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
function expectedRecords({ received, totalOrNull }: AttendeePage, { pages, pageSize }: PagePlan, index: number): number | null {
  if (totalOrNull === null || (totalOrNull === 0 && received > 0)) return null;
  return Math.min(pageSize, Math.max(0, totalOrNull - (pages[index]! - 1) * pageSize));
}
