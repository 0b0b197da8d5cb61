// The workloads: the operation for Event Graph, and how the plain server's data map to the graph's, so that both can be compared.
import { activityId, day, firstId } from './event.mjs';

/** The number of sets of variables that take turns. With it no two requests in flight are the same. */
export const variantCount = 50;

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
      schedule: {
        days: [
          {
            items: schedule.map(({ id, title, start_time }) => ({
              id: globalId('scheduleItem', id),
              title,
              startsAt: instant(start_time),
            })),
          },
        ],
      },
      articles: {
        items: articles.map(({ id, post_title, post_author }) => ({ id: globalId('article', id), title: post_title, author: post_author })),
      },
      categories: categories.map(({ id, name, count }) => ({ id: globalId('category', id), name, articleCount: count })),
      tickets: tickets.map(stock('ticketItem')),
      goods: goods.map(stock('goods')),
    },
  }),
};

export const workloads = {
  list: {
    label: 'a page of 100 attendees, 8 fields each',
    connections: 16,
    operation: 'list',
    query: `query list($offset: Int!) { activity { attendees(first: 100, offset: $offset) { nodes { ${fullFields} } } } }`,
    variables: (variant) => ({ offset: variant * 100 }),
    count: ({ activity }) => [activity.attendees.nodes.length],
    expectedCount: [100],
    inGraph: (rows) => ({ activity: { attendees: { nodes: rows.map(full) } } }),
  },
  entities: {
    label: 'federation: 100 attendee references, 5 fields each',
    connections: 16,
    operation: 'entities',
    query: `query entities($references: [_Any!]!) { _entities(representations: $references) { ... on Attendee { ${briefFields} } } }`,
    variables: (variant) => ({
      references: Array.from({ length: 100 }, (_, index) => ({
        __typename: 'Attendee',
        id: globalId('attendee', firstId + variant * 100 + index),
      })),
    }),
    count: ({ _entities }) => [_entities.length],
    expectedCount: [100],
    inGraph: (rows) => ({ _entities: rows.map(brief) }),
  },
  wide: {
    ...wide,
    label: '6 lists at once; 5 are the same in every request, and Event Graph caches and shares them',
    connections: 16,
    cached: true,
  },
  'wide-alone': { ...wide, label: 'the same, one request at a time and no cache: each request makes all 6 calls', connections: 1 },
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

/** The bodies of the requests, one for each set of variables. Both servers receive the same. */
export const bodiesOf = ({ operation, query, variables }) =>
  Array.from({ length: variantCount }, (_, variant) => JSON.stringify({ query, operationName: operation, variables: variables(variant) }));
