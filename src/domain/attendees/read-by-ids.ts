/* Attendees by id from the list, whose calls may use fewer ids than are sent: how many, is learned. */

import { toError } from '../../primitives/values.js';
import type { Attendee, AttendeePage } from '../../records/attendee.js';
import type { ServiceId } from '../../records/ids.js';
import type { ListAttendeesInput } from '../../service/endpoints.js';
import { idOrNull } from '../broken-values.js';

/** The calls that one operation makes for itself. */
export interface OwnCalls {
  /** Reads a page of the list, perhaps restricted to ids. */
  readPage(input: ListAttendeesInput): Promise<AttendeePage>;
  /** Reads one attendee by get-one. */
  detailById(id: ServiceId): Promise<Attendee | null>;
}

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
export async function readByOneCall(
  requested: ReadonlySet<ServiceId>,
  idsPerCall: IdsPerCall,
  own: Pick<OwnCalls, 'readPage'>,
): Promise<ReplyByIds> {
  const ids = [...requested];
  const { items, totalOrNull: total } = await own.readPage({ ids, page: 1, pageSize: ids.length });
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
  const isComplete = !ignoresIds && idsPerCall.recordReply(ids.length, { returned, hasLast: attendees.has(ids.at(-1)!), total });
  return { attendees, returned, isComplete: isComplete || attendees.size === ids.length, ignoresIds };
}

/**
 * Returns the attendees of ids that were sent in a call, perhaps with others. Ids that are missing are asked for again until the service
 * has returned all that exist: see `IdsPerCall`.
 * @returns an error for each id that is missing because a further call fails. Never rejects
 */
export function resultsOf(
  ids: readonly ServiceId[],
  reply: ReplyByIds,
  idsPerCall: IdsPerCall,
  own: OwnCalls,
): ResultsOfIds | Promise<ResultsOfIds> {
  const found = ids.map((id) => reply.attendees.get(id) ?? null);
  return reply.isComplete || !found.includes(null) ? found : resultsWithMissing(ids, reply, idsPerCall, own);
}

async function resultsWithMissing(
  ids: readonly ServiceId[],
  first: ReplyByIds,
  idsPerCall: IdsPerCall,
  own: OwnCalls,
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
 * Adds the results of ids whose first reply is incomplete. Those that are missing are read again, until none is, in one of three ways:
 *
 * 1. They are no more than the service has read at once: by a call with them alone.
 * 2. They are more: by a call with them and, as its last id, that of an attendee who exists. If this one is in the reply, the service has
 *    read all the ids. If the list has no attendee at all, no attendee has the ids.
 * 3. The service ignores ids, a reply proves nothing about them, or the id of no attendee is known: each by get-one.
 * @throws UpstreamError
 */
async function readMissing(
  ids: readonly ServiceId[],
  first: ReplyByIds,
  results: Map<ServiceId, Attendee | null | Error>,
  idsPerCall: IdsPerCall,
  own: OwnCalls,
): Promise<void> {
  let missing = addFound(ids, first, results);
  let existing: ServiceId | 'none' | null = first.attendees.keys().next().value ?? null;
  let isByGetOne = first.ignoresIds;
  let isFirstIncomplete = false;
  while (missing.length > 0) {
    const { longestList } = idsPerCall;
    const isLonger = missing.length > longestList;
    if (isLonger && !isByGetOne) existing ??= await idOfListedAttendee(own);
    if (existing === 'none') return missing.forEach((id) => results.set(id, null));
    if (isByGetOne || (isLonger && existing === null)) return addByGetOne(missing, results, own);
    const requested = isLonger ? [...missing.slice(0, ids.length - 1), existing!] : missing;
    const reply = await readByOneCall(new Set(requested), idsPerCall, own);
    const stillMissing = addFound(missing, reply, results);
    const hasFound = stillMissing.length < missing.length;
    // Attendees that the first reply lacked exist.
    if (hasFound && !isFirstIncomplete) {
      isFirstIncomplete = true;
      idsPerCall.recordIncomplete(first.returned);
    }
    if (reply.isComplete) for (const id of requested) if (!results.has(id)) results.set(id, null);
    isByGetOne = reply.ignoresIds || (!hasFound && !reply.isComplete && idsPerCall.longestList <= longestList);
    missing = stillMissing.filter((id) => !results.has(id));
  }
}

/** Adds the attendees of a reply. @returns the ids that it lacks */
function addFound(
  ids: readonly ServiceId[],
  { attendees }: ReplyByIds,
  results: Map<ServiceId, Attendee | null | Error>,
): readonly ServiceId[] {
  for (const id of ids) if (attendees.has(id)) results.set(id, attendees.get(id)!);
  return ids.filter((id) => !attendees.has(id));
}

/** Returns the id of an attendee of the list; `none` if the list is empty, null if the id is broken. @throws UpstreamError */
async function idOfListedAttendee(own: OwnCalls): Promise<ServiceId | 'none' | null> {
  const [attendee] = (await own.readPage({ page: 1, pageSize: 1 })).items;
  return attendee === undefined ? 'none' : attendee && idOrNull(attendee);
}

/** Adds the result of a get-one for each id, or its error. */
async function addByGetOne(ids: readonly ServiceId[], results: Map<ServiceId, Attendee | null | Error>, own: OwnCalls): Promise<void> {
  await Promise.all(ids.map(async (id) => results.set(id, await own.detailById(id).catch(toError))));
}

const learnedForMs = 600_000;

/**
 * How many ids one call of the list endpoint serves, learned from replies: the interface does not state it (§8). All operations share it.
 *
 * A service may read no more than the first 20 of the ids in a call, or return no more than 20 attendees. Nothing distinguishes the ids
 * that it leaves out from unknown ones, so they are asked for again until a reply is complete: its ids that are missing have no attendee. A
 * reply with a record for each id is complete, and so is that to a single id; any other if all ids were read (the service has read a list
 * of as many before, or the attendee of the last id is in the reply), and no attendee was left out (it has none at all, or the service has
 * returned as many at once as there are ids, and its total is not larger). If a reply was incomplete with the same number of attendees
 * twice in succession, no longer list is sent for ten minutes: attendees that the service listed late, at the second call, look the same.
 *
 * Of 60 attendees, for example, a service that reads 20 ids returns those of the first 20, which proves no more than that. It
 * is called again for the 40, and returns 20; then for the last 20. If the service lowers its limit later, only its total shows
 * that a list as long as earlier ones was cut. So what it has read and returned is forgotten if no reply of the last ten minutes was as long.
 */
export class IdsPerCall {
  #longestList = 1;
  #mostReturned = 0;
  /** The time of the last reply that was as long as the longest one. */
  #reachedAt = -Infinity;
  #suspected: number | null = null;
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

  /** The number of ids of the longest list that the service has read to its end. */
  get longestList(): number {
    return this.#longestList;
  }

  /**
   * Records a reply.
   * @param reply.returned the number of ids that have a record
   * @returns whether the ids that are missing in it have no attendee
   */
  recordReply(ids: number, reply: { readonly returned: number; readonly hasLast: boolean; readonly total: number | null }): boolean {
    const { returned, hasLast, total } = reply;
    if (this.now() >= this.#reachedAt + learnedForMs) [this.#longestList, this.#mostReturned] = [1, 0];
    if (returned >= this.#mostReturned) this.#reachedAt = this.now();
    const areAllRead = ids <= this.#longestList || hasLast;
    const areAllReturned = returned === 0 || (ids <= this.#mostReturned && (total ?? 0) <= returned);
    this.#longestList = Math.max(this.#longestList, returned, hasLast ? ids : 0);
    this.#mostReturned = Math.max(this.#mostReturned, returned);
    return ids === 1 || returned >= ids || (areAllRead && areAllReturned);
  }

  /** Records that a reply was incomplete. @param returned the number of its attendees */
  recordIncomplete(returned: number): void {
    this.#longestList = Math.max(1, returned);
    this.#mostReturned = returned;
    if (returned === 0) return;
    if (returned === this.#suspected) this.#learned = { maximum: returned, until: this.now() + learnedForMs };
    this.#suspected = returned;
  }
}
