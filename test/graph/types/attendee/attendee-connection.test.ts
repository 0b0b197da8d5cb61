import fc from 'fast-check';
import { countedSandbox, type CountedSandbox } from '../../../support/counted-sandbox.js';
import { fakeService } from '../../../support/fake-service.js';
import { graphOver, type GraphqlResponse } from '../../../support/graph.js';

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

test('a service that silently shortens pages is paged completely', async () => {
  const sandbox = await countedSandbox({ env: { EVENT_SERVICE_MAX_PAGE_SIZE: '500' } });
  for (const first of [500, 300, 201]) expect((await walk(sandbox, first)).seen).toEqual(everyone);
});

test('the last page has all remaining attendees, even if the service shortens pages', async () => {
  const sandbox = await countedSandbox({ env: { EVENT_SERVICE_MAX_PAGE_SIZE: '500' } });
  const { data } = await sandbox.graph.run('{ activity { attendees(first: 500, offset: 1000) { nodes { serviceId } } } }');
  expect(data.activity.attendees.nodes.map(({ serviceId }: { serviceId: string }) => serviceId)).toEqual(everyone.slice(1000));
});

test('a page with records of another activity only has an end cursor, and paging continues after it', async () => {
  const rows = Array.from({ length: 25 }, (_, index) => ({ id: index + 1, form_id: index < 20 ? 1002 : 1001 }));
  const service = await fakeService({
    '/api/participant/getList': ({ form }) => {
      const [number, size] = [Number(form['page']), Number(form['pagesize'])];
      return { code: 1, data: rows.slice((number - 1) * size, number * size), total: rows.length };
    },
  });
  const graph = await graphOver(service.url);
  const first = (await graph.run(page, { first: 10 })).data.activity.attendees;
  expect(first).toMatchObject({ edges: [], pageInfo: { hasNextPage: true, startCursor: null, endCursor: expect.any(String) } });
  const seen: string[] = [];
  let after: string | null = null;
  for (let pages = 0; pages < 10; pages += 1) {
    const { data }: GraphqlResponse = await graph.run(page, { first: 10, after });
    const { edges, pageInfo } = data.activity.attendees;
    seen.push(...edges.map(({ node }: { node: { serviceId: string } }) => node.serviceId));
    expect(pageInfo.hasNextPage && pageInfo.endCursor === null).toBe(false);
    if (!pageInfo.hasNextPage) break;
    after = pageInfo.endCursor;
  }
  expect({ seen, calls: service.hits.length }).toEqual({ seen: ['21', '22', '23', '24', '25'], calls: 4 });
});
