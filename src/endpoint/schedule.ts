import type { ActivityId } from '../model/ids.js';
import type { Schedule, ScheduleDay, ScheduleItem } from '../model/schedule.js';
import { isCalendarDate } from '../primitives/calendar-date.js';
import { int, object, requiredMember, type RawObject } from './decoding/decode.js';
import type { Source } from './decoding/source.js';
import { records } from './decoding/view.js';
import { noSecrets, type ContentEndpoint } from './endpoint.js';
import { ScheduleItemView } from './schedule.view.js';

/** §4.6: the whole schedule by date. The interface documents no parameters, so none are sent. */
export const listSchedule: ContentEndpoint<'schedule', void, Schedule> = {
  name: 'listSchedule',
  section: '4.6',
  method: 'POST',
  path: '/api/schedule/getList',
  auth: 'service',
  repeatableBy: 'transport',
  cachedAs: 'schedule',
  secrets: noSecrets,
  encode: () => ({ form: [] }),
  decode: ({ raw, source }, activityId) => new ScheduleView(raw, source, activityId),
};

class ScheduleView implements Schedule {
  readonly days: readonly ScheduleDay[];

  constructor(
    private readonly raw: RawObject,
    private readonly source: Source,
    activityId: ActivityId,
  ) {
    const position = source.child('data');
    this.days = Object.entries(object(requiredMember(raw, 'data', source, 'an object'), position))
      .map(([date, items]) => new ScheduleDayView(date, items, position.child(date), activityId))
      .toSorted((one, other) => (one.key < other.key ? -1 : 1));
  }

  get totalCount(): number {
    return int(this.raw.total, this.source.child('total'));
  }
}

class ScheduleDayView implements ScheduleDay {
  #items: readonly ScheduleItem[] | undefined;

  constructor(
    readonly key: string,
    private readonly raw: unknown,
    private readonly source: Source,
    private readonly activityId: ActivityId,
  ) {}

  get date(): string {
    if (isCalendarDate(this.key)) return this.key;
    throw this.source.invalid('a day keyed YYYY-MM-DD');
  }
  get items(): readonly ScheduleItem[] {
    return (this.#items ??= records(this.raw, this.source, (record, position) => new ScheduleItemView(record, position, this.activityId)));
  }
}
