import { article, category } from '../../../service/samples.js';
import { fakeService } from '../../../support/fake-service.js';
import { graphOver, type GraphUnderTest } from '../../../support/graph.js';

let record: Record<string, unknown>;
let graph: GraphUnderTest;
beforeAll(async () => {
  const service = await fakeService({
    '/api/article/getList': () => ({ code: 1, data: { data: [record], itemsCount: 1, total: 1, currentPage: 1 } }),
    '/api/article/getCategoryList': () => ({ code: 1, data: [{ ...category, id: 311, name: 'Announcements' }] }),
  });
  graph = await graphOver(service.url);
});

async function articleWith(changes: Record<string, unknown>, selection: string): Promise<unknown> {
  record = { ...article, ...changes };
  const { data, errors } = await graph.run(`{ activity { articles { items { ${selection} } } } }`);
  expect(errors).toEqual([]);
  return data.activity.articles.items[0];
}

const html = '<p>Day 1</p><p onclick="x()">Doors open.</p><script>alert(1)</script>';

test.each([
  ['content', '<p>Day 1</p><p>Doors open.</p>'],
  ['content(format: SAFE_HTML)', '<p>Day 1</p><p>Doors open.</p>'],
  ['content(format: TEXT)', 'Day 1\n\nDoors open.'],
  ['content(format: RAW_HTML)', html],
])('%s is %j: safe to embed unless another format is requested', async (field, expected) => {
  expect(await articleWith({ post_content: html }, field)).toEqual({ content: expected });
});

test.each<[id: number, listed: string, category: object | null]>([
  [311, 'is in the list of categories', { name: 'Announcements' }],
  [404, 'is not in the list of categories', null],
  [0, 'states that there is none', null],
])('the category of an article whose category id %i %s is %j', async (id, _listed, expected) => {
  expect(await articleWith({ ca_category_id: id }, 'category { name }')).toEqual({ category: expected });
});
