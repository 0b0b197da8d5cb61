// The workloads: the operation for Event Graph, and the data that it must return if the plain server returns `rows`.
import { activityId, day, firstId } from './event.mjs';

const globalId = (kind, id) => `${kind}:${activityId}:${id}`;
const instant = (seconds) => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;

const briefFields = 'id name mobile email company';
const brief = ({ id, contact, mobile, email, company }) => ({
  id: globalId('attendee', id),
  name: contact,
  mobile: mobile || null,
  email: email || null,
  company: company || null,
});
export const fullFields = `${briefFields} signCode sourceCode registeredAt`;
const full = (row) => ({ ...brief(row), signCode: row.sign_code, sourceCode: row.source, registeredAt: instant(row.time) });
const stock =
  (kind) =>
  ({ id, name, num, sold_num }) => ({ id: globalId(kind, id), name, totalStock: num, soldStock: sold_num });

const homeFields = `
  schedule(from: "${day}", to: "${day}") { days { items { id title startsAt } } }
  articles { items { id title author } }
  categories { id name articleCount }
  tickets { id name totalStock soldStock }`;
const home = ({ schedule, articles, categories, tickets }) => ({
  schedule: {
    days: [
      { items: schedule.map(({ id, title, start_time }) => ({ id: globalId('scheduleItem', id), title, startsAt: instant(start_time) })) },
    ],
  },
  articles: {
    items: articles.map(({ id, post_title, post_author }) => ({ id: globalId('article', id), title: post_title, author: post_author })),
  },
  categories: categories.map(({ id, name, count }) => ({ id: globalId('category', id), name, articleCount: count })),
  tickets: tickets.map(stock('ticketItem')),
});

const list = {
  query: `query list($offset: Int!) { activity { attendees(first: 100, offset: $offset) { nodes { ${fullFields} } } } }`,
  variables: (variant) => ({ offset: variant * 100 }),
  expected: (rows) => ({ activity: { attendees: { nodes: rows.map(full) } } }),
};
const wide = {
  query: `query wide($offset: Int!) { activity {
    attendees(first: 20, offset: $offset) { nodes { ${briefFields} } } ${homeFields} goods { id name totalStock soldStock }
  } }`,
  variables: (variant) => ({ offset: variant * 20 }),
  expected: ({ attendees, goods, ...others }) => ({
    activity: { attendees: { nodes: attendees.map(brief) }, ...home(others), goods: goods.map(stock('goods')) },
  }),
};

/**
 * By name. `connections`: 16 by default. `variants`: the number of sets of variables that take turns, 50 by default, so that no two
 * requests in flight are the same. `cached`: with the default CACHE_TTL.
 */
export const workloads = {
  list,
  hot: { ...list, variants: 1 },
  entities: {
    query: `query entities($references: [_Any!]!) { _entities(representations: $references) { ... on Attendee { id name email } } }`,
    variables: (variant) => ({ references: referencesFrom(variant * 100, 100) }),
    expected: (rows) => ({ _entities: rows.map(brief).map(({ id, name, email }) => ({ id, name, email })) }),
  },
  wide,
  'wide-alone': { ...wide, connections: 1 },
  related: {
    query: 'query related { activity { articles { items { id title category { id name } } } } }',
    expected: (rows) => ({
      activity: {
        articles: {
          items: rows.map(({ id, post_title, category }) => ({
            id: globalId('article', id),
            title: post_title,
            category: { ...category, id: globalId('category', category.id) },
          })),
        },
      },
    }),
    variants: 1,
    cached: true,
  },
  herd: { query: `query home { activity { ${homeFields} } }`, expected: (rows) => ({ activity: home(rows) }), variants: 1, cached: true },
  trivial: { query: 'query trivial { __typename }', expected: (data) => data, variants: 1 },
  one: {
    query: `query one($id: ID!) { attendee(by: { id: $id }) { ${fullFields} } }`,
    variables: (variant) => ({ id: globalId('attendee', firstId + variant) }),
    expected: (row) => ({ attendee: full(row) }),
  },
};

/** References to attendees: so many from one on. */
export const referencesFrom = (index, count) =>
  Array.from({ length: count }, (_, offset) => ({ __typename: 'Attendee', id: globalId('attendee', firstId + index + offset) }));

/** The bodies of requests, one for each set of variables. */
export function bodiesFor(query, variables = () => ({}), variants = 50) {
  const [, operationName] = /query (\w+)/.exec(query);
  return Array.from({ length: variants }, (_, variant) => JSON.stringify({ query, operationName, variables: variables(variant) }));
}

/** The bodies of a workload. Event Graph and the plain server receive the same. */
export const bodiesOf = (workload, operations = workloads) =>
  bodiesFor(operations[workload].query, operations[workload].variables, workloads[workload].variants);
