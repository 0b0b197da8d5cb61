import fc from 'fast-check';
import { countedSandbox, type CountedSandbox } from '../../../support/counted-sandbox.js';

const everyone = Array.from({ length: 1200 }, (_, index) => String(700_001 + index));
const page = `query ($first: Int!, $after: String) { activity { attendees(first: $first, after: $after) {
  edges { cursor node { serviceId } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`;

async function walk(sandbox: CountedSandbox, first: number): Promise<{ seen: string[]; pages: number }> {
  const seen: string[] = [];
  let after: string | null = null;
  for (let pages = 1; ; pages += 1) {
    const { data, errors } = await sandbox.graph.run(page, { first, after });
    expect(errors).toEqual([]);
    const { edges, pageInfo } = data.activity.attendees;
    expect({ startCursor: pageInfo.startCursor, endCursor: pageInfo.endCursor }).toEqual({
      startCursor: edges[0].cursor,
      endCursor: edges.at(-1).cursor,
    });
    expect(pageInfo.hasPreviousPage).toBe(after !== null);
    seen.push(...edges.map(({ node }: { node: { serviceId: string } }) => node.serviceId));
    if (!pageInfo.hasNextPage) return { seen, pages };
    after = pageInfo.endCursor;
  }
}

test('paging by `after` returns each of 1,200 attendees once, in order, with a call per page, for any `first`', async () => {
  const sandbox = await countedSandbox();
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 100 }), async (draw) => {
      const first = Math.max(draw, 11);
      sandbox.reset();
      const { seen, pages } = await walk(sandbox, first);
      expect(seen).toEqual(everyone);
      expect({ pages, calls: sandbox.hits.length }).toEqual({ pages: Math.ceil(1200 / first), calls: Math.ceil(1200 / first) });
    }),
    { numRuns: 5, examples: [[100], [97], [20]] },
  );
});

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
