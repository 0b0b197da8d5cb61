import type { ActivityId, ServiceId } from '../records/ids.js';
import { Schedule, type ScheduleDay, type ScheduleItem } from '../records/schedule.js';
import { listSchedule } from '../service/endpoints.js';
import { recordsById, valueOr } from './broken-values.js';
import type { OperationUpstream } from './reads/upstream.js';

/** The schedule of one activity for one GraphQL operation (§4.6). It is read once. */
export class Schedules {
  #one: Promise<Schedule> | undefined;
  #byId: Promise<ReadonlyMap<ServiceId, ScheduleItem>> | undefined;

  constructor(
    private readonly upstream: OperationUpstream,
    private readonly activityId: ActivityId,
  ) {}

  /** Reads the whole schedule. @throws UpstreamError */
  one(): Promise<Schedule> {
    return (this.#one ??= this.upstream.read(listSchedule, this.activityId, undefined));
  }

  /**
   * Returns the days from one date to another, both included; null leaves an end open. The total counts their top-level items.
   * @throws UpstreamError
   */
  async between(from: string | null, to: string | null): Promise<Schedule> {
    const { days } = await this.one();
    const selected = days.filter((day) => {
      // A day whose date is broken is in no range.
      const date = valueOr(() => day.date, null);
      return date !== null && (from === null || date >= from) && (to === null || date <= to);
    });
    return new Schedule(selected, () => selected.reduce((sum, { items }) => sum + items.length, 0));
  }

  /** Returns an item of any depth by id, or null for an unknown id. @throws UpstreamError */
  async byId(id: ServiceId): Promise<ScheduleItem | null> {
    this.#byId ??= this.one().then(({ days }) => recordsById(itemsAtAllLevels(days)));
    return (await this.#byId).get(id) ?? null;
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
