import type { Json } from '../primitives/json.js';
import type { ActivityId, ServiceId } from './ids.js';

/** The whole schedule of an activity, days in ascending order (§4.6). */
export interface Schedule {
  /** The number of items as the service reports it. */
  readonly totalCount: number;
  readonly days: readonly ScheduleDay[];
}

export interface ScheduleDay {
  /** YYYY-MM-DD */
  readonly date: string;
  readonly items: readonly ScheduleItem[];
}

/** One item of the schedule (§2.3). */
export interface ScheduleItem {
  readonly kind: 'scheduleItem';
  readonly id: string;
  readonly serviceId: ServiceId;
  readonly activityId: ActivityId;
  /** A global id. */
  readonly parentId: string | null;
  readonly title: string;
  readonly subtitle: string | null;
  readonly introduction: string | null;
  readonly place: string | null;
  readonly startsAt: Date | null;
  /** `startsAt` plus the length of the interval. */
  readonly endsAt: Date | null;
  readonly interval: LocalInterval | null;
  readonly guestId: string | null;
  readonly guestName: string | null;
  readonly guests: readonly Json[];
  readonly meetingId: string | null;
  readonly meetingPassword: string | null;
  readonly live: ScheduleLive | null;
  readonly link: ScheduleLink | null;
  readonly timeCategoryId: string | null;
  readonly timeCategoryName: string | null;
  readonly categoryId: string | null;
  readonly categoryName: string | null;
  readonly hiddenStatus: number | null;
  /** YYYY-MM-DDTHH:MM:SS without a time zone. */
  readonly createdAt: string | null;
  readonly deletedAt: Date | null;
  readonly children: readonly ScheduleItem[];
}

/** Local times HH:MM:SS. An end before the start, and one of 00:00:00 that the service writes as 24:00, is on the next day. */
export interface LocalInterval {
  readonly start: string;
  readonly end: string;
}

export interface ScheduleLive {
  readonly liveId: string | null;
  readonly type: number | null;
  readonly name: string | null;
  readonly url: string | null;
}

export interface ScheduleLink {
  readonly mode: number | null;
  readonly title: string | null;
  readonly value: string | null;
  readonly label: string | null;
  readonly appId: string | null;
}
