import { listCategories } from '../../src/endpoint/category.js';
import type { Category } from '../../src/model/category.js';
import { samples } from './samples.js';
import { decoded, values, type Members } from './sampled-endpoints.js';

test('§2.5: every member of a category is decoded; a parent of 0 is null', () => {
  const [first, second] = decoded(
    listCategories,
    {
      code: 1,
      msg: '',
      data: [...samples.listCategories.reply.data, { ...samples.listCategories.reply.data[0], id: 301, parent_id: 0, content: null }],
    },
    {},
  );
  const expected: Members<Category> = {
    kind: 'category',
    id: 'category:1001:311',
    serviceId: 311,
    activityId: 1001,
    parentId: 'category:1001:301',
    parentServiceId: 301,
    name: 'Announcements',
    intro: 'From us',
    content: '<p>All</p>',
    thumbnailUrl: 'https://event.example/c.png',
    articleCount: 2,
  };
  expect(values(first!, Object.keys(expected))).toEqual(expected);
  expect(values(second!, ['parentId', 'parentServiceId', 'content'])).toEqual({ parentId: null, parentServiceId: null, content: null });
});
