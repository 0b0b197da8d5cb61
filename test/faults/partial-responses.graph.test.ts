/* What one failing call or one broken value affects: its own fields, and no others. */

import { getNamedType, isLeafType, isNonNullType, type GraphQLObjectType } from 'graphql';
import { rows } from '../../tools/docs/field-mapping.js';
import { sampledEndpoints } from '../service/sampled-endpoints.js';
import { article, attendeeDetail, category, formField, listedAttendee, scheduleItem, ticket } from '../service/samples.js';
import { fakeService, type FakeService, type Hit, type Scripts } from '../support/fake-service.js';
import { graphOver, type GraphUnderTest } from '../support/graph.js';
import { readsIn } from '../support/measured.js';
import { schemaWith } from '../support/schemas.js';

const healthy: Scripts = {
  ...Object.fromEntries(sampledEndpoints.map(({ endpoint: { path }, reply }) => [path, reply])),
  '/api/participant/getList': {
    code: 1,
    data: [
      { ...listedAttendee, id: 1 },
      { ...listedAttendee, id: 2 },
    ],
    total: 2,
  },
  '/api/participant/get': ({ form }) => ({ code: 1, data: { ...attendeeDetail, id: Number(form['id']) } }),
};

async function over(changes: Scripts): Promise<{ graph: GraphUnderTest; fake: FakeService }> {
  const fake = await fakeService({ ...healthy, ...changes });
  const graph = await graphOver(fake.url, { env: { EVENT_SERVICE_RETRIES: '0' } });
  return { graph, fake };
}

const list = (changes: Record<string, unknown>): Scripts => ({
  '/api/participant/getList': {
    code: 1,
    data: [
      { ...listedAttendee, id: 1 },
      { ...listedAttendee, id: 2, ...changes },
      { ...listedAttendee, id: 3 },
    ],
    total: 3,
  },
});

const schema = schemaWith();
/** The fields of a listed attendee that are null if their value is broken. A broken `content` is read by a detail call. */
const nullable = Object.values((schema.getType('Attendee') as GraphQLObjectType).getFields())
  .filter(({ type }) => !isNonNullType(type) && isLeafType(getNamedType(type)))
  .map(({ name }) => name)
  .filter((name) => !('detail' in (readsIn(schema).get(`Attendee.${name}`) ?? {})) && name !== 'content');

/**
 * Each of these fields with its member, by the field mapping. Of two members it is the first: the other one, such as `eamil`, is read only
 * if the first has no value.
 */
const broken = nullable.map((field) => {
  const row = rows.find(({ places }) => places.includes(`Attendee.${field}`));
  return [row?.name ?? 'member without a row in the field mapping', field] as const;
});

test.each(broken)('a broken %s affects %s of its own attendee, with an error at its path', async (member, field) => {
  const { graph } = await over(list({ [member]: {} }));
  const { data, errors } = await graph.run(`{ activity { attendees { totalCount nodes { serviceId name value: ${field} } } } }`);
  expect(errors.map(({ path, extensions }) => [path, extensions])).toEqual([
    [
      ['activity', 'attendees', 'nodes', 1, 'value'],
      { code: 'UPSTREAM_INVALID_RESPONSE', upstream: { operation: '/api/participant/getList', path: `$.data[1].${member}` } },
    ],
  ]);
  const { nodes } = data.activity.attendees;
  expect(nodes.map(({ serviceId, value }: { serviceId: string; value: unknown }) => [serviceId, value === null])).toEqual([
    ['1', false],
    ['2', true],
    ['3', false],
  ]);
});

test('a broken value of a non-null field makes the nearest nullable field above null', async () => {
  const { graph } = await over(list({ review: 'odd' }));
  const { data, errors } = await graph.run(
    '{ activity { id attendees { nodes { name review { code } } } tickets { name } } attendeesByIds(ids: ["1", "2", "3"]) { name review { code } } }',
  );
  expect(data.activity).toEqual({ id: '1001', attendees: null, tickets: [{ name: 'Day Pass' }] });
  expect(data.attendeesByIds.map((attendee: unknown) => attendee !== null)).toEqual([true, false, true]);
  expect(errors).toHaveLength(2);
});

test.each(['name', 'id', 'id name', 'remainingStock'])(
  'an item that is not an object is an error at the item, whatever is selected of it: %s',
  async (fields) => {
    const { graph } = await over({ '/api/ticket/data': { code: 1, data: [ticket, null, 'odd'] } });
    const { data, errors } = await graph.run(`{ activity { id tickets { ${fields} } } }`);
    expect(data.activity).toEqual({ id: '1001', tickets: null });
    expect(errors.map(({ path, extensions }) => [path!.slice(0, 3), extensions['upstream'].path])).toEqual([
      [['activity', 'tickets', 1], '$.data[1]'],
    ]);
  },
);

test('an item of the list of attendees that is not an object is no attendee, and costs the others nothing', async () => {
  const data = [{ ...listedAttendee, id: 1 }, 'odd', null, { ...listedAttendee, id: 2 }];
  const getList = ({ form }: Hit) => (form['ids'] === '3' ? { code: 1, data: ['odd'], total: 1 } : { code: 1, data, total: 4 });
  const { graph } = await over({ '/api/participant/getList': getList });
  const result = await graph.run(
    '{ activity { attendees(first: 4) { nodes { name } } } attendeesByIds(ids: ["1", "2", "3"]) { serviceId } }',
  );
  expect(result.errors).toEqual([]);
  expect(result.data.activity.attendees.nodes).toEqual([{ name: listedAttendee.contact }, { name: listedAttendee.contact }]);
  expect(result.data.attendeesByIds).toEqual([{ serviceId: '1' }, { serviceId: '2' }, null]);
});

test('a failing detail call affects its own fields of its own attendee', async () => {
  const { graph } = await over({
    '/api/participant/get': ({ form }, response) =>
      form['id'] === '2' ? void response.writeHead(503).end() : { code: 1, data: { ...attendeeDetail, id: Number(form['id']) } },
  });
  const { data, errors } = await graph.run('{ activity { attendees { nodes { serviceId points } } } }');
  expect(data.activity.attendees.nodes).toEqual([
    { serviceId: '1', points: '128.50' },
    { serviceId: '2', points: null },
  ]);
  expect(errors.map(({ path }) => path)).toEqual([['activity', 'attendees', 'nodes', 1, 'points']]);
});

test('form answers that cannot be decoded in a detail reply either are an error at their position in its reply', async () => {
  const { graph } = await over({
    '/api/participant/get': ({ form }) => ({ code: 1, data: { ...attendeeDetail, id: Number(form['id']), content: '{"cut off' } }),
  });
  const { data, errors } = await graph.run('{ attendee(by: { id: "1" }) { points content } }');
  expect(data.attendee).toEqual({ points: '128.50', content: null });
  expect(errors.map(({ extensions }) => extensions['upstream'].path)).toEqual(['$.data.content']);
});

test('an attendee of another activity is not returned by mobile number, by id or in a page', async () => {
  const foreign = { ...attendeeDetail, id: 1, form_id: 1002 };
  const { graph } = await over({ '/api/participant/get': { code: 1, data: foreign }, ...list({ form_id: 1002 }) });
  const { data, errors } = await graph.run(
    '{ a: attendee(by: { mobile: "10000000007" }) { name } b: attendee(by: { id: "1" }) { points } c: attendee(by: { id: "2" }) { name } activity { attendees { nodes { serviceId } } } }',
  );
  expect(data).toEqual({ a: null, b: null, c: null, activity: { attendees: { nodes: [{ serviceId: '1' }, { serviceId: '3' }] } } });
  expect(errors).toEqual([]);
});

test('a broken value that only choices have affects only its own field', async () => {
  const { graph } = await over({
    '/api/activity/getFields': {
      code: 1,
      data: [formField, { ...formField, name: 'b', hidden: 'x' }, { ...formField, name: 'c', hidden: 1 }],
    },
    '/api/article/getList': {
      code: 1,
      data: { data: [article, { ...article, id: 62, ca_category_id: 'x' }], itemsCount: 2, total: 2, currentPage: 1 },
    },
    '/api/article/getCategoryList': {
      code: 1,
      data: [{ ...category, id: 301, parent_id: 0 }, category, { ...category, id: 312, parent_id: 'x' }],
    },
    '/api/schedule/getList': { code: 1, total: 2, data: { 'to be announced': [scheduleItem], '2026-05-15': [scheduleItem] } },
  });
  const { data, errors } = await graph.run(`{ activity {
    formFields { name } articles { items { serviceId category { name } } } categories { serviceId children { serviceId } articles { serviceId } }
    schedule(from: "2026-01-01") { totalCount days { date } }
  } }`);
  expect(data.activity).toEqual({
    formFields: [{ name: 'name1613' }],
    articles: {
      items: [
        { serviceId: '61', category: { name: 'Announcements' } },
        { serviceId: '62', category: null },
      ],
    },
    categories: [
      { serviceId: '301', children: [{ serviceId: '311' }], articles: [] },
      { serviceId: '311', children: [], articles: [{ serviceId: '61' }] },
      { serviceId: '312', children: [], articles: [] },
    ],
    schedule: { totalCount: 1, days: [{ date: '2026-05-15' }] },
  });
  expect(errors.map(({ path }) => path!.join('.'))).toEqual(['activity.articles.items.1.category']);
});

test('a broken value affects no field that reads another one', async () => {
  const data = { '2026-05-15': [{ ...scheduleItem, live_id: {}, link_title: {} }] };
  const { graph } = await over({ ...list({ id: {}, wechat_nickname: {} }), '/api/schedule/getList': { code: 1, data } });
  const fields = 'attendees { nodes { content wechat { area } } } schedule { days { items { live { name } link { value } } } }';
  expect((await graph.run(`{ activity { ${fields} } }`)).errors).toEqual([]);
});

test('an unreadable day affects `totalCount` of a range only if it is selected', async () => {
  const { graph } = await over({
    '/api/schedule/getList': { code: 1, total: 2, data: { '2026-05-15': 'odd', '2026-05-16': [scheduleItem] } },
  });
  const { data, errors } = await graph.run(
    '{ activity { a: schedule(from: "2026-01-01") { days { date } } b: schedule(from: "2026-01-01") { totalCount } } }',
  );
  expect(data.activity).toEqual({ a: { days: [{ date: '2026-05-15' }, { date: '2026-05-16' }] }, b: null });
  expect(errors.map(({ extensions }) => extensions['upstream'].path)).toEqual(['$.data.2026-05-15']);
});
