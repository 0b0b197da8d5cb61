import {
  hasNoValue,
  instantOf,
  jsonItems,
  object,
  optionalId,
  optionalString,
  string,
  textUnlessZero,
  type RawRecord,
} from '../records/decode.js';
import * as field from '../records/field.js';
import { formatGlobalId } from '../records/ids.js';
import { localTime } from '../records/local-times.js';
import type { ReplyPosition } from '../records/reply-position.js';
import type { LocalInterval, ScheduleItem, ScheduleLink, ScheduleLive } from '../records/schedule.js';
import { EntityView, records, RecordView, withFields } from '../records/view.js';

/** §2.3: an item of the schedule, with its children. */
export class ScheduleItemView
  extends withFields(EntityView, {
    title: field.string('title'),
    subtitle: field.optionalString('subtitle'),
    introduction: field.optionalString('introduction'),
    place: field.optionalString('address_place'),
    startsAt: field.instant('start_time'),
    interval: field.of('interval_time', decodeInterval),
    guestId: field.of('guest_id', textUnlessZero),
    guestName: field.optionalString('guest_name'),
    guests: field.of('guest_more', jsonItems),
    meetingId: field.optionalString('meeting_id'),
    meetingPassword: field.optionalString('meeting_pwd'),
    liveId: field.of('live_id', textUnlessZero),
    liveType: field.optionalInt('live_type'),
    liveName: field.optionalString('live_name'),
    liveUrl: field.optionalString('live_url'),
    timeCategoryId: field.of('time_cate_id', textUnlessZero),
    timeCategoryName: field.optionalString('time_cate_name'),
    categoryId: field.of('cate_id', textUnlessZero),
    categoryName: field.optionalString('cate_name'),
    hiddenStatus: field.optionalInt('hidden_status'),
    createdAt: field.of('create_time', decodeDateTime),
    deletedAt: field.instant('delete_time'),
  })
  implements ScheduleItem
{
  readonly kind = 'scheduleItem';

  get parentId(): string | null {
    const parent = this.read('parent_id', optionalId);
    return parent === null ? null : formatGlobalId(this.kind, this.activityId, parent);
  }
  get endsAt(): Date | null {
    const { startsAt } = this;
    const seconds = this.read('interval_time', decodeLength);
    if (startsAt === null || seconds === null) return null;
    return this.read('start_time', (_raw, position) => instantOf(startsAt.getTime() / 1000 + seconds, position));
  }
  get live(): ScheduleLive | null {
    const live = new LiveView(this);
    return live.isEmpty ? null : live;
  }
  get link(): ScheduleLink | null {
    const title = this.read('link_title', optionalString);
    return this.read('link', (raw, position) =>
      hasNoValue(raw) && title === null ? null : new LinkView(object(raw, position), position, title),
    );
  }
  get children(): readonly ScheduleItem[] {
    return this.read('all_children', (raw, position) =>
      records(raw, position, (record, itemPosition) => new ScheduleItemView(record, itemPosition, this.activityId)),
    );
  }
}

class LiveView implements ScheduleLive {
  constructor(private readonly item: ScheduleItemView) {}
  get liveId() {
    return this.item.liveId;
  }
  get type() {
    return this.item.liveType;
  }
  get name() {
    return this.item.liveName;
  }
  get url() {
    return this.item.liveUrl;
  }
  /** Whether the item has no live stream. The interface does not document the types, so a type of 0 alone counts as none. */
  get isEmpty(): boolean {
    return (this.liveId ?? this.name ?? this.url) === null && !this.type;
  }
}

class LinkView
  extends withFields(RecordView, {
    mode: field.optionalInt('mode'),
    value: field.optionalString('val'),
    label: field.optionalString('label'),
    appId: field.optionalString('appId'),
  })
  implements ScheduleLink
{
  constructor(
    raw: RawRecord,
    position: ReplyPosition,
    readonly title: string | null,
  ) {
    super(raw, position);
  }
}

const timeRange = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-4]):([0-5]\d)$/;

/** The hours and minutes of a time of day range, "HH:MM-HH:MM", which may end at 24:00. @returns null for no value */
function hoursAndMinutes(raw: unknown, position: ReplyPosition): readonly string[] | null {
  const written = string(raw, position).replace(/\s/g, '');
  if (written === '') return null;
  const [, ...parts] = timeRange.exec(written) ?? [];
  const [startHour, , endHour, endMinute] = parts;
  if (startHour === undefined || (endHour === '24' && endMinute !== '00')) throw position.invalid('a string HH:MM-HH:MM');
  return parts;
}

/** The range in the local time of the activity. An end at 24:00 is 00:00:00. */
function decodeInterval(raw: unknown, position: ReplyPosition): LocalInterval | null {
  const parts = hoursAndMinutes(raw, position);
  if (parts === null) return null;
  const [startHour, startMinute, endHour, endMinute] = parts;
  return { start: `${startHour}:${startMinute}:00`, end: `${endHour === '24' ? '00' : endHour}:${endMinute}:00` };
}

/**
 * The length of the range in seconds. It depends on the end as written: 00:00-24:00 is a day, and 00:00-00:00 is nothing. An end before the
 * start is on the next day.
 */
function decodeLength(raw: unknown, position: ReplyPosition): number | null {
  const parts = hoursAndMinutes(raw, position);
  if (parts === null) return null;
  const [startHour, startMinute, endHour, endMinute] = parts.map(Number) as [number, number, number, number];
  const difference = (endHour - startHour) * 60 + (endMinute - startMinute);
  return (difference < 0 ? difference + 24 * 60 : difference) * 60;
}

/** A local date and time, "YYYY-MM-DD HH:MM:SS", in the format of ISO 8601. @returns null for no value, for 0, and for a date of zeros */
function decodeDateTime(raw: unknown, position: ReplyPosition): string | null {
  const written = textUnlessZero(raw, position);
  const local = written === null ? null : localTime(written, position);
  if (local?.time === null) throw position.invalid('an existing date, YYYY-MM-DD HH:MM:SS');
  return local && `${local.date}T${local.time}`;
}
