import type { AttendeePage } from '../endpoint/attendee.js';
import type { Attendee } from '../model/attendee.js';
import { readableId } from './readable-records.js';
import { PageCapacity } from './page-capacity.js';
import { planPages, type PagePlan } from './window.js';

/** A stretch of an activity's attendees in the service's order. */
export interface AttendeeWindow {
  readonly entries: readonly { readonly attendee: Attendee; readonly position: number }[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** Where the next page is counted from: the last entry's position, or the last row's where no row is an entry. null for an empty last page. */
  readonly endPosition: number | null;
  /** All attendees of the activity. @throws UpstreamInvalidResponseError */
  readonly totalCount: number;
}

export type ReadPage = (page: number, pageSize: number) => Promise<AttendeePage>;

/**
 * Reads the attendees from `offset` on with the fewest calls (§4.3). Where the service answers with smaller pages than
 * asked for, its page size is learned from the answer and the window is read anew in pages of that size.
 */
export async function readWindow(
  offset: number,
  length: number,
  maxPageSize: number,
  read: ReadPage,
  capacity: PageCapacity = new PageCapacity(),
): Promise<AttendeeWindow> {
  const readAll = async (size: number) => {
    const plan = planPages(offset, length, size);
    return { plan, answers: await Promise.all(plan.pages.map((page) => read(page, plan.pageSize))) };
  };
  let { plan, answers } = await readAll(Math.min(maxPageSize, capacity.limit ?? maxPageSize));
  const size = cutSize(plan, answers, capacity);
  if (size === null) {
    for (const { received } of answers) capacity.observe(received);
  } else {
    ({ plan, answers } = await readAll(size));
    // A total that contradicts these pages as well is wrong itself, and tells nothing of how large a page may be.
    if (answers.every((answer, index) => answer.received === leftFor(answer, plan, index))) capacity.cut(size);
  }
  return assemble(offset, length, plan, answers);
}

/** Up to this size a page is taken to come whole until the service shows otherwise. */
const usualPageSize = 100;

/**
 * The page size that the service cuts to, where a short answer is not what its total leaves for that page: shorter than
 * promised, or rows where the list should be over. A page cut short may by chance be as long as the rest of the list: that
 * is doubted where pages were cut short before, or where the page asked for is unusually large and looks like a page limit.
 */
function cutSize(plan: PagePlan, answers: readonly AttendeePage[], { proven, cutAt }: PageCapacity): number | null {
  const { pages, pageSize } = plan;
  if (answers.some(({ received }) => received >= pageSize)) return null;
  const cut = answers.filter((answer, index) => {
    const left = leftFor(answer, plan, index);
    if (answer.received === 0 || left === null) return false;
    if (answer.received !== left) return true;
    if (pages[index] === 1 || pageSize <= proven) return false;
    return (cutAt !== null && pageSize > cutAt) || (pageSize > usualPageSize && answer.received % 10 === 0);
  });
  return cut.length === 0 ? null : Math.max(...cut.map(({ received }) => received));
}

/** How many rows its total leaves for the page of an answer; null for a total that is none. */
function leftFor({ statedTotal }: AttendeePage, { pages, pageSize }: PagePlan, index: number): number | null {
  return statedTotal === null ? null : Math.min(pageSize, Math.max(0, statedTotal - (pages[index]! - 1) * pageSize));
}

function assemble(offset: number, length: number, { lead }: PagePlan, answers: readonly AttendeePage[]): AttendeeWindow {
  const rows = answers.length === 1 ? answers[0]!.items : answers.flatMap(({ items }) => items);
  const within = rows.slice(lead, lead + length);
  const last = answers[answers.length - 1]!;
  const hasNextPage = within.length === length && (rows.length > lead + length || promisesMore(last.statedTotal, offset + length));
  const entries = entriesOf(within, offset);
  // Without a position to go on from, a client would begin anew at the first page.
  const endPosition = entries.at(-1)?.position ?? (hasNextPage ? offset + within.length - 1 : null);
  return new Window(entries, hasNextPage, offset > 0, endPosition, answers[0]!);
}

// A class, because an object literal with a getter makes V8 keep each one, records and all, until a major collection.
class Window implements AttendeeWindow {
  readonly #first: AttendeePage;

  constructor(
    readonly entries: AttendeeWindow['entries'],
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

/** A total below what has been seen is no total: then there may be more. */
function promisesMore(total: number | null, seen: number): boolean {
  return total !== seen;
}

/** Records of other activities and repeated ones are left out; positions stay those of the service. */
function entriesOf(rows: readonly (Attendee | null)[], offset: number): AttendeeWindow['entries'] {
  const seen = new Set<number>();
  const entries: { attendee: Attendee; position: number }[] = [];
  rows.forEach((attendee, index) => {
    if (attendee === null) return;
    const id = readableId(attendee);
    if (id !== null && seen.has(id)) return;
    if (id !== null) seen.add(id);
    entries.push({ attendee, position: offset + index });
  });
  return entries;
}
