import { listSchedule } from '../endpoint/schedule.js';
import type { ActivityId, ServiceId } from '../model/ids.js';
import type { Schedule, ScheduleDay, ScheduleItem } from '../model/schedule.js';
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
    const chosen = days.filter(({ date }) => (from === null || date >= from) && (to === null || date <= to));
    return { days: chosen, totalCount: chosen.reduce((sum, { items }) => sum + items.length, 0) };
  }

  /** An item anywhere in the tree. @returns null for an unknown number. @throws UpstreamError */
  async byId(id: ServiceId): Promise<ScheduleItem | null> {
    return itemIn((await this.whole()).days, id);
  }
}

function itemIn(days: readonly ScheduleDay[], id: ServiceId): ScheduleItem | null {
  const stack: ScheduleItem[] = days.flatMap((day) => readable(() => day.items));
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    const { children, serviceId } = { children: readable(() => item.children), serviceId: readable(() => [item.serviceId])[0] };
    if (serviceId === id) return item;
    stack.push(...children);
  }
  return null;
}

/** A broken part of the tree must not hide the rest of it. */
function readable<T>(read: () => readonly T[]): readonly T[] {
  try {
    return read();
  } catch {
    return [];
  }
}
