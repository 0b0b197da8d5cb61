/* Days, times and nested items of a schedule, and when an item has no link or live stream. */

import { listSchedule } from '../../src/service/endpoints.js';
import { decoded } from '../service/sampled-endpoints.js';
import { scheduleItem } from '../service/samples.js';

const schedule = (changes: Record<string, unknown>) =>
  decoded(listSchedule, { code: 1, data: { '2026-05-15': [{ ...scheduleItem, ...changes }] }, total: 1 }).days[0]!.items[0]!;

test('§4.6: days are sorted, children are nested, and the total is the one of the service', () => {
  const { days, totalCount } = decoded(listSchedule, {
    code: 1,
    total: '9',
    data: { '2026-05-16': [], '2026-05-15': [{ ...scheduleItem, all_children: [{ ...scheduleItem, id: 22, parent_id: 21 }] }] },
  });
  expect(days.map(({ date }) => date)).toEqual(['2026-05-15', '2026-05-16']);
  expect(days[0]!.items[0]!.children.map(({ id, parentId }) => [id, parentId])).toEqual([['scheduleItem:1001:22', 'scheduleItem:1001:21']]);
  expect(totalCount).toBe(9);
});

test('a day that the calendar does not have is an error of its date only', () => {
  const [day] = decoded(listSchedule, { code: 1, data: { '2026-02-30': [scheduleItem] }, total: 1 }).days;
  expect(() => day!.date).toThrow('expected a day keyed YYYY-MM-DD at $.data.2026-02-30');
  expect(day!.items).toHaveLength(1);
});

test.each([
  ['09:00-09:45', { start: '09:00:00', end: '09:45:00' }, 45],
  ['22:30-00:30', { start: '22:30:00', end: '00:30:00' }, 120],
  [' 09:00 - 10:00 ', { start: '09:00:00', end: '10:00:00' }, 60],
  ['23:00-24:00', { start: '23:00:00', end: '00:00:00' }, 60],
  ['09:00-24:00', { start: '09:00:00', end: '00:00:00' }, 900],
  ['00:00-24:00', { start: '00:00:00', end: '00:00:00' }, 1440],
  ['00:00-00:00', { start: '00:00:00', end: '00:00:00' }, 0],
  ['', null, null],
  [null, null, null],
])('`interval_time` %j has the range and the length that it states', (interval_time, interval, minutes) => {
  const item = schedule({ interval_time });
  expect(item.interval).toEqual(interval);
  expect(item.endsAt && (item.endsAt.getTime() - item.startsAt!.getTime()) / 60_000).toBe(minutes);
});

test('an item that ends after the year 9999, which RFC 3339 cannot state, has an invalid end', () => {
  const lastDay = Date.UTC(9999, 11, 31, 23) / 1000;
  expect(schedule({ start_time: lastDay, interval_time: '23:00-23:59' }).endsAt).toEqual(new Date('9999-12-31T23:59:00Z'));
  expect(() => schedule({ start_time: lastDay, interval_time: '23:00-24:00' }).endsAt).toThrow(
    'expected Unix seconds at $.data.2026-05-15[0].start_time',
  );
});

test.each(['9:00-10:00', '09:00', '25:00-26:00', '09:60-10:00', '23:00-24:30', 'all day', 900])(
  '`interval_time` %j is invalid',
  (interval_time) => {
    expect(() => schedule({ interval_time }).interval).toThrow('expected a string HH:MM-HH:MM at $.data.2026-05-15[0].interval_time');
  },
);

test('guests have no null items', () => {
  expect(schedule({ guest_more: [null, { name: 'A' }] }).guests).toEqual([{ name: 'A' }]);
});

test('a link without members and title is null; a title alone is a link', () => {
  expect(schedule({ link: {}, link_title: '' }).link).toBeNull();
  expect(schedule({ link: [], link_title: 'Slides' }).link!.title).toBe('Slides');
});

test('a live stream without id, name, address and type is null', () => {
  const none = { live_id: 0, live_name: '', live_url: '', live_type: 0 };
  expect(schedule(none).live).toBeNull();
  expect(schedule({ ...none, live_url: 'https://event.example/l' }).live).not.toBeNull();
});
