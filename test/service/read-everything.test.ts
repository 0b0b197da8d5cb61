/* The records and the errors that are found in a decoded reply. */

import { listArticles, getAttendee, listSchedule, listTickets } from '../../src/service/endpoints.js';
import { readEverything } from '../../src/service/read-everything.js';
import { decoded } from './sampled-endpoints.js';
import { samples, scheduleItem, ticket } from './samples.js';

/** The ids of the records that are found in a decoded reply. */
const idsIn = (output: unknown) => readEverything(output).records.map((record) => Object.fromEntries(record.rawMembers())['id']);

test('the records of a reply are found in a list, in a page of a list, and as one object', () => {
  expect(idsIn(decoded(listTickets, { code: 1, data: [ticket, { ...ticket, id: 402 }] }))).toEqual([401, 402]);
  expect(idsIn(decoded(listArticles, samples.listArticles.reply))).toEqual([61]);
  expect(idsIn(decoded(getAttendee, samples.getAttendee.reply))).toEqual([7]);
  expect(idsIn(decoded(getAttendee, { code: 1, data: null }))).toEqual([]);
});

test('children are records too; a link inside a record, which has another shape, is a field of it', () => {
  const child = { ...scheduleItem, id: 22 };
  const schedule = decoded(listSchedule, { code: 1, total: 2, data: { '2026-05-15': [{ ...scheduleItem, all_children: [child] }] } });
  expect(schedule.days[0]!.items[0]!.link).not.toBeNull();
  expect(idsIn(schedule)).toEqual([21, 22]);
});

test('children may be nested ten thousand deep, and the path of an error has its last hundred steps', () => {
  const levels = 10_000;
  const items = `${'[{"id":21,"all_children":'.repeat(levels)}"none"${'}]'.repeat(levels)}`;
  const { records, errors } = readEverything(decoded(listSchedule, `{ "code": 1, "total": 1, "data": { "2026-05-15": ${items} } }`));
  expect(records).toHaveLength(levels);
  expect(errors.find(({ path }) => path.endsWith('all_children'))!.path).toBe(`$…${'[0].all_children'.repeat(50)}`);
});
