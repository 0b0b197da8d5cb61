/* The schedule of the conference. The workshop has none. */

import type { Calendar } from './calendar.js';

/** A schedule item as the service sends it (§2.3). */
export interface ScheduleRecord extends Readonly<ReturnType<typeof itemRecord>> {
  readonly all_children: readonly ScheduleRecord[];
}

/**
 * The schedule of three days. Ids count from 2001 in the order of the programme, each parent before its
 * children, and then what is open all day.
 */
export function conferenceSchedule(calendar: Calendar): ReadonlyMap<string, readonly ScheduleRecord[]> {
  let lastId = 2000;
  const record = (day: number, item: ProgrammeItem, parentId: number): ScheduleRecord => {
    lastId += 1;
    const id = lastId;
    const own = itemRecord(id, item, parentId, calendar, day);
    return { ...own, all_children: (item.parts ?? []).map((part) => record(day, part, id)) };
  };
  const days = programme.map((items, day) => items.map((item) => record(day, item, 0)));
  return new Map(days.map((items, day) => [calendar.date(day), [...items, record(day, openAllDay, 0)]]));
}

const tracks = ['General', 'Keynote', 'Workshop', 'Social'];

function itemRecord(id: number, item: ProgrammeItem, parent_id: number, calendar: Calendar, day: number) {
  const { time, title, subtitle = '', introduction = '', place = '', speakers = [], track = 'General', live, link } = item;
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
    subtitle,
    introduction,
    address_place: place,
    guest_id: speakers.map((_, index) => `${id}${index}`).join(','),
    guest_name: speakers.join(','),
    meeting_id: live === undefined ? '' : `88${live}`,
    meeting_pwd: live === undefined ? '' : `pw-${live}`,
    link_title: link === undefined ? '' : 'Slides',
    time_cate_name: morning ? 'Morning' : 'Afternoon',
    cate_name: track,
    live_name: live === undefined ? '' : `Stream ${live}`,
    start_time: calendar.at(day, start),
    /** HH:MM-HH:MM in UTC+8, the time of the venue. */
    interval_time: time,
    create_time: `${calendar.date(-56)} 10:00:00`,
    delete_time: '0',
    guest_more: speakers.map((name, index) => ({ id: `${id}${index}`, name })),
    // PHP writes an empty object as an empty array.
    link: link === undefined ? [] : { mode: 1, val: link, label: 'Slides', appId: '' },
  };
}

/** One item of the programme. Its parts are within its time. */
interface ProgrammeItem {
  /** HH:MM-HH:MM at the venue. An end before the start is on the next day. */
  readonly time: string;
  readonly title: string;
  readonly subtitle?: string;
  readonly introduction?: string;
  readonly place?: string;
  readonly speakers?: readonly string[];
  /** One of {@link tracks}; General by default. */
  readonly track?: string;
  /** The number of its live stream. */
  readonly live?: number;
  readonly link?: string;
  readonly parts?: readonly ProgrammeItem[];
}

/** On every day, so that something is on at any hour, in any time zone. */
const openAllDay: ProgrammeItem = {
  time: '00:00-24:00',
  title: 'Harbour lounge',
  subtitle: 'Open day and night',
  place: 'Pier 1',
  track: 'Social',
};

const hall = 'Main hall';
const workshopFloor = 'Third floor';

/** The items of each day, beginning with day 0. */
const programme: readonly (readonly ProgrammeItem[])[] = [
  [
    { time: '08:00-09:00', title: 'Registration', place: 'Foyer' },
    {
      time: '09:00-09:45',
      title: 'Opening keynote',
      subtitle: '开幕主题演讲',
      place: hall,
      track: 'Keynote',
      live: 71,
      introduction: '<p>What harbours and software have in common.</p>',
      speakers: ['王伟', 'Grace Lindqvist'],
      link: 'https://event.example/slides/opening.pdf',
    },
    {
      time: '13:30-16:30',
      title: 'Workshop day one',
      place: workshopFloor,
      track: 'Workshop',
      parts: [
        { time: '13:30-14:15', title: 'Hands on: schemas', place: 'Room 301', speakers: ['Jonas Müller'], track: 'Workshop' },
        {
          time: '14:30-16:30',
          title: 'Hands on: queries',
          place: 'Room 302',
          speakers: ['刘洋'],
          track: 'Workshop',
          parts: [{ time: '15:30-16:00', title: 'Clinic', place: 'Room 302', track: 'Workshop' }],
        },
      ],
    },
    { time: '22:30-00:30', title: 'Harbour night', subtitle: 'Music on the pier', place: 'Pier 4', track: 'Social' },
  ],
  [
    { time: '09:00-10:00', title: 'Robots that fold paper', place: hall, speakers: ['Hiro Tanaka'], track: 'Keynote', live: 73 },
    { time: '10:15-11:00', title: '城市数据的十年', subtitle: 'Ten years of city data', place: hall, speakers: ['张敏', '李娜'] },
  ],
  [
    { time: '09:30-10:30', title: 'Panel: hiring and being hired', place: hall, speakers: ['Elena Costa', '赵静', 'Tariq Rossi'] },
    { time: '11:45-12:15', title: 'Closing', place: hall, track: 'Keynote', live: 74 },
  ],
];
