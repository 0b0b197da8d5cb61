/* ACTIVITIES_FILE in the whole program and in the libraries: the facts of activities, and times as text in their time zones. */

import { graphql } from 'graphql';
import { createEventGraph } from '../../src/index.js';
import { createRestClient } from '../../src/rest.js';
import { sandboxActivityIds, startSandbox } from '../../src/sandbox/sandbox.js';
import { article, listedAttendee, samples, scheduleItem } from '../service/samples.js';
import { closedAfterwards } from '../support/afterwards.js';
import { fakeService, type FakeService } from '../support/fake-service.js';
import { programOver, type ProgramUnderTest } from '../support/program.js';
import { temporaryFile } from '../support/temporary-files.js';

const [text, iso] = ['2026-01-01 10:00:00', '2026-01-01T02:00:00Z'];
const summit = { name: 'Summit', place: 'Pier', timeZone: 'Asia/Shanghai', currency: 'CNY', startsOn: '2026-11-22', endsOn: '2026-11-24' };
const facts = '{ name place timeZone currency startsOn endsOn }';
const noFacts = { name: null, place: null, timeZone: null, currency: null, startsOn: null, endsOn: null };

let service: FakeService;
/** Makes the reply long enough to be scanned. */
let padding = '';
beforeAll(async () => {
  const formAnswers = { name1613: text };
  const attendee = { ...listedAttendee, form_id: null, time: text, update_time: text, review_time: text, delete_time: `${text}.5` };
  service = await fakeService({
    '/api/participant/getList': () => ({ code: 1, data: [{ ...attendee, content: JSON.stringify(formAnswers), padding }], total: 1 }),
    '/api/participant/get': { code: 1, data: { ...attendee, content: formAnswers } },
    '/api/schedule/getList': {
      code: 1,
      data: { '2026-01-01': [{ ...scheduleItem, start_time: text, delete_time: text, create_time: text }] },
      total: 1,
    },
    '/api/article/getList': {
      ...samples.listArticles.reply,
      data: { data: [{ ...article, create_time: text, published_time: text, top_time: text }], itemsCount: 1, total: 1, currentPage: 1 },
    },
    '/api/badge': { code: 1, data: { printed: text } },
  });
});

const attendees = 'attendees { nodes { registeredAt updatedAt deletedAt review { reviewedAt } content } }';
const everything = `query ($id: ID!) { activity(id: $id) { ${attendees}
  schedule { days { items { startsAt endsAt createdAt deletedAt } } }
  articles { items { createdAt publishedAt pinnedUntil } } } }`;
const attendeeInShanghai = {
  registeredAt: iso,
  updatedAt: iso,
  deletedAt: iso,
  review: { reviewedAt: iso },
  content: { name1613: text },
};

describe('a program', () => {
  let program: ProgramUnderTest;
  beforeAll(async () => {
    program = await programOver(service.url, {
      ACTIVITIES_FILE: temporaryFile('activities.json', { 1001: summit, 9999: { name: 'not served' } }),
      OPERATIONS_FILE: operationsFile(),
    });
  });

  test('an activity has the facts of the file, and null for others', async () => {
    const { data, errors } = await program.run(`{ activities ${facts} other: activity(id: "9999") { id } }`);
    expect({ activities: data['activities'], other: data['other'], errors }).toEqual({
      activities: [summit, noFacts],
      other: null,
      errors: expect.anything(),
    });
  });

  test.each([
    ['parsed', ''],
    ['scanned', 'x'.repeat(5000)],
  ])('times as text are those of the time zone of the activity, in a reply that is %s', async (_which, filling) => {
    padding = filling;
    const { data, errors } = await program.run(everything, { id: '1001' });
    expect({ activity: data['activity'], errors }).toEqual({
      activity: {
        attendees: { nodes: [attendeeInShanghai] },
        schedule: {
          days: [{ items: [{ startsAt: iso, endsAt: '2026-01-01T02:45:00Z', createdAt: '2026-01-01T10:00:00', deletedAt: iso }] }],
        },
        articles: { items: [{ createdAt: iso, publishedAt: iso, pinnedUntil: text }] },
      },
      errors: [],
    });
  });

  test('times as text of one attendee and of a bound operation are read in the zone of their activity', async () => {
    const { data, errors } = await program.run('{ attendee(by: { id: "7" }) { registeredAt } activity { badge { printedAt } } }');
    expect({ data, errors }).toEqual({ data: { attendee: { registeredAt: iso }, activity: { badge: { printedAt: iso } } }, errors: [] });
  });

  test('times as text in an activity without a zone are errors at their fields, and one log line for an operation names the setting', async () => {
    padding = '';
    const { data, errors } = await program.run(everything, { id: '1002' });
    await program.run(everything, { id: '1002' });
    expect(data['activity'].attendees.nodes).toEqual([
      { registeredAt: null, updatedAt: null, deletedAt: null, review: { reviewedAt: null }, content: { name1613: text } },
    ]);
    expect(new Set(errors.map(({ extensions }) => extensions['code']))).toEqual(new Set(['UPSTREAM_INVALID_RESPONSE']));
    expect(errors.map(({ path }) => path?.at(-1))).toContain('registeredAt');
    const lines = program.lines('ACTIVITIES_FILE');
    expect(lines).toHaveLength(3);
    expect(lines).toContainEqual(
      expect.objectContaining({
        operation: '/api/participant/getList',
        path: expect.stringMatching(/^\$\.data\[\]\.(\w+_)?time$/),
        count: 1,
        hint: expect.stringContaining('ACTIVITIES_FILE'),
      }),
    );
    expect(JSON.stringify(lines)).not.toContain('10:00:00');
  });
});

/** Binds an operation whose reply has a time. */
function operationsFile(): string {
  const badge = { on: 'Activity', method: 'POST', scope: 'content:read', path: '/api/badge', result: 'SampleBadge' };
  const types = { SampleBadge: { fields: { printedAt: { type: 'DateTime', from: 'printed' } } } };
  return temporaryFile('operations.json', { types, operations: { badge } });
}

test('the sandbox states both of its activities', async () => {
  const { activities } = closedAfterwards(await startSandbox());
  expect(Object.keys(activities)).toEqual(sandboxActivityIds.map(String));
  for (const stated of Object.values(activities)) {
    expect(Object.keys(stated)).toEqual(Object.keys(summit));
    expect(stated.endsOn! >= stated.startsOn!).toBe(true);
  }
});

test('the option `activities` of the libraries is the content of the file', async () => {
  padding = '';
  const options = { url: service.url, publicKey: 'p', privateKey: 'k', activityIds: [1001], activities: { 1001: summit } };
  const graph = closedAfterwards(await createEventGraph(options));
  const contextValue = graph.createContext({ caller: { name: 'a', scopes: graph.scopes } });
  const source = `{ activity { name timeZone startsOn ${attendees} } }`;
  const { data, errors } = await graphql({ schema: graph.schema, source, contextValue });
  expect({ data: JSON.parse(JSON.stringify(data)) as unknown, errors }).toEqual({
    data: { activity: { name: 'Summit', timeZone: 'Asia/Shanghai', startsOn: '2026-11-22', attendees: { nodes: [attendeeInShanghai] } } },
  });
  const bad = { ...options, activities: { 1001: { timeZone: 'Nowhere' } } };
  await expect(createRestClient(bad)).rejects.toThrow('Bad options:\n  activities.1001.timeZone: expected a time zone');
  const client = closedAfterwards(await createRestClient(options));
  expect((await client.getAttendee(1001, { id: 7 }))?.registeredAt).toEqual(new Date(iso));
});
