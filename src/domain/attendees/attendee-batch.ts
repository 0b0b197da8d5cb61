import type { AttendeePage } from '../../endpoint/attendee.js';
import type { Attendee } from '../../model/attendee.js';
import type { ServiceId } from '../../model/ids.js';
import type { PageSizeLimit } from './page-size-limit.js';
import { idOrNull } from '../tolerant-reads.js';

export type ReadPageOfIds = (page: number, pageSize: number, ids: readonly ServiceId[]) => Promise<AttendeePage>;

/**
 * Reads attendees by id (§4.3), in the order requested. Records are matched by id: records of other activities and repeated
 * records are ignored, and an id without a record is null.
 *
 * Normally this is one call, whose page has room for all ids. If ids are missing and the page may have been truncated
 * (see `PageSizeLimit`), further pages of the truncated size are read until one brings nothing new.
 * @returns an error for each missing id if one of the further pages fails
 * @throws UpstreamError if the first page fails
 */
export async function readByIds(
  ids: readonly ServiceId[],
  limit: PageSizeLimit,
  readPage: ReadPageOfIds,
): Promise<(Attendee | null | Error)[]> {
  const requested = new Set<number>(ids);
  const attendees = new Map<number, Attendee>();
  let missing: null | Error = null;
  let pageSize = ids.length;
  for (let number = 1; ; number += 1) {
    let page: AttendeePage;
    try {
      page = await readPage(number, pageSize, ids);
    } catch (error) {
      if (number === 1) throw error;
      missing = error instanceof Error ? error : new Error('The page could not be read.');
      break;
    }
    limit.recordWhole(page.received);
    const before = attendees.size;
    for (const attendee of page.items) {
      const id = attendee && idOrNull(attendee);
      if (id !== null && requested.has(id) && !attendees.has(id)) attendees.set(id, attendee!);
    }
    const nothingNew = attendees.size === before;
    if (attendees.size === requested.size || nothingNew || isLastPage(page, pageSize, number, limit)) break;
    // The service counts the following pages by the size that it truncates to.
    if (number === 1) pageSize = page.received;
  }
  return ids.map((id) => attendees.get(id) ?? missing);
}

/** True if no records follow this page, although some ids are missing: their attendees do not exist. */
function isLastPage({ received, statedTotal }: AttendeePage, pageSize: number, number: number, { largestWhole }: PageSizeLimit): boolean {
  if (number > 1) return received < pageSize;
  if (received >= pageSize) return true;
  if (statedTotal !== null && statedTotal > received) return false;
  if (pageSize <= largestWhole) return true;
  // Some services report the records of the page as the total. A multiple of ten may then be a page size limit.
  return statedTotal === received && received % 10 !== 0;
}
