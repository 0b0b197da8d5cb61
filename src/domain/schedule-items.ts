/* The schedule of an activity: its items by id, and ranges of days. */

import type { ActivityId } from '../records/ids.js';
import { Schedule, type ScheduleDay, type ScheduleItem } from '../records/schedule.js';
import { listSchedule } from '../service/endpoints.js';
import { EntityList, valueOr } from './record-lists.js';
import { type OperationUpstream } from './upstream.js';

/** The schedule of one activity for one GraphQL operation (§4.6). Its records are the items of any depth. */
export class ScheduleItems extends EntityList<ScheduleItem, Schedule> {
  constructor(upstream: OperationUpstream, activityId: ActivityId) {
    super(
      () => upstream.read(listSchedule, activityId, undefined),
      ({ days }) => itemsAtAllLevels(days),
    );
  }

  /**
   * Returns the days from one date to another, both included; null leaves an end open. The total counts their top-level items.
   * @throws UpstreamError
   */
  async between(from: string | null, to: string | null): Promise<Schedule> {
    const { days } = await this.read();
    const selected = days.filter((day) => {
      // A day whose date is broken is in no range.
      const date = valueOr(() => day.date, null);
      return date !== null && (from === null || date >= from) && (to === null || date <= to);
    });
    return new Schedule(selected, () => selected.reduce((sum, { items }) => sum + items.length, 0));
  }
}

/** Iterates over the items of all levels. A broken part of the tree is skipped, and the rest is not. */
function* itemsAtAllLevels(days: readonly ScheduleDay[]): Generator<ScheduleItem, void> {
  const stack: ScheduleItem[] = days.flatMap((day) => valueOr(() => day.items, []));
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    yield item;
    const parent = item;
    for (const child of valueOr(() => parent.children, [])) stack.push(child);
  }
}
