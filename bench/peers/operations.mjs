// The workloads as operations of the peers' schema. Its fields have the service's names, so the plain server's data are expected unchanged.
import { firstId } from '../event.mjs';

const brief = 'id contact mobile email company';
const full = `${brief} sign_code source time`;
const home = `
  schedule { id title start_time }
  articles { id post_title post_author }
  categories { id name count }
  tickets { id name num sold_num }`;
const asTheyAre = (rows) => rows;

const list = {
  query: `query list($page: Int!) { attendees(page: $page, pageSize: 100) { ${full} } }`,
  variables: (variant) => ({ page: variant + 1 }),
  expected: (attendees) => ({ attendees }),
};
const wide = {
  query: `query wide($page: Int!) { attendees(page: $page, pageSize: 20) { ${brief} } ${home} goods { id name num sold_num } }`,
  variables: (variant) => ({ page: variant + 1 }),
  expected: asTheyAre,
};

/** By the names of `workloads`, whose numbers of connections and of sets of variables hold here as well. */
export const peerOperations = {
  list,
  hot: list,
  entities: {
    query: 'query entities($references: [_Any!]!) { _entities(representations: $references) { ... on Attendee { id contact email } } }',
    variables: (variant) => ({
      references: Array.from({ length: 100 }, (_, index) => ({ __typename: 'Attendee', id: firstId + variant * 100 + index })),
    }),
    expected: (_entities) => ({ _entities }),
  },
  wide,
  'wide-alone': wide,
  related: { query: 'query related { articles { id post_title category { id name } } }', expected: (articles) => ({ articles }) },
  herd: { query: `query home { ${home} }`, expected: asTheyAre },
  trivial: { query: 'query trivial { __typename }', expected: asTheyAre },
  one: {
    query: `query one($id: Int!) { attendee(id: $id) { ${full} } }`,
    variables: (variant) => ({ id: firstId + variant }),
    expected: (attendee) => ({ attendee }),
  },
};
