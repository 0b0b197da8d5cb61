/* The calls of content: each list is read once for each activity, whatever fields need it. An operation reports its calls. */

import type { ContentKind } from '../../src/records/content-kind.js';
import { contentEndpoint } from '../../src/service/endpoints.js';
import { countedSandbox, type CountedSandbox } from '../support/counted-sandbox.js';
import { fakeService } from '../support/fake-service.js';
import { graphOver } from '../support/graph.js';
import { contentFields } from './content-fields.js';

let sandbox: CountedSandbox;
beforeAll(async () => (sandbox = await countedSandbox()));
afterEach(() => sandbox.assertNoDefects());

const wholeLists = [...contentFields].map(([kind, [whole]]) => [whole, kind] as const);

test.each<readonly [selection: string, kind: ContentKind]>([
  ...wholeLists,
  ['schedule { totalCount days { items { title children { title } } } }', 'schedule'],
  ['articles { items { title } total }', 'articles'],
])('%s of one activity, selected any number of times, costs one call of %s', async (selection, kind) => {
  const path = contentEndpoint(kind).path.replace('/api/', '');
  const { errors, calls } = await sandbox.cost(
    `
      {
        a: activity { x: ${selection} y: ${selection} }
        b: activities { ... on Activity { ${selection} } }
        c: activitiesByIds(ids: ["1001"]) { ${selection} }
      }
    `,
  );
  expect({ errors, calls }).toEqual({ errors: [], calls: { [path]: 2 } });
  const single = await sandbox.cost(
    `{ a: activity { x: ${selection} y: ${selection} } c: activitiesByIds(ids: ["1001", "1001"]) { ${selection} } }`,
  );
  expect(single.calls).toEqual({ [path]: 1 });
});

test('parts of the schedule, single records and entities are read from the same lists', async () => {
  const query = `
    query ($representations: [_Any!]!) {
      activity {
        a: schedule(from: "2026-05-15") { totalCount }
        b: schedule { totalCount }
        article(id: "6001") { title category { name articles { title } } }
        articles { items { category { name } } }
        tickets { name }
        goods { name }
        categories { articles { id } }
      }
      _entities(representations: $representations) {
        ... on ScheduleItem { title }
        ... on Article { title }
        ... on TicketItem { name }
        ... on Goods { name }
        ... on Category { name }
      }
    }
  `;
  const representations = [
    ['ScheduleItem', 'scheduleItem:1001:2002'],
    ['Article', 'article:1001:6002'],
    ['TicketItem', 'ticketItem:1001:401'],
    ['Goods', 'goods:1001:501'],
    ['Category', 'category:1001:331'],
  ].map(([__typename, id]) => ({ __typename, id }));
  const { data, errors, calls } = await sandbox.cost(query, { representations });
  expect({ errors, calls }).toEqual({
    errors: [],
    calls: { 'schedule/getList': 1, 'article/getList': 1, 'article/getCategoryList': 1, 'ticket/data': 1, 'goods/data': 1 },
  });
  expect(data['_entities'].map((entity: { title?: string; name?: string }) => entity.title ?? entity.name)).toEqual([
    'Opening keynote',
    'Getting to the harbour',
    'Day Pass',
    'Notebook',
    'Hotels',
  ]);
});

test('one item of goods costs one call of its own', async () => {
  const { data, calls } = await sandbox.cost(
    '{ activity { a: goods(id: "501") { name } b: goods(id: "goods:1001:501") { name } c: goods(id: "goods:1002:501") { name } } }',
  );
  expect({ activity: data.activity, calls }).toEqual({
    activity: { a: [{ name: 'Notebook' }], b: [{ name: 'Notebook' }], c: [] },
    calls: { 'goods/data': 1 },
  });
});

describe('categories', () => {
  const query = '{ activity { categories { name children { name children { name } } } } }';

  test('categories with children cost one call if the list contains the tree', async () => {
    const { data, errors, calls } = await sandbox.cost(query);
    expect({ errors, calls }).toEqual({ errors: [], calls: { 'article/getCategoryList': 1 } });
    expect(
      data.activity.categories.find(({ name }: { name: string }) => name === 'Guide').children.map(({ name }: { name: string }) => name),
    ).toEqual(['Travel', 'Venue']);
  });

  test('categories with children cost one call, and one for each parent, if the list contains only roots', async () => {
    const nodes = [
      [1, 0],
      [2, 0],
      [3, 0],
      [11, 1],
      [12, 1],
    ];
    const fake = await fakeService({
      '/api/article/getCategoryList': ({ form }) => ({
        code: 1,
        msg: '',
        data: nodes
          .filter(([, parent]) => parent === Number(form['parent_id'] ?? 0))
          .map(([id, parent_id]) => ({ id, parent_id, name: `c${id}`, count: 0 })),
      }),
    });
    const graph = await graphOver(fake.url);
    const { data, errors } = await graph.run('{ activity { categories { name children { name } } } }');
    const forms = fake.hits.map(({ form }) => ({ ...form }));
    const deeper = await graph.run(query);
    await graph.close();
    await fake.close();
    expect({ errors, deeperErrors: deeper.errors }).toEqual({ errors: [], deeperErrors: [] });
    expect(data.activity.categories.map(({ children }: { children: unknown[] }) => children.length)).toEqual([2, 0, 0]);
    expect(forms).toEqual([{}, { parent_id: '1' }, { parent_id: '2' }, { parent_id: '3' }]);
    expect(fake.hits).toHaveLength(4 + 4 + 2);
  });
});

test('extensions.upstream reports exactly the calls that were made', async () => {
  const { extensions, calls } = await sandbox.cost(
    '{ activity { tickets { name } goods { name } attendees(first: 3) { nodes { points } } } }',
  );
  expect(Object.values(calls).reduce((sum, count) => sum + count, 0)).toBe(6);
  expect(extensions.upstream).toMatchObject({ calls: 6, coalesced: 0, cached: 0 });
});

test('an operation that needs no data of the service makes no call', async () => {
  const { data, calls, extensions } = await sandbox.cost(
    `
      {
        activity { id __typename }
        activities { id }
        activitiesByIds(ids: ["1002", "9"]) { id }
        none: activity(id: "9") { tickets { name } }
      }
    `,
  );
  expect(data).toEqual({
    activity: { id: '1001', __typename: 'Activity' },
    activities: [{ id: '1001' }, { id: '1002' }],
    activitiesByIds: [{ id: '1002' }, null],
    none: null,
  });
  expect({ calls, extensions }).toEqual({ calls: {}, extensions: {} });
});
