/* Reads attendees by id from the list: one page, and further ones if it was truncated. */

import type { AttendeePage } from '../../endpoint/attendee.js';
import type { Attendee } from '../../model/attendee.js';
import type { ServiceId } from '../../model/ids.js';
import { toError } from '../../primitives/to-error.js';
import { idOrNull } from '../broken-values.js';
import type { PageSizeLimit } from './page-size-limit.js';

/** Reads one page of the list, restricted to these ids. Pages are numbered from 1. */
export type ReadPageOfIds = (page: number, pageSize: number, ids: readonly ServiceId[]) => Promise<AttendeePage>;

/** The attendees in the order of the ids; null for an unknown id, and an error for one that cannot be read. */
export type ResultsOfIds = readonly (Attendee | null | Error)[];

/**
 * Reads attendees by id (§4.3), in the order requested. Records are matched by id: records of other activities and repeated
 * records are ignored, and an id without a record is null.
 *
 * Normally this is one call, whose page has room for all ids. More ids than a confirmed limit permits are read in several parts at once.
 * If ids are missing and the page may have been truncated (see `PageSizeLimit`), further pages of the truncated size are read until one
 * brings nothing new.
 * @returns an error for each id of a part that fails, and for each id that is missing because a further page fails
 * @throws UpstreamError if there is one part, and its first page fails
 */
export async function readByIds(ids: readonly ServiceId[], limit: PageSizeLimit, readPage: ReadPageOfIds): Promise<ResultsOfIds> {
  const partSize = limit.confirmed ?? ids.length;
  if (ids.length <= partSize) return readPart(ids, limit, readPage);
  const parts = Array.from({ length: Math.ceil(ids.length / partSize) }, (_, index) => ids.slice(index * partSize, (index + 1) * partSize));
  const results = await Promise.all(
    parts.map((part) => readPart(part, limit, readPage).catch((error: unknown) => part.map(() => toError(error)))),
  );
  return results.flat();
}

async function readPart(ids: readonly ServiceId[], limit: PageSizeLimit, readPage: ReadPageOfIds): Promise<ResultsOfIds> {
  const { attendees, received, isComplete } = await readFirstPage(ids, limit, readPage);
  // A page that the service truncated to 50 records, for example, is page 1 of pages of 50. So the further pages are requested in this size.
  const missing = isComplete ? null : await readFurtherPages(ids, attendees, received, limit, readPage);
  return ids.map((id) => attendees.get(id) ?? missing);
}

/** The attendees on the first page of a read by ids. */
export interface FirstPage {
  readonly attendees: Map<number, Attendee>;
  /** The number of records on the page. */
  readonly received: number;
  /** Whether all attendees are found, or those that are missing do not exist. */
  readonly isComplete: boolean;
}

/** Reads one page, which has room for all ids. @throws UpstreamError */
export async function readFirstPage(ids: readonly ServiceId[], limit: PageSizeLimit, readPage: ReadPageOfIds): Promise<FirstPage> {
  const attendees = new Map<number, Attendee>();
  const requested = new Set<number>(ids);
  const page = await readPage(1, ids.length, ids);
  limit.recordReceived(page.received);
  collect(page, requested, attendees);
  const isComplete = attendees.size === requested.size || attendees.size === 0 || isLastPage(page, ids.length, 1, limit);
  return { attendees, received: page.received, isComplete };
}

/** Adds the attendees of the pages after a truncated one. @returns an error if one of them cannot be read */
async function readFurtherPages(
  ids: readonly ServiceId[],
  attendees: Map<number, Attendee>,
  pageSize: number,
  limit: PageSizeLimit,
  readPage: ReadPageOfIds,
): Promise<null | Error> {
  const requested = new Set<number>(ids);
  for (let number = 2; ; number += 1) {
    let page: AttendeePage;
    try {
      page = await readPage(number, pageSize, ids);
    } catch (error) {
      return toError(error);
    }
    limit.recordReceived(page.received);
    const before = attendees.size;
    collect(page, requested, attendees);
    const nothingNew = attendees.size === before;
    // Attendees that the first page lacked exist, so it was truncated.
    if (number === 2 && !nothingNew) limit.recordTruncated(pageSize);
    if (attendees.size === requested.size || nothingNew || isLastPage(page, pageSize, number, limit)) return null;
  }
}

/** Adds the requested attendees of a page that are not found yet. */
function collect({ items }: AttendeePage, requested: ReadonlySet<number>, attendees: Map<number, Attendee>): void {
  for (const attendee of items) {
    const id = attendee && idOrNull(attendee);
    if (id !== null && requested.has(id) && !attendees.has(id)) attendees.set(id, attendee!);
  }
}

/**
 * Whether this is the last page. If so, ids that are still missing have no attendee. The service may return fewer records on a page than were
 * requested, without saying so: then the other attendees are on the next page, and a short page alone does not prove that it is the last one.
 */
function isLastPage({ received, totalOrNull }: AttendeePage, pageSize: number, page: number, { largestReceived }: PageSizeLimit): boolean {
  // The page size is now one that the service does not truncate.
  if (page > 1) return received < pageSize;
  if (received >= pageSize) return true;
  if (totalOrNull !== null && totalOrNull > received) return false;
  // A truncated page has as many records as the limit permits, so none was longer.
  if (received < largestReceived) return true;
  // Some services report the records of the page as the total. A multiple of five may then be a page size limit.
  return totalOrNull === received && received % 5 !== 0;
}
