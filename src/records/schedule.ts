/* The schedule of an activity (§2.3). */

import type { JsonRecord } from '../json/json.js';
import { isCalendarDate } from '../primitives/calendar.js';
import {
  decodeInt,
  decodeJsonItems,
  decodeObject,
  decodeOptionalId,
  decodeOptionalString,
  decodeString,
  decodeTextUnlessZero,
  hasNoRecord,
  instantOf,
} from './decode.js';
import { computed, instant, listOf, nullable, optionalInt, idAsText, optionalText, text, decoded } from './field.js';
import { formatGlobalId, type ActivityId } from './ids.js';
import { localTime } from './local-times.js';
import { entity, recordClass, shape } from './record.js';
import { type Envelope, type ReplyPosition, requiredMember } from './reply.js';
import { decodeRecords } from './wire-record.js';

const content = { scope: 'content:read', people: 'none' } as const;
/** Addresses and passwords of meetings. */
const meeting = { scope: 'content:meeting' } as const;

export class ScheduleItem extends entity('scheduleItem', {
  description: 'One item of the schedule.',
  ...content,
  fields: {
    parentId: computed(nullable('ID'), 'The global id of the parent item; null if there is none.'),
    title: text('title', 'The title; empty if the service has none.'),
    subtitle: optionalText('subtitle', 'The subtitle; null if empty.'),
    introduction: optionalText('introduction', 'The introduction; null if empty.'),
    place: optionalText('address_place', 'Where the item takes place; null if empty.'),
    startsAt: instant('start_time', 'When the item begins; null if not stated.'),
    endsAt: computed(
      nullable('DateTime'),
      'When the item ends: `startsAt` plus the length of `interval`. Null if one of them is missing. An interval from 00:00 to 24:00 is a whole day.',
    ),
    interval: decoded(
      nullable(() => LocalInterval),
      'interval_time',
      decodeInterval,
      'The times of day at which the item begins and ends; null if not stated.',
    ),
    guestId: idAsText(
      'guest_id',
      'What the service sends as the id of the guest, unchanged: one id, or several in a format that is not documented; null if there is none.',
      {},
      'String',
    ),
    guestName: optionalText(
      'guest_name',
      'What the service sends as the name of the guest, unchanged: one name or several; null if empty.',
    ),
    guests: decoded(
      listOf('JSON'),
      'guest_more',
      decodeJsonItems,
      'Further guests, as the service stores them. Their shape is not documented.',
    ),
    meetingId: optionalText('meeting_id', 'The id of the online meeting; null if empty.', meeting),
    meetingPassword: optionalText('meeting_pwd', 'The password of the online meeting; null if empty.', meeting),
    live: computed(
      nullable(() => ScheduleLive),
      'The live stream; null if there is none.',
    ),
    link: computed(
      nullable(() => ScheduleLink),
      'The link; null if there is none.',
    ),
    timeCategoryId: idAsText('time_cate_id', 'The id of the time category in the event service; null if there is none.'),
    timeCategoryName: optionalText('time_cate_name', 'The name of the time category; null if empty.'),
    categoryId: idAsText('cate_id', 'The id of the schedule category in the event service; null if there is none.'),
    categoryName: optionalText('cate_name', 'The name of the schedule category; null if empty.'),
    hiddenStatus: optionalInt(
      'hidden_status',
      "The service's code for the hidden status of the item. Its values are not documented; null if there is none.",
    ),
    createdAt: decoded(nullable('LocalDateTime'), 'create_time', decodeDateTime, 'When the item was created; null if not stated.'),
    deletedAt: instant('delete_time', 'When the item was deleted; null if it is not deleted.'),
    children: computed(
      listOf((): object => ScheduleItem),
      'The items that belong to this one.',
    ),
  },
}) {
  get parentId(): string | null {
    const parent = this.read('parent_id', decodeOptionalId);
    return parent === null ? null : formatGlobalId(this.kind, this.activityId, parent);
  }
  get endsAt(): Date | null {
    const { startsAt } = this;
    const length = this.read('interval_time', decodeLength);
    if (startsAt === null || length === null) return null;
    const start = startsAt.getTime();
    return this.read('start_time', (_raw, position) =>
      instantOf((position.whole?.zone?.laterBy(length, start) ?? start + length) / 1000, position),
    );
  }
  /** The interface does not document the types of live streams, so a type of 0 alone counts as none. */
  get live(): ScheduleLive | null {
    const isZero = (key: string) => this.lacks(key) || this.holds(key, 0) || this.holds(key, '0');
    return this.lacks('live_name', 'live_url') && isZero('live_id') && isZero('live_type') ? null : this.part(ScheduleLive);
  }
  get link(): ScheduleLink | null {
    const title = () => this.read('link_title', decodeOptionalString);
    return this.read('link', (raw, position) =>
      hasNoRecord(raw) && this.lacks('link_title') ? null : new ScheduleLink(decodeObject(raw, position), position, this.activityId, title),
    );
  }
  get children(): readonly ScheduleItem[] {
    return this.read('all_children', (raw, position) => scheduleItems(raw, position, this.activityId));
  }
}

function scheduleItems(raw: unknown, position: ReplyPosition, activityId: ActivityId): readonly ScheduleItem[] {
  return decodeRecords(raw, position, ScheduleItem, activityId);
}

export class ScheduleLive extends recordClass('ScheduleLive', {
  description: 'The live stream of a schedule item.',
  ...content,
  fields: {
    liveId: idAsText('live_id', 'The id of the live stream in the event service; null if there is none.'),
    type: optionalInt(
      'live_type',
      "The service's code for the type of the live stream. Its values are not documented; null if there is none.",
    ),
    name: optionalText('live_name', 'The name; null if empty.'),
    url: optionalText('live_url', 'The address of the live stream; null if empty.', meeting),
  },
}) {}

export class ScheduleLink extends recordClass('ScheduleLink', {
  description: 'The link of a schedule item.',
  ...content,
  fields: {
    mode: optionalInt('mode', "The service's code for the mode of the link. Its values are not documented; null if there is none."),
    title: computed(nullable('String'), 'The title; null if empty.'),
    value: optionalText('val', "The link's target, as the service sends it; null if empty."),
    label: optionalText('label', 'The label of the link; null if empty.'),
    appId: optionalText('appId', 'The id of the app that opens the link; null if empty.'),
  },
}) {
  readonly #title: () => string | null;

  /** @param title reads a member of the item, not of its link */
  constructor(raw: JsonRecord, position: ReplyPosition, activityId: ActivityId, title: () => string | null) {
    super(raw, position, activityId);
    this.#title = title;
  }
  get title(): string | null {
    return this.#title();
  }
}

/** Local times HH:MM:SS. An end before the start, and one of 00:00:00 that the service writes as 24:00, is on the next day. */
export class LocalInterval extends shape('LocalInterval', {
  description: 'A range of times in the time zone of the event.',
  ...content,
  fields: {
    start: computed('LocalTime', 'The beginning.'),
    end: computed(
      'LocalTime',
      "The end. If it is earlier than `start`, it is on the next day. The service's 24:00 is 00:00:00 here; `endsAt` is then the end of the day.",
    ),
  },
}) {
  constructor(
    readonly start: string,
    readonly end: string,
  ) {
    super();
  }
}

export class ScheduleDay extends shape('ScheduleDay', {
  description: 'One day of the schedule.',
  ...content,
  fields: {
    date: computed('Date', 'The day.'),
    items: computed(
      listOf((): object => ScheduleItem),
      "The items of the day, in the service's order.",
    ),
  },
}) {
  #items: readonly ScheduleItem[] | undefined;
  readonly #raw: unknown;
  readonly #position: ReplyPosition;
  readonly #activityId: ActivityId;

  /** @param key the date as the reply has it */
  constructor(
    readonly key: string,
    raw: unknown,
    position: ReplyPosition,
    activityId: ActivityId,
  ) {
    super();
    this.#raw = raw;
    this.#position = position;
    this.#activityId = activityId;
  }

  /** YYYY-MM-DD */
  get date(): string {
    if (isCalendarDate(this.key)) return this.key;
    throw this.#position.invalid('a day keyed YYYY-MM-DD');
  }
  get items(): readonly ScheduleItem[] {
    return (this.#items ??= scheduleItems(this.#raw, this.#position, this.#activityId));
  }
}

/** The whole schedule (§4.6), or some days of it. */
export class Schedule extends shape('ActivitySchedule', {
  description: 'The schedule of an activity by day.',
  ...content,
  fields: {
    totalCount: computed('Int', 'The number of items that the service reports. With `from` or `to`, the number of items of those days.'),
    days: computed(
      listOf(() => ScheduleDay),
      'The days in ascending order.',
    ),
  },
}) {
  readonly #count: () => number;

  constructor(
    /** In ascending order. */
    readonly days: readonly ScheduleDay[],
    count: () => number,
  ) {
    super();
    this.#count = count;
  }

  /** @throws UpstreamInvalidResponseError for a reply without a valid number */
  get totalCount(): number {
    return this.#count();
  }
}

/** The maximum number of days of a schedule, more than ten years. They are sorted and searched at once. */
const maxDays = 4_000;

/** The schedule of §4.6. @throws UpstreamInvalidResponseError if it has no days, or too many */
export function schedule({ raw, position }: Envelope, activityId: ActivityId): Schedule {
  const dataPosition = position.child('data');
  const data = decodeObject(requiredMember(raw, 'data', position, 'an object'), dataPosition);
  if (Object.keys(data).length > maxDays) throw dataPosition.invalid(`an object of at most ${maxDays} days`);
  const days = Object.entries(data)
    .map(([date, items]) => new ScheduleDay(date, items, dataPosition.child(date), activityId))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
  return new Schedule(days, () => decodeInt(raw.total, position.child('total')));
}

const timeRange = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-4]):([0-5]\d)$/;

/** The hours and minutes of a time of day range, "HH:MM-HH:MM", which may end at 24:00. @returns null for no value */
function hoursAndMinutes(raw: unknown, position: ReplyPosition): readonly string[] | null {
  const written = decodeString(raw, position).replace(/\s/g, '');
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
  return new LocalInterval(`${startHour}:${startMinute}:00`, `${endHour === '24' ? '00' : endHour}:${endMinute}:00`);
}

/**
 * The length of the range in milliseconds, by the clock. It depends on the end as written: 00:00-24:00 is a day, and 00:00-00:00 is
 * nothing. An end before the start is on the next day.
 */
function decodeLength(raw: unknown, position: ReplyPosition): number | null {
  const parts = hoursAndMinutes(raw, position);
  if (parts === null) return null;
  const [startHour, startMinute, endHour, endMinute] = parts.map(Number) as [number, number, number, number];
  const difference = (endHour - startHour) * 60 + (endMinute - startMinute);
  return (difference < 0 ? difference + 24 * 60 : difference) * 60_000;
}

/** A local date and time, "YYYY-MM-DD HH:MM:SS", in the format of ISO 8601. @returns null for no value, for 0, and for a date of zeros */
function decodeDateTime(raw: unknown, position: ReplyPosition): string | null {
  const written = decodeTextUnlessZero(raw, position);
  return written === null ? null : localTime(written, position);
}
