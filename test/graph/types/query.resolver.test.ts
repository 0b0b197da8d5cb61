/*
 * Which activity and which attendees the fields of Query return. Invalid arguments: bad-input.graph.test.ts; calls:
 * calls-of-*.graph.test.ts; callers with some of the activities: access/tenants.graph.test.ts.
 */

import { listedAttendee } from '../../service/samples.js';
import { fakeService } from '../../support/fake-service.js';
import { graphOver, type GraphUnderTest } from '../../support/graph.js';

let graph: GraphUnderTest;
beforeAll(async () => {
  const service = await fakeService({
    // Each activity has the attendees 1 to 9.
    '/api/participant/getList': ({ form, headers }) => {
      const { ActivityId: form_id } = JSON.parse(String(headers['service-auth'])) as { ActivityId: number };
      const data = form['ids']!.split(',').flatMap((id) => (/^[1-9]$/.test(id) ? [{ ...listedAttendee, id: Number(id), form_id }] : []));
      return { code: 1, data, total: data.length };
    },
  });
  graph = await graphOver(service.url, { activityIds: [1002, 1001] });
});

async function valueOf(field: string): Promise<{ id: string } | null> {
  const { data, errors } = await graph.run(`{ value: ${field} { id } }`);
  expect(errors).toEqual([]);
  return data['value'];
}

test.each<[field: string, id: string | null]>([
  ['activity', '1002'],
  ['activity(id: "1001")', '1001'],
  ['activity(id: 1001)', '1001'],
  ['activity(id: "9999")', null],
])('%s is %s: the default one is the first that is served, and one that is not served is null', async (field, id) => {
  expect(await valueOf(field)).toEqual(id === null ? null : { id });
});

test('activities returns all activities that are served, the default one first', async () => {
  expect(await valueOf('activities')).toEqual([{ id: '1002' }, { id: '1001' }]);
});

test('`activitiesByIds` returns the order requested, with null for an activity that is not served', async () => {
  expect(await valueOf('activitiesByIds(ids: ["1001", "9999", "1002", "1001"])')).toEqual([
    { id: '1001' },
    null,
    { id: '1002' },
    { id: '1001' },
  ]);
});

test.each<[args: string, id: string | null]>([
  ['by: { id: "7" }', 'attendee:1002:7'],
  ['by: { id: "7" }, activityId: "1001"', 'attendee:1001:7'],
  ['by: { id: "attendee:1001:7" }', 'attendee:1001:7'],
  ['by: { id: "attendee:1001:7" }, activityId: "1002"', null],
  ['by: { id: "attendee:9999:7" }', null],
  ['by: { id: "404" }', null],
])('attendee(%s) is %s: of the activity of the argument, of the global id, or of the default one', async (args, id) => {
  expect(await valueOf(`attendee(${args})`)).toEqual(id === null ? null : { id });
});

test('`attendeesByIds` returns the order requested, from any activity, with null for an unknown attendee', async () => {
  expect(await valueOf('attendeesByIds(ids: ["3", "attendee:1001:2", "404", "attendee:9999:1", "3"])')).toEqual([
    { id: 'attendee:1002:3' },
    { id: 'attendee:1001:2' },
    null,
    null,
    { id: 'attendee:1002:3' },
  ]);
});

test('`attendeesByIds` with `activityId` returns attendees of that activity only', async () => {
  expect(await valueOf('attendeesByIds(ids: ["3", "attendee:1002:2"], activityId: "1001")')).toEqual([{ id: 'attendee:1001:3' }, null]);
});
