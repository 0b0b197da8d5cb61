import type { AttendeePage } from '../endpoint/attendee.js';
import type { Attendee } from '../model/attendee.js';
import type { ServiceId } from '../model/ids.js';
import { readableId } from './readable-records.js';
import type { PageCapacity } from './page-capacity.js';

export type ReadByIds = (page: number, pageSize: number, ids: readonly ServiceId[]) => Promise<AttendeePage>;

/**
 * Reads attendees by their numbers (§4.3 ids), in the order asked for. Records are matched by id: foreign and repeated
 * ones are dropped, missing ones are null. Where the service may have clamped the page, the following pages are read;
 * what a failing one of them would have told is an error at its place.
 */
export async function readByIds(ids: readonly ServiceId[], capacity: PageCapacity, read: ReadByIds): Promise<(Attendee | null | Error)[]> {
  const wanted = new Set<number>(ids);
  const found = new Map<number, Attendee>();
  let missing: Attendee | null | Error = null;
  let pageSize = ids.length;
  for (let page = 1; ; page += 1) {
    let answer: AttendeePage;
    try {
      answer = await read(page, pageSize, ids);
    } catch (error) {
      if (page === 1) throw error;
      missing = error instanceof Error ? error : new Error('The page could not be read.');
      break;
    }
    capacity.observe(answer.received);
    const before = found.size;
    for (const attendee of answer.items) {
      const id = attendee && readableId(attendee);
      if (id !== null && wanted.has(id) && !found.has(id)) found.set(id, attendee!);
    }
    const exhausted = found.size === wanted.size || found.size === before;
    if (exhausted || isWhole(answer, pageSize, page, capacity)) break;
    // From here on the pages are those of the size that the service really gives.
    if (page === 1) pageSize = answer.received;
  }
  return ids.map((id) => found.get(id) ?? missing);
}

/** Whether an answer that lacks some of the ids is all the same all there is, and not a page of it that was cut short. */
function isWhole({ received, statedTotal }: AttendeePage, pageSize: number, page: number, { proven }: PageCapacity): boolean {
  if (page > 1 || received >= pageSize) return received < pageSize || page === 1;
  if (statedTotal !== null && statedTotal > received) return false;
  // Totals are not to be trusted here, but one that agrees with the rows settles it, unless their number looks like a page limit.
  return pageSize <= proven || (statedTotal === received && received % 10 !== 0);
}
