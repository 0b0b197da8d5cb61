import { listSchedule } from '../endpoint/schedule.js';
import type { ActivityId, ServiceId } from '../model/ids.js';
import type { Schedule, ScheduleDay, ScheduleItem } from '../model/schedule.js';
import { valueOr, recordsById } from './tolerant-reads.js';
import type { Upstream } from './upstream.js';

/** The schedule of one activity for one operation (§4.6): read once, however often asked for. */
export class Schedules {
  #whole: Promise<Schedule> | undefined;
  #byId: Promise<ReadonlyMap<ServiceId, ScheduleItem>> | undefined;

  constructor(
    private readonly upstream: Upstream,
    private readonly activityId: ActivityId,
  ) {}

  /** Every day. @throws UpstreamError */
  whole(): Promise<Schedule> {
    return (this.#whole ??= this.upstream.read(listSchedule, this.activityId, undefined));
  }

  /** The days from one date to another, both included, either left open; the total counts their top-level items. */
  async between(from: string | null, to: string | null): Promise<Schedule> {
    const { days } = await this.whole();
    const chosen = days.filter((day) => {
      // A day without a valueOr date is on no date.
      const date = valueOr(() => day.date, null);
      return date !== null && (from === null || date >= from) && (to === null || date <= to);
    });
    return new DaysOfSchedule(chosen);
  }

  /** An item anywhere in the tree. @returns null for an unknown number. @throws UpstreamError */
  async byId(id: ServiceId): Promise<ScheduleItem | null> {
    this.#byId ??= this.whole().then(({ days }) => recordsById(itemsOf(days)));
    return (await this.#byId).get(id) ?? null;
  }
}

/** Some days of a schedule. A class for the same reason as a window of attendees. */
class DaysOfSchedule implements Schedule {
  constructor(readonly days: readonly ScheduleDay[]) {}

  get totalCount(): number {
    return this.days.reduce((sum, { items }) => sum + items.length, 0);
  }
}

/** The items of all levels. A broken part of the tree does not hide the rest of it. */
function* itemsOf(days: readonly ScheduleDay[]): Generator<ScheduleItem, void> {
  const stack: ScheduleItem[] = days.flatMap((day) => valueOr(() => day.items, []));
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    yield item;
    const parent = item;
    for (const child of valueOr(() => parent.children, [])) stack.push(child);
  }
}
