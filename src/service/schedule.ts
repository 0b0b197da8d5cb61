import { isCalendarDate } from '../primitives/calendar.js';
import { int, object, requiredMember, type RawObject } from '../records/decode.js';
import type { ActivityId } from '../records/ids.js';
import type { ReplyPosition } from '../records/reply-position.js';
import type { Schedule, ScheduleDay, ScheduleItem } from '../records/schedule.js';
import { records } from '../records/view.js';
import { ScheduleItemView } from './schedule.view.js';

/** The reply of §4.6. @throws UpstreamInvalidResponseError if it has no days */
export class ScheduleView implements Schedule {
  readonly days: readonly ScheduleDay[];

  constructor(
    private readonly raw: RawObject,
    private readonly position: ReplyPosition,
    activityId: ActivityId,
  ) {
    const dataPosition = position.child('data');
    this.days = Object.entries(object(requiredMember(raw, 'data', position, 'an object'), dataPosition))
      .map(([date, items]) => new ScheduleDayView(date, items, dataPosition.child(date), activityId))
      .toSorted((one, other) => (one.key < other.key ? -1 : 1));
  }

  get totalCount(): number {
    return int(this.raw.total, this.position.child('total'));
  }
}

class ScheduleDayView implements ScheduleDay {
  #items: readonly ScheduleItem[] | undefined;

  constructor(
    readonly key: string,
    private readonly raw: unknown,
    private readonly position: ReplyPosition,
    private readonly activityId: ActivityId,
  ) {}

  get date(): string {
    if (isCalendarDate(this.key)) return this.key;
    throw this.position.invalid('a day keyed YYYY-MM-DD');
  }
  get items(): readonly ScheduleItem[] {
    return (this.#items ??= records(
      this.raw,
      this.position,
      (record, position) => new ScheduleItemView(record, position, this.activityId),
    ));
  }
}
