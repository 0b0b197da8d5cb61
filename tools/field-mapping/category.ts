import { meaninglessUrlAndTime, replyRows } from './envelope.js';
import { pathOf } from './paths.js';
import { carried, type Row } from './row.js';
import { recordRows, type Scene } from './scene.js';

const path = pathOf('4.8');
const base = { id: 301, name: 'News', parent_id: 0, intro: '', content: null, thumbnail: '', count: 0 };
const reply = (categories: readonly unknown[]) => ({ code: 1, msg: 'success', data: categories, url: '', time: 1_775_000_000 });

const listed: Scene = {
  typeName: 'Category',
  path,
  base,
  envelope: (record) => reply([record]),
  query: (selection) => `{ activity { categories { ${selection} } } }`,
  at: 'activity.categories.0',
};

const { cases, same } = recordRows('2.5', [listed]);
const query = '{ activity { categories { name } } }';
const envelope = replyRows('4.8', { path, query, field: 'activity.categories', success: reply([base]) });

export const categoryRows: readonly Row[] = [
  cases('id', [342, { serviceId: '342', id: 'category:1001:342' }]),
  same('name', 'name', '新闻'),
  cases('parent_id', [300, { parentId: 'category:1001:300' }], [0, { parentId: null }]),
  same('intro', 'intro', 'What is new'),
  cases('content', ['<p>News of the organisers.</p>', { content: '<p>News of the organisers.</p>' }], [null, { content: null }]),
  same('thumbnail', 'thumbnailUrl', 'https://event.example/301.png'),
  same('count', 'articleCount', 17),

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
  envelope.code,
  envelope.msg,
  carried(
    '4.8 reply',
    'data',
    ['Activity.categories'],
    [
      {
        query,
        replies: { [path]: reply([base, { ...base, id: 302, name: 'Guide' }]) },
        reads: { 'activity.categories': [{ name: 'News' }, { name: 'Guide' }] },
      },
    ],
  ),
  ...meaninglessUrlAndTime('4.8'),
];
