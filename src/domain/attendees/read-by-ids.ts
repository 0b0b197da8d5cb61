/* Attendees by id from the list, whose calls may use fewer ids than are sent: how many, is learned. */

import { toError } from '../../primitives/values.js';
import type { Attendee, AttendeePage } from '../../records/attendee.js';
import type { ServiceId } from '../../records/ids.js';
import type { ListAttendeesInput } from '../../service/endpoints.js';
import { idOrNull } from '../broken-values.js';

/** The reads that one operation makes for itself. */
export interface OwnReads {
  /** Reads a page of the list, perhaps restricted to ids. */
  readPage(input: ListAttendeesInput): Promise<AttendeePage>;
  /** Reads one attendee by get-one. */
  detailById(id: ServiceId): Promise<Attendee | null>;
}

export const onePerPage: ListAttendeesInput = { page: 1, pageSize: 1 };

/** The attendees in the order of the ids; null for an unknown id, and an error for one that cannot be read. */
export type ResultsOfIds = readonly (Attendee | null | Error)[];

/** The attendees that one call has returned. */
export interface ReplyByIds {
  readonly attendees: ReadonlyMap<ServiceId, Attendee>;
  /** The number of ids that have a record in the reply. */
  readonly returned: number;
  /** Whether the ids that are missing have no attendee. */
  readonly isComplete: boolean;
  /** Whether the reply has attendees that were not requested: the service ignores the ids. */
  readonly ignoresIds: boolean;
}

/** Reads ids by one call. Records are matched by id. @throws UpstreamError */
export async function readAtOnce(
  requested: ReadonlySet<ServiceId>,
  idsPerCall: IdsPerCall,
  reads: Pick<OwnReads, 'readPage'>,
): Promise<ReplyByIds> {
  const ids = [...requested];
  const { items, totalOrNull: total } = await reads.readPage({ ids, page: 1, pageSize: ids.length });
  const attendees = new Map<ServiceId, Attendee>();
  let unreadable = 0;
  let ignoresIds = false;
  for (const attendee of items) {
    const id = attendee && idOrNull(attendee);
    if (id === null) unreadable += 1;
    else if (!requested.has(id)) ignoresIds = true;
    else if (!attendees.has(id)) attendees.set(id, attendee!);
  }
  const returned = Math.min(ids.length, attendees.size + unreadable);
  const isComplete = !ignoresIds && idsPerCall.isComplete(ids.length, { returned, hasLast: attendees.has(ids.at(-1)!), total });
  return { attendees, returned, isComplete: isComplete || attendees.size === ids.length, ignoresIds };
}

/**
 * Returns the attendees of ids that were sent in a call, perhaps with others. Ids that are missing are asked for again until the service has returned
 * all that exist: see `IdsPerCall`.
 * @returns an error for each id that is missing because a further call fails. Never rejects
 */
export function resultsOf(
  ids: readonly ServiceId[],
  reply: ReplyByIds,
  idsPerCall: IdsPerCall,
  own: OwnReads,
): ResultsOfIds | Promise<ResultsOfIds> {
  const found = ids.map((id) => reply.attendees.get(id) ?? null);
  return reply.isComplete || !found.includes(null) ? found : resultsWithMissing(ids, reply, idsPerCall, own);
}

async function resultsWithMissing(
  ids: readonly ServiceId[],
  first: ReplyByIds,
  idsPerCall: IdsPerCall,
  own: OwnReads,
): Promise<ResultsOfIds> {
  const results = new Map<ServiceId, Attendee | null | Error>();
  try {
    await readMissing(ids, first, results, idsPerCall, own);
  } catch (error) {
    for (const id of ids) if (!results.has(id)) results.set(id, toError(error));
  }
  return ids.map((id) => results.get(id)!);
}

/**
 * Adds the results of ids whose first reply is incomplete. A list that is longer than those that the service has read ends with the id of an attendee
 * who exists: if this one is in the reply, the service has read all the ids. Ids that the service ignores, and those of a list about which a reply
 * proves nothing, are read by get-one.
 * @throws UpstreamError
 */
async function readMissing(
  ids: readonly ServiceId[],
  first: ReplyByIds,
  results: Map<ServiceId, Attendee | null | Error>,
  idsPerCall: IdsPerCall,
  own: OwnReads,
): Promise<void> {
  for (const id of ids) if (first.attendees.has(id)) results.set(id, first.attendees.get(id)!);
  let existing: ServiceId | null = first.attendees.keys().next().value ?? null;
  let isFirstIncomplete = false;
  let isByGetOne = first.ignoresIds;
  for (let missing = ids; ;) {
    missing = missing.filter((id) => !results.has(id));
    if (missing.length === 0) return;
    const { longestList } = idsPerCall;
    const isLonger = missing.length > longestList;
    if (isLonger && existing === null && !isByGetOne) {
      const [anyone] = (await own.readPage(onePerPage)).items;
      if (anyone === undefined) return missing.forEach((id) => results.set(id, null));
      existing = anyone && idOrNull(anyone);
      isByGetOne = existing === null;
    }
    if (isByGetOne) {
      await Promise.all(missing.map(async (id) => results.set(id, await own.detailById(id).catch(toError))));
      return;
    }
    const asked = isLonger ? [...missing.slice(0, ids.length - 1), existing!] : missing;
    const reply = await readAtOnce(new Set(asked), idsPerCall, own);
    const found = missing.filter((id) => reply.attendees.has(id));
    for (const id of found) results.set(id, reply.attendees.get(id)!);
    // Attendees that the first reply lacked exist.
    if (found.length > 0 && !isFirstIncomplete) {
      isFirstIncomplete = true;
      idsPerCall.recordIncomplete(first.returned);
    }
    if (reply.isComplete) for (const id of asked) results.set(id, results.get(id) ?? null);
    isByGetOne = reply.ignoresIds || (found.length === 0 && !reply.isComplete && idsPerCall.longestList <= longestList);
  }
}

/**
 * How many ids one call of the list endpoint serves, learned from replies: the interface does not state it (§8). All operations share it.
 *
 * A service may read no more than the first 20 of the ids in a call, or return no more than 20 attendees. Nothing distinguishes the ids that it leaves
 * out from unknown ones, so they are asked for again until a reply is complete: its ids that are missing have no attendee. A reply with a record for
 * each id is complete, and so is that to a single id; any other if all ids were read (the service has read a list of as many before, or the attendee of
 * the last id is in the reply), and no attendee was left out (it has none at all, or fewer than the service has returned at once, and its total is not
 * larger). If a reply was incomplete with the same number of attendees twice in succession, no longer list is sent until the process restarts.
 *
 * Of 60 attendees, for example, a service that reads 20 ids returns those of the first 20, which proves no more than that. It is called again for the
 * 40, and returns 20; then for the last 20. If the service lowers its limit later, only its total shows that a list as long as earlier ones was cut.
 */
export class IdsPerCall {
  #longestList = 1;
  #mostReturned = 0;
  #suspected: number | null = null;
  #maximum: number;

  /** @param maximum the number of ids in a call until the service is known to serve fewer */
  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  /** The maximum number of ids in a call. */
  get maximum(): number {
    return this.#maximum;
  }

  /** The number of ids of the longest list that the service has read to its end. */
  get longestList(): number {
    return this.#longestList;
  }

  /** Whether the ids that are missing in a reply have no attendee. Records the reply. @param reply.returned the number of ids that have a record */
  isComplete(ids: number, reply: { readonly returned: number; readonly hasLast: boolean; readonly total: number | null }): boolean {
    const { returned, hasLast, total } = reply;
    const areAllRead = ids <= this.#longestList || hasLast;
    const areAllReturned = returned === 0 || (returned < this.#mostReturned && (total ?? 0) <= returned);
    this.#longestList = Math.max(this.#longestList, returned, hasLast ? ids : 0);
    this.#mostReturned = Math.max(this.#mostReturned, returned);
    return ids === 1 || returned >= ids || (areAllRead && areAllReturned);
  }

  /** Records that a reply was incomplete. @param returned the number of its attendees */
  recordIncomplete(returned: number): void {
    this.#longestList = Math.max(1, returned);
    this.#mostReturned = returned;
    if (returned === 0) return;
    if (returned === this.#suspected) this.#maximum = returned;
    this.#suspected = returned;
  }
}
