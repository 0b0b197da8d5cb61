// The workloads: the operation for Event Graph, and how the plain server's data map to the graph's, so that both can be compared.
import { activityId, day, firstId } from './event.mjs';

/** The number of sets of variables that take turns. With it no two requests in flight are the same. */
const variantCount = 50;

const globalId = (kind, id) => `${kind}:${activityId}:${id}`;
const instant = (seconds) => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
const brief = ({ id, contact, mobile, email, company }) => ({
  id: globalId('attendee', id),
  name: contact,
  mobile: mobile || null,
  email: email || null,
  company: company || null,
});
const full = (row) => ({ ...brief(row), signCode: row.sign_code, sourceCode: row.source, registeredAt: instant(row.time) });
const stock =
  (kind) =>
  ({ id, name, num, sold_num }) => ({ id: globalId(kind, id), name, totalStock: num, soldStock: sold_num });

const briefFields = 'id name mobile email company';
const fullFields = `${briefFields} signCode sourceCode registeredAt`;

const scheduleInGraph = (items) => ({
  days: [{ items: items.map(({ id, title, start_time }) => ({ id: globalId('scheduleItem', id), title, startsAt: instant(start_time) })) }],
});
const articleInGraph = ({ id, post_title, post_author }) => ({ id: globalId('article', id), title: post_title, author: post_author });
const categoryInGraph = ({ id, name, count }) => ({ id: globalId('category', id), name, articleCount: count });

const wide = {
  operation: 'wide',
  query: `query wide($offset: Int!) { activity {
    attendees(first: 20, offset: $offset) { nodes { ${briefFields} } }
    schedule(from: "${day}", to: "${day}") { days { items { id title startsAt } } }
    articles { items { id title author } }
    categories { id name articleCount }
    tickets { id name totalStock soldStock }
    goods { id name totalStock soldStock }
  } }`,
  variables: (variant) => ({ offset: variant * 20 }),
  count: ({ activity }) =>
    [
      activity.attendees.nodes,
      activity.schedule.days[0].items,
      activity.articles.items,
      activity.categories,
      activity.tickets,
      activity.goods,
    ].map(({ length }) => length),
  expectedCount: [20, 12, 20, 10, 8, 8],
  inGraph: ({ attendees, schedule, articles, categories, tickets, goods }) => ({
    activity: {
      attendees: { nodes: attendees.map(brief) },
      schedule: scheduleInGraph(schedule),
      articles: { items: articles.map(articleInGraph) },
      categories: categories.map(categoryInGraph),
      tickets: tickets.map(stock('ticketItem')),
      goods: goods.map(stock('goods')),
    },
  }),
};

const list = {
  connections: 16,
  operation: 'list',
  query: `query list($offset: Int!) { activity { attendees(first: 100, offset: $offset) { nodes { ${fullFields} } } } }`,
  variables: (variant) => ({ offset: variant * 100 }),
  count: ({ activity }) => [activity.attendees.nodes.length],
  expectedCount: [100],
  inGraph: (rows) => ({ activity: { attendees: { nodes: rows.map(full) } } }),
};

export const workloads = {
  list: { ...list, label: 'a page of 100 attendees, 8 fields each' },
  hot: { ...list, label: 'the same page in every request', variants: 1 },
  entities: {
    label: 'federation: 100 attendee references, 3 fields each',
    connections: 16,
    operation: 'entities',
    query: `query entities($references: [_Any!]!) { _entities(representations: $references) { ... on Attendee { id name email } } }`,
    variables: (variant) => ({
      references: Array.from({ length: 100 }, (_, index) => ({
        __typename: 'Attendee',
        id: globalId('attendee', firstId + variant * 100 + index),
      })),
    }),
    count: ({ _entities }) => [_entities.length],
    expectedCount: [100],
    inGraph: (rows) => ({
      _entities: rows.map(({ id, contact, email }) => ({ id: globalId('attendee', id), name: contact, email: email || null })),
    }),
  },
  wide: {
    ...wide,
    label: '6 lists at once, no cache; 5 are the same in every request, and Event Graph shares those in flight',
    connections: 16,
  },
  'wide-alone': { ...wide, label: 'the same, one request at a time: each request makes all 6 calls', connections: 1 },
  related: {
    label: '20 articles with their categories, the same in every request; Event Graph caches them',
    connections: 16,
    variants: 1,
    cached: true,
    operation: 'related',
    query: 'query related { activity { articles { items { id title category { id name } } } } }',
    variables: () => ({}),
    count: ({ activity }) => [activity.articles.items.length],
    expectedCount: [20],
    inGraph: (rows) => ({
      activity: {
        articles: {
          items: rows.map(({ id, post_title, category }) => ({
            id: globalId('article', id),
            title: post_title,
            category: { id: globalId('category', category.id), name: category.name },
          })),
        },
      },
    }),
  },
  herd: {
    label: 'the home screen of an event, the same in every request; Event Graph caches it',
    connections: 16,
    variants: 1,
    cached: true,
    operation: 'home',
    query: `query home { activity {
      schedule(from: "${day}", to: "${day}") { days { items { id title startsAt } } }
      articles { items { id title author } }
      categories { id name articleCount }
      tickets { id name totalStock soldStock }
    } }`,
    variables: () => ({}),
    count: ({ activity }) =>
      [activity.schedule.days[0].items, activity.articles.items, activity.categories, activity.tickets].map(({ length }) => length),
    expectedCount: [12, 20, 10, 8],
    inGraph: ({ schedule, articles, categories, tickets }) => ({
      activity: {
        schedule: scheduleInGraph(schedule),
        articles: { items: articles.map(articleInGraph) },
        categories: categories.map(categoryInGraph),
        tickets: tickets.map(stock('ticketItem')),
      },
    }),
  },
  trivial: {
    label: '{ __typename }: HTTP, authentication and limits alone',
    connections: 16,
    variants: 1,
    operation: 'trivial',
    query: 'query trivial { __typename }',
    variables: () => ({}),
    count: (data) => [Object.keys(data).length],
    expectedCount: [1],
    inGraph: (data) => data,
  },
  one: {
    label: 'one attendee by id, 8 fields',
    connections: 16,
    operation: 'one',
    query: `query one($id: ID!) { attendee(by: { id: $id }) { ${fullFields} } }`,
    variables: (variant) => ({ id: globalId('attendee', firstId + variant) }),
    count: ({ attendee }) => [Object.keys(attendee).length],
    expectedCount: [8],
    inGraph: (row) => ({ attendee: full(row) }),
  },
};

/** The bodies of the requests, one for each set of variables. Event Graph and the plain server receive the same. */
export const bodiesOf = ({ operation, query, variables, variants = variantCount }) =>
  Array.from({ length: variants }, (_, variant) => JSON.stringify({ query, operationName: operation, variables: variables(variant) }));
