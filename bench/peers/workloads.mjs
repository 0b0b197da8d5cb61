// The workloads as operations of the peers' schema, and how the plain server's data map to theirs.
import { firstId } from '../event.mjs';

/** Names of the schema, with the service's name of each where they differ. */
export const serviceNames = {
  signCode: 'sign_code',
  registeredAt: 'time',
  startTime: 'start_time',
  postTitle: 'post_title',
  postAuthor: 'post_author',
  soldNum: 'sold_num',
};
const publicNames = Object.fromEntries(Object.entries(serviceNames).map(([name, serviceName]) => [serviceName, name]));

/** A value with the names of the schema, at any depth. */
function renamed(value) {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [publicNames[name] ?? name, renamed(member)]));
}

const brief = 'id contact mobile email company';
const full = `${brief} signCode source registeredAt`;
const home = `
  schedule { id title startTime }
  articles { id postTitle postAuthor }
  categories { id name count }
  tickets { id name num soldNum }`;

const list = {
  query: `query list($page: Int!) { attendees(page: $page, pageSize: 100) { ${full} } }`,
  variables: (variant) => ({ page: variant + 1 }),
  inPeer: (rows) => ({ attendees: renamed(rows) }),
};
const wide = {
  query: `query wide($page: Int!) { attendees(page: $page, pageSize: 20) { ${brief} } ${home} goods { id name num soldNum } }`,
  variables: (variant) => ({ page: variant + 1 }),
  inPeer: renamed,
};

/** By the names of `workloads`, whose numbers of connections and of sets of variables hold here as well. */
export const peerWorkloads = {
  list,
  hot: list,
  entities: {
    query: 'query entities($references: [_Any!]!) { _entities(representations: $references) { ... on Attendee { id contact email } } }',
    variables: (variant) => ({
      references: Array.from({ length: 100 }, (_, index) => ({ __typename: 'Attendee', id: firstId + variant * 100 + index })),
    }),
    inPeer: (rows) => ({ _entities: renamed(rows) }),
  },
  wide,
  'wide-alone': wide,
  related: {
    query: 'query related { articles { id postTitle category { id name } } }',
    variables: () => ({}),
    inPeer: (rows) => ({ articles: renamed(rows) }),
  },
  herd: { query: `query home { ${home} }`, variables: () => ({}), inPeer: renamed },
  trivial: { query: 'query trivial { __typename }', variables: () => ({}), inPeer: renamed },
  one: {
    query: `query one($id: Int!) { attendee(id: $id) { ${full} } }`,
    variables: (variant) => ({ id: firstId + variant }),
    inPeer: (row) => ({ attendee: renamed(row) }),
  },
};
