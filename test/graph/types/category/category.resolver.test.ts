import { article, category } from '../../../service/samples.js';
import { fakeService, type FakeService } from '../../../support/fake-service.js';
import { graphOver, type GraphUnderTest } from '../../../support/graph.js';

let service: FakeService;
let graph: GraphUnderTest;
beforeAll(async () => {
  service = await fakeService({
    '/api/article/getCategoryList': () => ({
      code: 1,
      data: [
        { ...category, id: 1, parent_id: 0 },
        { ...category, id: 2, parent_id: 1 },
        { ...category, id: 3, parent_id: 1 },
      ],
    }),
    '/api/article/getList': () => ({
      code: 1,
      data: {
        data: [
          { ...article, id: 62, ca_category_id: 2 },
          { ...article, id: 61, ca_category_id: 1 },
          { ...article, id: 60, ca_category_id: 2 },
        ],
        itemsCount: 3,
        total: 3,
        currentPage: 1,
      },
    }),
  });
  graph = await graphOver(service.url);
});

/** The service ids of a list of each category. */
async function idsBelow(field: 'children' | 'articles'): Promise<Record<string, string[]>> {
  const { data, errors } = await graph.run(`{ activity { categories { serviceId ${field} { serviceId } } } }`);
  expect(errors).toEqual([]);
  type Found = { serviceId: string };
  const ids = (records: readonly Found[]) => records.map(({ serviceId }) => serviceId);
  const categories = data.activity.categories as readonly (Found & Record<typeof field, readonly Found[]>)[];
  return Object.fromEntries(categories.map((each) => [each.serviceId, ids(each[field])]));
}

test('`children` are the categories directly below a category', async () => {
  expect(await idsBelow('children')).toEqual({ '1': ['2', '3'], '2': [], '3': [] });
});

test("`articles` are those that name the category itself, in the service's order", async () => {
  expect(await idsBelow('articles')).toEqual({ '1': ['61'], '2': ['62', '60'], '3': [] });
});
