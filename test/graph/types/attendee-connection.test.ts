/* Pages of attendees at the end of the list, and behind it. */

import { countedSandbox } from '../../support/counted-sandbox.js';

const page = `query ($first: Int!, $after: String) { activity { attendees(first: $first, after: $after) {
  edges { cursor node { serviceId } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`;

test('the last page ends with the list, and the page after it is empty', async () => {
  const sandbox = await countedSandbox();
  const query = '{ activity { attendees(first: 3, offset: 1197) { edges { cursor } pageInfo { hasNextPage } } } }';
  const { data } = await sandbox.graph.run(query);
  expect(data.activity.attendees.pageInfo).toEqual({ hasNextPage: false });
  const beyond = await sandbox.graph.run(page, { first: 5, after: data.activity.attendees.edges[2].cursor });
  expect(beyond.data.activity.attendees).toEqual({
    edges: [],
    pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null },
  });
  const last = await sandbox.graph.run(page, { first: 1, after: data.activity.attendees.edges[1].cursor });
  expect(last.data.activity.attendees.edges.map(({ node }: { node: { serviceId: string } }) => node.serviceId)).toEqual(['701200']);
});
