import { ScheduleItem, ScheduleLive } from '../../src/records/schedule.js';
import { carried, pathOf, recordRows, type Row, type Scene } from './row.js';

const path = pathOf('4.6');
const base = { id: 2001, activity_id: 1001, title: 'Opening' };
const day = (items: readonly unknown[], date = '2026-05-15') => ({ code: 1, data: { [date]: items }, total: items.length });

const ofTheDay: Scene = {
  typeName: 'ScheduleItem',
  path,
  base,
  envelope: (record) => day([record]),
  query: (selection) => `{ activity { schedule { days { items { ${selection} } } } } }`,
  at: 'activity.schedule.days.0.items.0',
};

const insideAnother: Scene = {
  ...ofTheDay,
  envelope: (record) => day([{ ...base, id: 2000, all_children: [record] }]),
  query: (selection) => `{ activity { schedule { days { items { children { ${selection} } } } } } }`,
  at: 'activity.schedule.days.0.items.0.children.0',
};

const { cases, same, complete } = recordRows('2.3', [ofTheDay, insideAnother]);

const start = 1_778_806_800;

export const scheduleRows: readonly Row[] = [
  ...complete({ '': ScheduleItem, 'live.': ScheduleLive }, [
    cases('id', [2042, { serviceId: '2042', id: 'scheduleItem:1001:2042' }]),
    carried(
      '2.3',
      'activity_id',
      ['ScheduleItem.activityId'],
      [
        {
          query: '{ activity(id: "1002") { schedule { days { items { activityId } } } } }',
          replies: { [path]: day([{ ...base, activity_id: 1002 }]) },
          reads: { 'activity.schedule.days.0.items.0.activityId': '1002' },
        },
      ],
      'The requested activity, to which the item belongs.',
    ),
    cases('parent_id', [2040, { parentId: 'scheduleItem:1001:2040' }], [0, { parentId: null }]),
    same('link_title', 'link.title', 'Slides'),
    cases(
      'interval_time',
      ['09:00-09:45', { 'interval.start': '09:00:00', 'interval.end': '09:45:00', endsAt: '2026-05-15T01:45:00Z' }, { start_time: start }],
      ['22:30-00:30', { endsAt: '2026-05-15T03:00:00Z' }, { start_time: start }],
    ),
    cases('create_time', ['2026-03-20 10:00:00', { createdAt: '2026-03-20T10:00:00' }]),
    cases('delete_time', ['1775000003', { deletedAt: '2026-03-31T23:33:23Z' }], ['0', { deletedAt: null }]),
    cases('guest_more', [[{ id: '1', name: '王伟' }], { guests: [{ id: '1', name: '王伟' }] }]),
    cases(
      'link',
      [
        { mode: 1, val: 'v', label: 'l', appId: 'a' },
        { 'link.mode': 1, 'link.value': 'v', 'link.label': 'l', 'link.appId': 'a' },
      ],
      // Without a link, the response has no such member.
      [[], { 'link.mode': undefined }],
    ),
    same('link.mode', 'link.mode', 4),
    cases('link.val', ['https://event.example/slides.pdf', { 'link.value': 'https://event.example/slides.pdf' }]),
    same('link.label', 'link.label', 'Slides of the day'),
    same('link.appId', 'link.appId', 'wx0000'),
    cases('all_children', [
      [{ ...base, id: 2002, title: 'Part one', parent_id: 2001 }],
      { 'children.0.title': 'Part one', 'children.0.serviceId': '2002' },
    ]),
  ]),

  carried(
    '4.6 reply',
    'data',
    ['ScheduleDay.date', 'ScheduleDay.items', 'Activity.schedule(from:)', 'Activity.schedule(to:)'],
    [
      {
        query: '{ activity { schedule { days { date items { title } } } } }',
        replies: {
          [path]: { code: 1, data: { '2026-05-16': [{ ...base, title: 'Two' }], '2026-05-15': [{ ...base, title: 'One' }] }, total: 2 },
        },
        reads: {
          'activity.schedule.days': [
            { date: '2026-05-15', items: [{ title: 'One' }] },
            { date: '2026-05-16', items: [{ title: 'Two' }] },
          ],
        },
      },
      {
        query: '{ activity { schedule(from: "2026-05-16", to: "2026-05-16") { days { date } } } }',
        replies: { [path]: { code: 1, data: { '2026-05-16': [base], '2026-05-15': [base], '2026-05-17': [base] }, total: 3 } },
        reads: { 'activity.schedule.days': [{ date: '2026-05-16' }] },
      },
    ],
  ),
  carried(
    '4.6 reply',
    'total',
    ['ActivitySchedule.totalCount'],
    [
      {
        query: '{ activity { schedule { totalCount } } }',
        replies: { [path]: { code: 1, data: {}, total: 321 } },
        reads: { 'activity.schedule.totalCount': 321 },
      },
    ],
  ),
];
