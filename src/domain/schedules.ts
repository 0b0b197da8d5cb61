import { listSchedule } from '../endpoint/schedule.js';
import type { ActivityId, ServiceId } from '../model/ids.js';
import type { Schedule, ScheduleDay, ScheduleItem } from '../model/schedule.js';
import { readable, readableId } from './found.js';
import type { Upstream } from './upstream.js';

/** The schedule of one activity for one operation (§4.6): read once, however often asked for. */
export class Schedules {
  #whole: Promise<Schedule> | undefined;

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
      // A day without a readable date is on no date.
      const date = readable(() => day.date, null);
      return date !== null && (from === null || date >= from) && (to === null || date <= to);
    });
    return new DaysOfSchedule(chosen);
  }

  /** An item anywhere in the tree. @returns null for an unknown number. @throws UpstreamError */
  async byId(id: ServiceId): Promise<ScheduleItem | null> {
    return itemIn((await this.whole()).days, id);
  }
}

/** Some days of a schedule. A class for the same reason as a window of attendees. */
class DaysOfSchedule implements Schedule {
  constructor(readonly days: readonly ScheduleDay[]) {}

  get totalCount(): number {
    return this.days.reduce((sum, { items }) => sum + items.length, 0);
  }
}

/** A broken part of the tree does not hide the rest of it. */
function itemIn(days: readonly ScheduleDay[], id: ServiceId): ScheduleItem | null {
  const stack: ScheduleItem[] = days.flatMap((day) => readable(() => day.items, []));
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    if (readableId(item) === id) return item;
    stack.push(...readable(() => item.children, []));
  }
  return null;
}
