/* Reads attendees by id from the list. The service may use fewer ids than a call sends; how many is learned from its replies. */

import { toError } from '../../primitives/values.js';
import type { Attendee, AttendeePage } from '../../records/attendee.js';
import type { ServiceId } from '../../records/ids.js';
import type { ListAttendeesInput } from '../../service/endpoints.js';
import { idOrNull } from '../record-lists.js';
import { haveSameRecords } from './attendee-range.js';

/** Reads attendees of an activity for one operation, whose calls it counts. */
export interface AttendeeReader {
  /** Reads a page of the list, perhaps restricted to ids. */
  readPage(input: ListAttendeesInput): Promise<AttendeePage>;
  /** Reads one attendee by a detail call. */
  detailById(id: ServiceId): Promise<Attendee | null>;
}

/** The attendees in the order of the ids; null for an unknown id, and an error for one that cannot be read. */
export type ResultsOfIds = readonly (Attendee | null | Error)[];

/** The attendees that one call has returned. */
export interface ReplyByIds {
  readonly attendees: ReadonlyMap<ServiceId, Attendee>;
  /** The number of ids that were sent. */
  readonly sent: number;
  /** The number of these whose attendee is in the reply. */
  readonly found: number;
  readonly total: number | null;
}

/** Returns the attendees of a page by their ids. Those of other activities and those with broken ids are left out. */
function attendeesById(items: AttendeePage['items']): ReadonlyMap<ServiceId, Attendee> {
  const attendees = new Map<ServiceId, Attendee>();
  for (const attendee of items) {
    const id = attendee && idOrNull(attendee);
    if (id !== null && !attendees.has(id)) attendees.set(id, attendee!);
  }
  return attendees;
}

/**
 * Returns the attendees of ids that were sent in a call, perhaps with others. Unless the reply is complete, those that are missing are read
 * again.
 * @returns an error for each id that is missing because a further call fails. Never rejects
 */
export async function resultsOf(
  ids: readonly ServiceId[],
  reply: ReplyByIds,
  idsPerCall: IdsPerCall,
  reader: AttendeeReader,
): Promise<ResultsOfIds> {
  const missing = ids.filter((id) => !reply.attendees.has(id));
  const results = await readMissing(missing, reply, idsPerCall, reader).catch(errorFor(missing));
  const further = new Map(missing.map((id, index) => [id, results[index]!]));
  return ids.map((id) => reply.attendees.get(id) ?? further.get(id) ?? null);
}

/** Reads ids that a reply lacks: by calls with no more ids than the service serves or, if it ignores ids, each by a detail call. */
async function readMissing(
  ids: readonly ServiceId[],
  reply: ReplyByIds,
  idsPerCall: IdsPerCall,
  reader: AttendeeReader,
): Promise<ResultsOfIds> {
  // Attendees who were not requested show that it ignores ids.
  if (reply.attendees.size > reply.found) return Promise.all(ids.map((id) => reader.detailById(id).catch(toError)));
  // It takes two or three calls.
  const everyone = ids.length > 3 * idsPerCall.served ? await surveyList(ids.length, idsPerCall, reader) : null;
  if (everyone || idsPerCall.isComplete(reply)) return ids.map((id) => everyone?.get(id) ?? null);
  const size = idsPerCall.served;
  const parts = Array.from({ length: Math.ceil(ids.length / size) }, (_, index) => ids.slice(index * size, (index + 1) * size));
  const readPart = async (part: readonly ServiceId[]) => resultsOf(part, await idsPerCall.read(part, reader), idsPerCall, reader);
  const results = (await Promise.all(parts.map((part) => readPart(part).catch(errorFor(part))))).flat();
  if (results.some((result) => result && !(result instanceof Error))) idsPerCall.recordCut(reply);
  return results;
}

const errorFor = (ids: readonly ServiceId[]) => (error: unknown) => ids.map(() => toError(error));

/**
 * Reads page 1 of the list, for `missing` ids. If fewer attendees are the whole list, the others of the ids have none. If not, a call with
 * the ids of the page, whose attendees exist, shows how many it serves.
 * @returns all attendees, or null if there may be more
 * @throws UpstreamError
 */
async function surveyList(
  missing: number,
  idsPerCall: IdsPerCall,
  reader: AttendeeReader,
): Promise<ReadonlyMap<ServiceId, Attendee> | null> {
  const page = await reader.readPage({ page: 1, pageSize: idsPerCall.maximum });
  const listed = attendeesById(page.items);
  if (listed.size < missing && (await isWholeList(page, reader).catch(() => false))) return listed;
  const existing = [...listed.keys()].slice(0, idsPerCall.maximum);
  if (existing.length > idsPerCall.served) idsPerCall.recordCut(await idsPerCall.read(existing, reader));
  return null;
}

/** Whether no attendees follow those of page 1. Not its total shows it, which may count a truncated page, but the next page of as many. */
async function isWholeList(page: AttendeePage, reader: AttendeeReader): Promise<boolean> {
  const { items, totalOrNull: total } = page;
  if ((total ?? 0) > items.length) return false;
  // Page 1 may be empty because it is too large.
  const next = await reader.readPage(items.length > 0 ? { page: 2, pageSize: items.length } : { page: 1, pageSize: 1 });
  // The service may repeat its last page.
  return next.items.length === 0 || (total === items.length && haveSameRecords(next, page));
}

const learnedForMs = 600_000;

/**
 * How many ids one call of the list endpoint serves, learned from replies: the interface does not state it (§8). All operations share it.
 *
 * A service may read no more than the first 20 of the ids in a call, or return no more than 20 attendees. Nothing distinguishes the ids
 * that it leaves out from unknown ones. But if it has returned 20 attendees at once, it serves 20 ids: the ids of such a list that are
 * missing in the reply have no attendee. Of 60 attendees, for example, it returns 20. The other 40 are asked for again, 20 in each call.
 *
 * If a longer list lacked attendees twice in succession, while as many were served, calls have no more ids for ten minutes. Once proves
 * little: an attendee whom the service lists only a moment later looks the same. If the service lowers its limit, only its total shows that
 * a list as long as earlier ones was cut. So how many it serves is forgotten if no reply of the last ten minutes had as many attendees.
 */
export class IdsPerCall {
  #mostFound = 0;
  /** The time of the last reply that had as many. */
  #foundAt = -Infinity;
  /** How many a call served when a reply lacked attendees. */
  #suspected = 0;
  #learned = { maximum: Infinity, until: -Infinity };

  constructor(
    /** The number of ids in a call unless the service is known to serve fewer. */
    private readonly mostIds: number,
    /** Milliseconds of a monotonic clock. */
    private readonly now: () => number,
  ) {}

  /** The maximum number of ids in a call. */
  get maximum(): number {
    return this.now() < this.#learned.until ? this.#learned.maximum : this.mostIds;
  }

  /** The number of ids that a call is known to serve. */
  get served(): number {
    return this.now() < this.#foundAt + learnedForMs ? Math.max(1, this.#mostFound) : 1;
  }

  /** Reads ids by one call, and learns from its reply. Records are matched by id. @throws UpstreamError */
  async read(ids: readonly ServiceId[], reader: Pick<AttendeeReader, 'readPage'>): Promise<ReplyByIds> {
    const { items, totalOrNull: total } = await reader.readPage({ ids, page: 1, pageSize: ids.length });
    const attendees = attendeesById(items);
    const found = ids.filter((id) => attendees.has(id)).length;
    if (found >= this.served) [this.#mostFound, this.#foundAt] = [found, this.now()];
    return { attendees, sent: ids.length, found, total };
  }

  /** Whether the ids that are missing in a reply have no attendee. */
  isComplete({ sent, found, total }: ReplyByIds): boolean {
    // A larger total shows that attendees were left out. But it may count the whole list, so it says nothing about an empty reply.
    return sent <= this.served && (found === 0 || (total ?? 0) <= found);
  }

  /** Records a reply that lacks attendees, unless all were found. */
  recordCut({ sent, found }: ReplyByIds): void {
    if (found === sent) return;
    // Otherwise the list was longer than those that are served.
    if (sent <= this.served) this.#mostFound = found;
    const { served } = this;
    if (served === this.#suspected) this.#learned = { maximum: served, until: this.now() + learnedForMs };
    this.#suspected = served;
  }
}
