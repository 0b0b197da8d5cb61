/* Attendees by id from the list, whose calls may use fewer ids than are sent: how many, is inferred. */

import { toError } from '../../primitives/values.js';
import type { Attendee, AttendeePage } from '../../records/attendee.js';
import type { ServiceId } from '../../records/ids.js';
import { idOrNull } from '../broken-values.js';

/** The calls by which attendees are read. */
export interface AttendeeCalls {
  /** Reads a page of the list, restricted to these ids, that has room for all of them. */
  readonly withIds: (ids: readonly ServiceId[]) => Promise<AttendeePage>;
  /** Reads a page with one record of the whole list. */
  readonly anyOne: () => Promise<AttendeePage>;
  /** Reads one attendee by get-one. */
  readonly getOne: (id: ServiceId) => Promise<Attendee | null>;
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
export async function readAtOnce(
  requested: ReadonlySet<ServiceId>,
  idsPerCall: IdsPerCall,
  withIds: AttendeeCalls['withIds'],
): Promise<ReplyByIds> {
  const ids = [...requested];
  const { items, totalOrNull: total } = await withIds(ids);
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
  const isComplete = !ignoresIds && idsPerCall.isComplete({ ids: ids.length, returned, hasLast: attendees.has(ids.at(-1)!), total });
  return { attendees, returned, isComplete: isComplete || attendees.size === ids.length, ignoresIds };
}

/**
 * Returns the attendees of ids that were sent in a call, perhaps with others. Ids that are missing are asked for again until the service has returned
 * all that exist: see `IdsPerCall`. If the service ignores the ids, those that are missing are read by get-one.
 * @returns an error for each id that is missing because a further call fails. Never rejects
 */
export function resultsOf(
  ids: readonly ServiceId[],
  reply: ReplyByIds,
  idsPerCall: IdsPerCall,
  calls: AttendeeCalls,
): ResultsOfIds | Promise<ResultsOfIds> {
  const found = ids.map((id) => reply.attendees.get(id) ?? null);
  return reply.isComplete || !found.includes(null) ? found : resultsWithMissing(ids, reply, idsPerCall, calls);
}

async function resultsWithMissing(
  ids: readonly ServiceId[],
  reply: ReplyByIds,
  idsPerCall: IdsPerCall,
  calls: AttendeeCalls,
): Promise<ResultsOfIds> {
  const results = new Map<ServiceId, Attendee | null | Error>();
  for (const id of ids) if (reply.attendees.has(id)) results.set(id, reply.attendees.get(id)!);
  try {
    await readMissing(ids, reply, results, idsPerCall, calls);
  } catch (error) {
    for (const id of ids) if (!results.has(id)) results.set(id, toError(error));
  }
  return ids.map((id) => results.get(id)!);
}

/**
 * Adds the results of the ids that are missing in an incomplete reply. A list that is longer than those that the service has read ends with the id of
 * an attendee who exists: if this one is in the reply, the service has read all the ids. If it is not, and nothing new is, the next list has half as
 * many.
 * @throws UpstreamError
 */
async function readMissing(
  ids: readonly ServiceId[],
  first: ReplyByIds,
  results: Map<ServiceId, Attendee | null | Error>,
  idsPerCall: IdsPerCall,
  { withIds, anyOne, getOne }: AttendeeCalls,
): Promise<void> {
  let { ignoresIds } = first;
  let isFirstIncomplete = false;
  let existing: ServiceId | null = first.attendees.keys().next().value ?? null;
  let maxLength = ids.length;
  for (;;) {
    const missing = ids.filter((id) => !results.has(id));
    if (missing.length === 0) return;
    if (ignoresIds) {
      await Promise.all(missing.map(async (id) => results.set(id, await getOne(id).catch(toError))));
      return;
    }
    const { longestList } = idsPerCall;
    let asked = missing.slice(0, maxLength);
    if (asked.length > longestList) {
      if (existing === null) {
        const anyone = await anyOne();
        if (anyone.items.length === 0) {
          for (const id of missing) results.set(id, null);
          return;
        }
        existing = anyone.items[0] ? idOrNull(anyone.items[0]) : null;
      }
      asked = existing === null ? asked.slice(0, longestList) : [...asked.slice(0, maxLength - 1), existing];
    }
    const reply = await readAtOnce(new Set(asked), idsPerCall, withIds);
    ({ ignoresIds } = reply);
    const found = [...reply.attendees].filter(([id]) => !results.has(id));
    for (const [id, attendee] of found) results.set(id, attendee);
    // Attendees that the first reply lacked exist.
    if (found.length > 0 && !isFirstIncomplete) {
      isFirstIncomplete = true;
      idsPerCall.recordIncomplete(first.returned);
    }
    if (reply.isComplete) for (const id of asked) results.set(id, results.get(id) ?? null);
    else if (found.length === 0 && idsPerCall.longestList <= longestList) maxLength = Math.max(1, Math.floor(asked.length / 2));
  }
}

/**
 * How many ids one call of the list endpoint serves, inferred from replies: the interface does not state it (§8). All operations share it.
 *
 * A service may read no more than the first 20 of the ids in a call, or return no more than 20 attendees. Then ids of attendees who exist are missing
 * in its reply, and nothing distinguishes them from unknown ids. So `resultsOf` asks again for ids that are missing, until a reply is complete: its
 * ids that are missing have no attendee. A reply with a record for each id is complete, and so is that to a single id. Otherwise both of these are
 * the evidence:
 *
 * 1. All ids were read: the service has read a list of as many before, or the attendee of the last id is in the reply.
 * 2. No attendee was left out: the reply has none at all, or fewer than the service has returned at once, and its total is not larger.
 *
 * Example: the service reads 20 ids. Of 60 attendees it returns those of the first 20, which proves no more than that. It is called again for the 40,
 * and returns 20; then for the last 20, and returns these. The size is recorded.
 *
 * Once a size is recorded twice in succession, it is confirmed: no longer list is sent until the process restarts.
 *
 * What can go wrong: if the service lowers its limit, ids are not asked for again in lists as long as earlier ones, except if the total shows it.
 */
export class IdsPerCall {
  #longestList = 1;
  #mostReturned = 0;
  #suspected: number | null = null;
  #confirmed: number | null = null;

  /** The number of ids of the longest list that the service has read to its end. */
  get longestList(): number {
    return this.#longestList;
  }

  /** The number of ids that a call serves, once it was recorded twice in succession. */
  get confirmed(): number | null {
    return this.#confirmed;
  }

  /** Whether the ids that are missing in a reply have no attendee. Records the reply. */
  isComplete({ ids, returned, hasLast, total }: ReplyToIds): boolean {
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
    if (returned === this.#suspected) this.#confirmed = returned;
    this.#suspected = returned;
  }
}

/** A reply to a list of ids. */
interface ReplyToIds {
  /** The number of ids that were sent. */
  readonly ids: number;
  /** The number of them that have a record in the reply. */
  readonly returned: number;
  /** Whether the last id has one. */
  readonly hasLast: boolean;
  /** The total of the reply; null if it is unusable. */
  readonly total: number | null;
}
