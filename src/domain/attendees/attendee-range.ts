/* Ranges of the list of attendees (§4.3), read in pages whose size the service decides. */

import type { Attendee, AttendeePage } from '../../records/attendee.js';
import { idOrNull } from '../record-lists.js';

/** Consecutive attendees of an activity, in the service's order. */
export interface AttendeeRange {
  /** Attendees with their positions in the service's list, which count from 0. */
  readonly entries: readonly { readonly attendee: Attendee; readonly position: number }[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** The position after which the next range begins: the last one of the range, at the end of the list that of the last entry, if any. */
  readonly endPosition: number | null;
  /** A page of the service, which states the number of all attendees. */
  readonly page: AttendeePage;
}

type ReadPage = (page: number, pageSize: number) => Promise<AttendeePage>;

/**
 * Reads `length` attendees from `offset` on with the fewest calls (§4.3). If the pages are not those requested, their size is learned, and
 * the range is read in pages of that size: see `PageSizes`. A page is read once.
 * @throws UpstreamError; UpstreamInvalidResponseError if the service returns pages of several sizes, so that the position of a record is
 * unknown, as half of the calls may while a new version of it is deployed, or none of the attendees that its total counts
 */
export async function readRange(
  offset: number,
  length: number,
  maxPageSize: number,
  readPage: ReadPage,
  sizes: PageSizes,
): Promise<AttendeeRange> {
  const read = new Map<number, AttendeePage>();
  const readOnce: ReadPage = async (number, pageSize) => {
    const page = read.get(number) ?? (await readPage(number, Math.min(pageSize, maxPageSize)));
    read.set(number, page);
    return page;
  };
  const requested = sizes.choose(offset, length, maxPageSize);
  let pages = await readPages(requested, readOnce);
  let size = requested.pageSize;
  if (!sizes.areCredible(pages, size)) {
    size = await sizeOfPages(size, pages, readOnce);
    // A service may return no record if a page is too large for it.
    while ([...read.values()].every(isEmptyDespiteTotal)) {
      if (size === 1) throw read.get(1)!.invalid('attendees, because `total` is not 0,');
      size = Math.ceil(size / 2);
      read.clear();
      size = await sizeOfPages(size, [], readOnce);
    }
    pages = await readDistinctPages(choosePages(offset, length, size, size), readOnce);
    // A page with more records is of another size. One with fewer lacks a record that was deleted, unless pages are larger than requested:
    // then it is of another size if its total expects more.
    const isOfOtherSize = ({ records: { length: count }, expected }: ReceivedPage) =>
      count > size || (size > requested.pageSize && expected !== null && count !== expected);
    if (pages.some(isOfOtherSize) || overlap([...read.values()])) throw read.get(1)!.invalid('a page of the size of the others');
  }
  sizes.learn(requested.pageSize, size, [...read.values()]);
  return rangeOf(offset, length, size, pages);
}

/** Pages, all of one size, that cover a range of a list. They count from 1. */
interface ChosenPages {
  readonly pageSize: number;
  readonly pages: readonly number[];
}

/**
 * Chooses the pages for `length` records that begin at `offset`: one page if any size up to `maxPageSize` allows it, else two, and more
 * only if `length` exceeds `maxPageSize`. Of the sizes that need equally few pages, it is the smallest, but none below `minPageSize`, even
 * if that exceeds the maximum. The domain reads these pages, and `graph/cost` counts them before the execution.
 */
export function choosePages(offset: number, length: number, maxPageSize: number, minPageSize = 1): ChosenPages {
  const smallest = Math.max(length, minPageSize);
  const largest = Math.max(maxPageSize, minPageSize);
  let pageSize = smallest;
  while (pageSize <= largest && (offset % pageSize) + length > pageSize) pageSize += 1;
  if (pageSize > largest) pageSize = Math.min(smallest, largest);
  const first = Math.floor(offset / pageSize) + 1;
  const last = Math.ceil((offset + length) / pageSize);
  return { pageSize, pages: Array.from({ length: last - first + 1 }, (_, index) => first + index) };
}

/** A page as it was received. */
interface ReceivedPage {
  readonly number: number;
  readonly page: AttendeePage;
  /** The records that count as its own: none if it repeats the page before it, or page 1. */
  readonly records: AttendeePage['items'];
  /** The number of records that its total leaves for it. Null if the total is unusable: missing, or 0 on a page that has records. */
  readonly expected: number | null;
}

async function readPages({ pageSize, pages }: ChosenPages, read: ReadPage): Promise<readonly ReceivedPage[]> {
  const received = await Promise.all(pages.map((number) => read(number, pageSize)));
  return received.map((page, index) => {
    const { items, totalOrNull: total } = page;
    const number = pages[index]!;
    const isUsable = total !== null && (total > 0 || items.length === 0);
    const expected = isUsable ? Math.min(pageSize, Math.max(0, total - (number - 1) * pageSize)) : null;
    return { number, page, records: items, expected };
  });
}

/** Reads pages, and one more if the last of them has fewer records than expected: perhaps it lacks some, and others follow. */
async function readDistinctPages({ pageSize, pages }: ChosenPages, read: ReadPage): Promise<readonly ReceivedPage[]> {
  const received = await readPages({ pageSize, pages }, read);
  const distinct = await Promise.all(received.map((each) => withoutRepeat(each, pageSize, read)));
  const { number, records, expected } = distinct.at(-1)!;
  if (records.length === pageSize || records.length === expected) return distinct;
  const [next] = await readPages({ pageSize, pages: [number + 1] }, read);
  return [...distinct, await withoutRepeat(next!, pageSize, read)];
}

/**
 * What is known of the sizes of the pages that the service returns: the interface does not state them (§8). All operations share it.
 *
 * A service may return at most 50 records whatever is requested, always 50, or the whole list, and counts its pages in that
 * size: what it returns as page 3 of 100 are then the records from 101 to 150. So a page is credible if it has as many records
 * as its total leaves for it. A shorter last page of 50 may agree with a total of 250 by coincidence, until a longer page has
 * come. If a page is not credible, page 1 decides:
 *
 * 1. It has more records than requested: pages have as many as it has.
 * 2. It has fewer, and other records follow, on pages that may be truncated too: pages have as many as it has.
 * 3. Otherwise pages have the requested size. Page 1 lacks a record, the total is wrong, or the service repeats its last page, or page 1, for
 *    each page after it.
 */
export class PageSizes {
  /** The smallest and the largest page that is requested. */
  #smallest = 1;
  #largest = Infinity;
  /** The number of records of the longest page that came. */
  #received = 0;

  /** Chooses the pages of a range, of sizes that the service is not known to ignore. */
  choose(offset: number, length: number, maxPageSize: number): ChosenPages {
    return choosePages(offset, length, Math.min(maxPageSize, this.#largest), this.#smallest);
  }

  /** Whether all pages are as long as they should be. Without a usable total, none is. @param pageSize the size requested */
  areCredible(pages: readonly ReceivedPage[], pageSize: number): boolean {
    const longest = Math.max(this.#received, ...pages.map(({ records }) => records.length));
    return pages.every(
      ({ number, records: { length }, expected }) => length === expected && (number === 1 || length === pageSize || length < longest),
    );
  }

  /** Records the size that pages have if this one is requested. @param read the pages that came */
  learn(requested: number, size: number, read: readonly AttendeePage[]): void {
    if (size > requested) this.#smallest = size;
    if (size < requested) {
      this.#smallest = Math.min(this.#smallest, size);
      // A page that lacks records may look truncated, so a size counts when it is found again, and no longer page has come meanwhile.
      if (size === this.#received) this.#largest = size;
    }
    this.#received = size === requested ? Math.max(this.#received, ...read.map(({ items }) => items.length)) : size;
  }
}

/** Returns the size of the service's pages if those of this size were requested. @throws UpstreamError */
async function sizeOfPages(pageSize: number, pages: readonly ReceivedPage[], read: ReadPage): Promise<number> {
  const first = await read(1, pageSize);
  const { length } = first.items;
  if (length >= pageSize) return length;
  const next = await readPages({ pageSize, pages: [2] }, read);
  const others = [...next, ...pages].filter(({ page, records }) => records.length > 0 && !haveSameRecords(page, first));
  // Where pages are truncated, only the last one is shorter, and not by as much as if it had the requested size.
  const isTruncated = ({ records: { length: count }, expected }: ReceivedPage) =>
    count === length || (count < length && count !== expected);
  return others.length > 0 && others.every(isTruncated) ? length : pageSize;
}

/** Returns a page, without its records if they are those of the page before it or of page 1. @throws UpstreamError */
async function withoutRepeat(received: ReceivedPage, pageSize: number, read: ReadPage): Promise<ReceivedPage> {
  const { number, page, records, expected } = received;
  if (number === 1 || records.length === expected) return received;
  const isRepeat = haveSameRecords(page, await read(number - 1, pageSize)) || haveSameRecords(page, await read(1, pageSize));
  return isRepeat ? { number, page, records: [], expected } : received;
}

const isEmptyDespiteTotal = ({ items, totalOrNull: total }: AttendeePage) => items.length === 0 && (total ?? 0) > 0;

/** Whether pages have the same records, in one order. */
export function haveSameRecords({ items }: AttendeePage, { items: others }: AttendeePage): boolean {
  const idAt = (records: AttendeePage['items'], index: number) => records[index] && idOrNull(records[index]);
  return items.length === others.length && items.every((_, index) => idAt(items, index) === idAt(others, index));
}

/** Whether pages have several attendees in common, without being the same: one may if another was added between two calls. */
function overlap(pages: readonly AttendeePage[]): boolean {
  const seen = new Set<number>();
  const repeated = new Set<number>();
  for (const [index, page] of pages.entries()) {
    if (pages.slice(0, index).some((earlier) => haveSameRecords(earlier, page))) continue;
    const ids = page.items.map((record) => record && idOrNull(record)).filter((id) => typeof id === 'number');
    for (const id of ids) if (seen.has(id)) repeated.add(id);
    for (const id of ids) seen.add(id);
  }
  return repeated.size > 1;
}

/**
 * Returns the range that the pages contain. Records of other activities and repeated ones are left out; the positions in the list remain.
 */
function rangeOf(offset: number, length: number, pageSize: number, pages: readonly ReceivedPage[]): AttendeeRange {
  const stop = offset + length;
  const seen = new Set<number>();
  const entries: { attendee: Attendee; position: number }[] = [];
  for (const { number, records } of pages) {
    const start = (number - 1) * pageSize;
    const end = Math.min(start + records.length, stop);
    for (let position = Math.max(start, offset); position < end; position += 1) {
      const attendee = records[position - start];
      const id = attendee && idOrNull(attendee);
      if (!attendee || (typeof id === 'number' && seen.has(id))) continue;
      if (typeof id === 'number') seen.add(id);
      entries.push({ attendee, position });
    }
  }
  const last = pages.findLast(({ records }) => records.length > 0);
  const end = last ? (last.number - 1) * pageSize + last.records.length : 0;
  // Unless the total is exactly the number of records so far, there may be more: a smaller total is wrong, so it excludes nothing.
  const hasNextPage = end > stop || (end === stop && last!.page.totalOrNull !== stop);
  // The last entry is before that where the page lacks a record.
  const endPosition = hasNextPage ? stop - 1 : (entries.at(-1)?.position ?? null);
  return { entries, hasNextPage, hasPreviousPage: offset > 0, endPosition, page: pages[0]!.page };
}
