import type { AttendeePage } from '../../endpoint/attendee.js';
import type { Attendee } from '../../model/attendee.js';
import { idOrNull } from '../broken-values.js';
import { planPages } from '../reads/page-plan.js';
import { expectedRecords, mayBeTruncated, type PageSizeLimit, type ReceivedPages } from './page-size-limit.js';

/** Consecutive attendees of an activity, in the service's order. */
export interface AttendeeRange {
  /** Attendees with their positions in the service's list, which count from 0. */
  readonly entries: readonly { readonly attendee: Attendee; readonly position: number }[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /**
   * The position after which the next range begins: of the last entry or, without entries, of the last record. null at the end of the
   * list without entries.
   */
  readonly endPosition: number | null;
  /** The number of attendees of the activity. @throws UpstreamInvalidResponseError */
  readonly totalCount: number;
}

export type ReadPage = (page: number, pageSize: number) => Promise<AttendeePage>;

/**
 * Reads `length` attendees from `offset` on with the fewest calls (§4.3). If a page may be truncated, page 1 is read too. If page 1 is
 * truncated, the range is read a second time in pages of its size. `PageSizeLimit` explains the inference. @throws UpstreamError
 */
export async function readRange(
  offset: number,
  length: number,
  maxPageSize: number,
  readPage: ReadPage,
  limit: PageSizeLimit,
): Promise<AttendeeRange> {
  const readPages = async (maxSize: number): Promise<ReceivedPages> => {
    const plan = planPages(offset, length, maxSize);
    return { plan, pages: await Promise.all(plan.pages.map((page) => readPage(page, plan.pageSize))) };
  };
  const first = await readPages(Math.min(maxPageSize, limit.confirmed ?? maxPageSize));
  const truncatedTo = mayBeTruncated(first, limit) ? await truncatedSize(first, readPage, limit) : null;
  if (truncatedTo === null) {
    for (const { received } of first.pages) limit.recordReceived(received);
    return rangeOfPages(offset, length, first);
  }
  const second = await readPages(truncatedTo);
  // If these pages contradict their total as well, the total is wrong, so it is no evidence of a limit.
  if (second.pages.every((page, index) => page.received === expectedRecords(page, second.plan, index))) limit.recordTruncated(truncatedTo);
  return rangeOfPages(offset, length, second);
}

/** Returns the size that pages are truncated to, which is that of page 1; null if they are whole. @throws UpstreamError */
async function truncatedSize({ plan, pages }: ReceivedPages, readPage: ReadPage, limit: PageSizeLimit): Promise<number | null> {
  const { pageSize } = plan;
  const { received } = plan.pages[0] === 1 ? pages[0]! : await readPage(1, pageSize);
  limit.recordReceived(received);
  // An empty page 1 contradicts the records of the others.
  return received === 0 || received >= pageSize ? null : received;
}

function rangeOfPages(offset: number, length: number, { plan, pages }: ReceivedPages): AttendeeRange {
  const { leadingRecords, pageSize } = plan;
  const records = recordsOfPages(pages, pageSize);
  const inRange = records.slice(leadingRecords, leadingRecords + length);
  const last = pages[pages.length - 1]!;
  const hasNextPage =
    inRange.length === length && (records.length > leadingRecords + length || mayHaveMore(last.totalOrNull, offset + length));
  const entries = distinctEntries(inRange, offset);
  // With hasNextPage and no cursor, a client would start again at the first page.
  const endPosition = entries.at(-1)?.position ?? (hasNextPage ? offset + inRange.length - 1 : null);
  return new Range(entries, hasNextPage, offset > 0, endPosition, pages[0]!);
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

// A class, because an object literal with a getter stays in memory (docs/decisions/0016-objects-have-a-fixed-shape.md).
class Range implements AttendeeRange {
  readonly #first: AttendeePage;

  constructor(
    readonly entries: AttendeeRange['entries'],
    readonly hasNextPage: boolean,
    readonly hasPreviousPage: boolean,
    readonly endPosition: number | null,
    first: AttendeePage,
  ) {
    this.#first = first;
  }

  get totalCount(): number {
    return this.#first.total;
  }
}

/** Whether there may be more records: unless the total is exactly their number so far. A smaller total is wrong, so it excludes nothing. */
function mayHaveMore(total: number | null, recordsSoFar: number): boolean {
  return total !== recordsSoFar;
}

/** Leaves out records of other activities and repeated records; the positions in the service's list remain. */
function distinctEntries(records: readonly (Attendee | null)[], offset: number): AttendeeRange['entries'] {
  const ids = records.map((record) => record && idOrNull(record));
  const seen = isInOrder(ids) ? null : new Set<number>();
  const entries: { attendee: Attendee; position: number }[] = [];
  records.forEach((attendee, index) => {
    const id = ids[index] ?? null;
    if (attendee === null || (id !== null && seen?.has(id))) return;
    if (id !== null) seen?.add(id);
    entries.push({ attendee, position: offset + index });
  });
  return entries;
}

/** Whether each id is greater than the one before it, or each is smaller. Then none is repeated, and no set is needed to find out. */
function isInOrder(ids: readonly (number | null)[]): boolean {
  const [first = null, second = null] = ids;
  const rising = first !== null && second !== null && second > first;
  return ids.every((id, index) => {
    const before = index === 0 ? null : ids[index - 1]!;
    return id !== null && (index === 0 || (before !== null && id !== before && id > before === rising));
  });
}
