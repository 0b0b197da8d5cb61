import type { LocalInterval, ScheduleItem, ScheduleLink, ScheduleLive } from '../model/schedule.js';
import { formatGlobalId } from '../model/ids.js';
import type { Json } from '../primitives/json.js';
import { foreignId, isBlank, jsonItems, object, optionalId, text, type RawRecord } from './decode.js';
import { records } from './envelope.js';
import type { Source } from './source.js';
import { EntityView, RecordView } from './view.js';

/** §2.3: an item of the schedule, with its children. */
export class ScheduleItemView extends EntityView implements ScheduleItem {
  readonly kind = 'scheduleItem';

  get parentId(): string | null {
    const parent = this.read('parent_id', optionalId);
    return parent === null ? null : formatGlobalId(this.kind, this.activityId, parent);
  }
  get title(): string {
    return this.text('title');
  }
  get subtitle(): string | null {
    return this.optionalText('subtitle');
  }
  get introduction(): string | null {
    return this.optionalText('introduction');
  }
  get place(): string | null {
    return this.optionalText('address_place');
  }
  get startsAt(): Date | null {
    return this.instant('start_time');
  }
  get endsAt(): Date | null {
    const { startsAt, interval } = this;
    return startsAt && interval && new Date(startsAt.getTime() + lengthMs(interval));
  }
  get interval(): LocalInterval | null {
    return this.read('interval_time', decodeInterval);
  }
  get guestId(): string | null {
    return this.read('guest_id', foreignId);
  }
  get guestName(): string | null {
    return this.optionalText('guest_name');
  }
  get guests(): readonly Json[] {
    return this.read('guest_more', jsonItems);
  }
  get meetingId(): string | null {
    return this.optionalText('meeting_id');
  }
  get meetingPassword(): string | null {
    return this.optionalText('meeting_pwd');
  }
  get live(): ScheduleLive | null {
    const live = new LiveView(this);
    return live.isBlank ? null : live;
  }
  get liveId(): string | null {
    return this.read('live_id', foreignId);
  }
  get liveType(): number | null {
    return this.optionalInt('live_type');
  }
  get liveName(): string | null {
    return this.optionalText('live_name');
  }
  get liveUrl(): string | null {
    return this.optionalText('live_url');
  }
  get link(): ScheduleLink | null {
    const title = this.optionalText('link_title');
    return this.read('link', (raw, source) => (isBlank(raw) && title === null ? null : new LinkView(object(raw, source), source, title)));
  }
  get timeCategoryId(): string | null {
    return this.read('time_cate_id', foreignId);
  }
  get timeCategoryName(): string | null {
    return this.optionalText('time_cate_name');
  }
  get categoryId(): string | null {
    return this.read('cate_id', foreignId);
  }
  get categoryName(): string | null {
    return this.optionalText('cate_name');
  }
  get hiddenStatus(): number | null {
    return this.optionalInt('hidden_status');
  }
  get createdAt(): string | null {
    return this.read('create_time', decodeDateTime);
  }
  get deletedAt(): Date | null {
    return this.instant('delete_time');
  }
  get children(): readonly ScheduleItem[] {
    return this.read('all_children', (raw, source) =>
      records(raw, source, (record, position) => new ScheduleItemView(record, position, this.activityId)),
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
  get isBlank(): boolean {
    return (this.liveId ?? this.name ?? this.url) === null && !this.type;
  }
}

class LinkView extends RecordView implements ScheduleLink {
  constructor(
    raw: RawRecord,
    source: Source,
    readonly title: string | null,
  ) {
    super(raw, source);
  }
  get mode() {
    return this.optionalInt('mode');
  }
  get value() {
    return this.optionalText('val');
  }
  get label() {
    return this.optionalText('label');
  }
  get appId() {
    return this.optionalText('appId');
  }
}

const hoursAndMinutes = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-4]):([0-5]\d)$/;

/** A time of day range, "HH:MM-HH:MM", in the local time of the activity. @returns null for no value */
function decodeInterval(raw: unknown, source: Source): LocalInterval | null {
  const written = text(raw, source).replace(/\s/g, '');
  if (written === '') return null;
  const [, startHour, startMinute, endHour, endMinute] = hoursAndMinutes.exec(written) ?? [];
  if (startHour === undefined || (endHour === '24' && endMinute !== '00')) throw source.invalid('a string HH:MM-HH:MM');
  return { start: `${startHour}:${startMinute}:00`, end: `${endHour === '24' ? '00' : endHour}:${endMinute}:00` };
}

/** The length in milliseconds. An end before the start is on the next day. */
function lengthMs({ start, end }: LocalInterval): number {
  const difference = minutes(end) - minutes(start);
  return (difference < 0 ? difference + 24 * 60 : difference) * 60_000;
}

function minutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

const dateAndTime = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})$/;

/** A local date and time, "YYYY-MM-DD HH:MM:SS", in the format of ISO 8601. @returns null for no value and for "0" */
function decodeDateTime(raw: unknown, source: Source): string | null {
  const written = text(raw, source);
  if (written === '' || written === '0') return null;
  const [, date, time] = dateAndTime.exec(written) ?? [];
  if (date === undefined) throw source.invalid('a string YYYY-MM-DD HH:MM:SS');
  return `${date}T${time}`;
}
