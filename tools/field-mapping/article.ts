import { Article } from '../../src/records/article.js';
import { carried, pathOf, recordRows, type Row, type Scene } from './row.js';

const path = pathOf('4.7');
const base = { id: 6001, post_title: 'An article', read_count: 0, like_count: 0 };
const reply = (articles: readonly unknown[], counters = { itemsCount: 1, total: 1, currentPage: 1 }) => ({
  code: 1,
  msg: 'success',
  data: { data: articles, ...counters },
  url: '',
  time: 1_775_000_000,
});

const listed: Scene = {
  typeName: 'Article',
  path,
  base,
  envelope: (record) => reply([record]),
  query: (selection) => `{ activity { articles { items { ${selection} } } } }`,
  at: 'activity.articles.items.0',
};

const { cases, complete } = recordRows('2.4', [listed]);
const counterQuery = '{ activity { articles { itemsCount total currentPage } } }';
const counters = { itemsCount: 11, total: 222, currentPage: 3 };
const html = '<p>Safe</p><script>alert(1)</script>';

export const articleRows: readonly Row[] = [
  ...complete({ '': Article }, [
    cases('id', [6042, { serviceId: '6042', id: 'article:1001:6042' }]),
    cases('parent_id', [6041, { parentId: '6041' }], [0, { parentId: null }]),
    cases('delete_time', [1_775_000_002, { deletedAt: '2026-03-31T23:33:22Z' }], [0, { deletedAt: null }]),
    carried(
      '2.4',
      'ca_category_id',
      ['Article.category', 'Category.articles'],
      [
        {
          query: '{ activity { articles { items { category { name articles { title } } } } } }',
          replies: {
            [path]: reply([{ ...base, ca_category_id: 311 }]),
            [pathOf('4.8')]: { code: 1, msg: 'success', data: [{ id: 311, name: 'Announcements', parent_id: 0, count: 1 }] },
          },
          reads: { 'activity.articles.items.0.category': { name: 'Announcements', articles: [{ title: 'An article' }] } },
          repliesWithout: {
            [path]: reply([base]),
            [pathOf('4.8')]: { code: 1, msg: 'success', data: [{ id: 311, name: 'Announcements', parent_id: 0, count: 1 }] },
          },
        },
      ],
    ),
    carried(
      '2.4',
      'form_id',
      ['Article.activityId'],
      [
        {
          query: '{ activity(id: "1002") { articles { items { activityId } } } }',
          replies: { [path]: reply([{ ...base, form_id: '1002' }]) },
          reads: { 'activity.articles.items.0.activityId': '1002' },
        },
      ],
      'The requested activity, to which the article belongs.',
    ),
    cases('post_content', [
      html,
      { 'content(format: RAW_HTML)': html, 'content(format: SAFE_HTML)': '<p>Safe</p>', 'content(format: TEXT)': 'Safe' },
    ]),
  ]),

  carried(
    '4.7 reply',
    'data',
    ['Activity.articles'],
    [{ query: counterQuery, replies: { [path]: reply([base], counters) }, reads: { 'activity.articles': counters } }],
  ),
  carried(
    '4.7 reply',
    'data.data',
    ['ArticleList.items', 'Activity.article(id:)'],
    [
      {
        query: '{ activity { articles { items { title } } article(id: "6002") { title } } }',
        replies: { [path]: reply([base, { ...base, id: 6002, post_title: 'Another' }]) },
        reads: { 'activity.articles.items': [{ title: 'An article' }, { title: 'Another' }], 'activity.article.title': 'Another' },
      },
    ],
  ),
  ...(['itemsCount', 'total', 'currentPage'] as const).map((name) =>
    carried(
      '4.7 reply',
      `data.${name}`,
      [`ArticleList.${name}`],
      [{ query: counterQuery, replies: { [path]: reply([base], counters) }, reads: { [`activity.articles.${name}`]: counters[name] } }],
    ),
  ),
];
