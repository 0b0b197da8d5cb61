import type { Calendar } from './calendar.js';
import { programme, type ProgrammeItem } from './programme.js';

/** A schedule item as the service sends it (§2.3). */
export interface ScheduleRecord {
  readonly id: number;
  readonly activity_id: number;
  readonly parent_id: number;
  readonly time_cate_id: number;
  readonly cate_id: number;
  readonly live_type: number;
  readonly live_id: number;
  readonly hidden_status: number;
  readonly live_url: string;
  readonly title: string;
  readonly subtitle: string;
  readonly introduction: string;
  readonly address_place: string;
  readonly guest_id: string;
  readonly guest_name: string;
  readonly meeting_id: string;
  readonly meeting_pwd: string;
  readonly link_title: string;
  readonly time_cate_name: string;
  readonly cate_name: string;
  readonly live_name: string;
  readonly start_time: number;
  /** HH:MM-HH:MM in UTC+8, the time of the venue. */
  readonly interval_time: string;
  readonly create_time: string;
  readonly delete_time: string;
  readonly guest_more: readonly { readonly id: string; readonly name: string }[];
  /** An empty array if there is no link: PHP writes an empty object as an empty array. */
  readonly link: { readonly mode: number; readonly val: string; readonly label: string; readonly appId: string } | readonly [];
  readonly all_children: readonly ScheduleRecord[];
}

/** The schedule of three days. Ids count from 2001 in the order of the programme, each parent before its children. */
export function conferenceSchedule(calendar: Calendar): ReadonlyMap<string, readonly ScheduleRecord[]> {
  let id = 2000;
  const record = (day: number, item: ProgrammeItem, parentId: number): ScheduleRecord => {
    id += 1;
    return itemRecord(id, item, parentId, timesOf(calendar, day), (self) => (item.parts ?? []).map((part) => record(day, part, self)));
  };
  return new Map(programme.map((items, day) => [calendar.date(day), items.map((item) => record(day, item, 0))]));
}

/** The times of one day. */
interface Times {
  at(clock: string): number;
  readonly createTime: string;
}

const timesOf = (calendar: Calendar, day: number): Times => ({
  at: (clock) => calendar.at(day, clock),
  createTime: `${calendar.date(-56)} 10:00:00`,
});

function itemRecord(
  id: number,
  item: ProgrammeItem,
  parent_id: number,
  times: Times,
  children: (id: number) => ScheduleRecord[],
): ScheduleRecord {
  const { time, title, place = '', speakers = [], track = 'General', live } = item;
  const [start = '00:00'] = time.split('-');
  const morning = start < '12:00';
  return {
    id,
    activity_id: 1001,
    parent_id,
    time_cate_id: morning ? 21 : 22,
    cate_id: tracks.indexOf(track) + 31,
    live_type: live === undefined ? 0 : 1,
    live_id: live ?? 0,
    hidden_status: 0,
    live_url: live === undefined ? '' : `https://event.example/live/${live}`,
    title,
    subtitle: item.subtitle ?? '',
    introduction: item.introduction ?? '',
    address_place: place,
    guest_id: speakers.map((_, index) => `${id}${index}`).join(','),
    guest_name: speakers.join(','),
    meeting_id: live === undefined ? '' : `88${live}`,
    meeting_pwd: live === undefined ? '' : `pw-${live}`,
    link_title: item.link === undefined ? '' : 'Slides',
    time_cate_name: morning ? 'Morning' : 'Afternoon',
    cate_name: track,
    live_name: live === undefined ? '' : `Stream ${live}`,
    start_time: times.at(start),
    interval_time: time,
    create_time: times.createTime,
    delete_time: '0',
    guest_more: speakers.map((name, index) => ({ id: `${id}${index}`, name })),
    link: item.link === undefined ? [] : { mode: 1, val: item.link, label: 'Slides', appId: '' },
    all_children: children(id),
  };
}

const tracks = ['General', 'Keynote', 'Workshop', 'Social'];
