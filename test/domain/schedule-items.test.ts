/* The schedule of an activity: ranges of days, items at any depth, and broken parts. */

import { ScheduleItems } from '../../src/domain/schedule-items.js';
import type { ServiceId } from '../../src/records/ids.js';
import { activityId } from '../service/sampled-endpoints.js';
import { upstreamOf } from './service.js';

const item = (id: number, children: unknown[] = []) => ({ id, title: `Item ${id}`, parent_id: 0, all_children: children });
const envelope = {
  code: 1,
  total: 99,
  data: {
    '2026-05-17': [item(5)],
    '2026-05-15': [item(1, [item(2, [item(3)])]), item(4)],
    '2026-05-16': [],
  },
};

function schedules(given: unknown = envelope) {
  const { upstream, calls } = upstreamOf(() => given);
  return { calls, of: new ScheduleItems(upstream, activityId) };
}
const id = (number: number) => number as ServiceId;

test.each([
  ['2026-05-15', '2026-05-15', ['2026-05-15'], 2],
  ['2026-05-16', null, ['2026-05-16', '2026-05-17'], 1],
  [null, '2026-05-16', ['2026-05-15', '2026-05-16'], 2],
  ['2026-05-15', '2026-05-17', ['2026-05-15', '2026-05-16', '2026-05-17'], 3],
  ['2027-01-01', null, [], 0],
  [null, null, ['2026-05-15', '2026-05-16', '2026-05-17'], 3],
])('from %s to %s returns the days %j, both included, and counts their %i items', async (from, to, days, total) => {
  const chosen = await schedules().of.between(from, to);
  expect({ days: chosen.days.map(({ date }) => date), totalCount: chosen.totalCount }).toEqual({ days, totalCount: total });
});

test('an item is found at any depth; an unknown id is null', async () => {
  const { of } = schedules();
  for (const number of [1, 2, 3, 4, 5]) expect((await of.byId(id(number)))?.serviceId).toBe(number);
  expect(await of.byId(id(6))).toBeNull();
});

test('a broken part of the tree does not hide the rest', async () => {
  const { of } = schedules({
    ...envelope,
    data: { '2026-05-15': 'broken', '2026-05-16': [{ ...item(1), id: 'x' }, { ...item(2), all_children: 7 }, item(3)] },
  });
  expect((await of.byId(id(3)))?.serviceId).toBe(3);
  expect((await of.byId(id(2)))?.serviceId).toBe(2);
  expect(await of.byId(id(1))).toBeNull();
});
