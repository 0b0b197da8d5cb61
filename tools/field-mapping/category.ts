import { Category } from '../../src/records/category.js';
import { carried, listOfActivity, type Row } from './row.js';

const base = { id: 301, name: 'News', parent_id: 0, intro: '', content: null, thumbnail: '', count: 0 };
const { path, query, reply, ofId, ofReply, cases, complete } = listOfActivity({
  section: '4.8',
  recordSection: '2.5',
  typeName: 'Category',
  field: 'categories',
  base,
});

export const categoryRows: readonly Row[] = [
  ...complete({ '': Category }, [
    ofId,
    cases('parent_id', [300, { parentId: 'category:1001:300' }], [0, { parentId: null }]),
    cases('content', ['<p>News of the organisers.</p>', { content: '<p>News of the organisers.</p>' }], [null, { content: null }]),
  ]),

  carried(
    '4.8 request',
    'parent_id',
    ['Activity.categories(parentId:)', 'Category.children'],
    [
      {
        query: '{ activity { categories(parentId: "302") { name } } }',
        replies: { [path]: reply([]) },
        arrives: { path, in: 'form', name: 'parent_id', value: '302' },
      },
      {
        query:
          '{ _entities(representations: [{ __typename: "Category", id: "category:1001:301" }]) { ... on Category { children { name } } } }',
        replies: { [path]: reply([base]) },
        arrives: { path, in: 'form', name: 'parent_id', value: '301' },
      },
      { query, replies: { [path]: reply([]) }, arrives: { path, in: 'form', name: 'parent_id', value: undefined } },
    ],
  ),
  ofReply,
];
