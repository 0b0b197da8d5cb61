/* From when on reads see a write. */

import type { ActivityId } from '../records/ids.js';

/**
 * Which reads may share a call or an execution: those of one generation. The next generation of an activity begins when its
 * records may have changed: when a write has ended, whatever its outcome; when a pushed check-in arrives for subscribers of this
 * process; and before a lookup that must see an earlier write. For example:
 *
 *     0 ms     A reads the list of attendees: a call, which takes 80 ms
 *     10 ms    B reads the same list, and shares the call
 *     50 ms    a registration of B ends: the next generation
 *     60 ms    B reads the list: a call of its own. The reply to the first one may lack the new attendee
 *
 * Each process counts for itself: reads in other workers and replicas may still share a call that began before the write.
 * Content from the cache is as old as before.
 */
export class ReadGenerations {
  readonly #byActivity = new Map<ActivityId, number>();
  #latest = 0;

  /** The generation that began last in any activity: for what reads several of them. */
  get latest(): number {
    return this.#latest;
  }

  /** The generation in which reads of an activity begin now. */
  ofActivity(activityId: ActivityId): number {
    return this.#byActivity.get(activityId) ?? 0;
  }

  beginNext(activityId: ActivityId): void {
    this.#latest += 1;
    this.#byActivity.set(activityId, this.#latest);
  }
}
