/**
 * How many ids one call of the list endpoint serves, inferred from replies: the interface does not state it (§8). All operations share it.
 *
 * A service may read no more than the first 20 of the ids in a call, or return no more than 20 attendees. Then ids of attendees who exist are missing
 * in its reply, and nothing distinguishes them from unknown ids. So `readByIds` asks again for ids that are missing, until a reply is complete: its
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
export interface ReplyToIds {
  /** The number of ids that were sent. */
  readonly ids: number;
  /** The number of them that have a record in the reply. */
  readonly returned: number;
  /** Whether the last id has one. */
  readonly hasLast: boolean;
  /** The total of the reply; null if it is unusable. */
  readonly total: number | null;
}
