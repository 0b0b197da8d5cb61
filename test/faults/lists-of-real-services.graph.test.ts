/* The graph over services whose lists have other pages than requested, or fewer attendees than ids. */

import { fakeService, type Hit } from '../support/fake-service.js';
import { graphOver, type GraphUnderTest } from '../support/graph.js';
import { measuring } from '../support/measured.js';

interface Rules {
  /** The page of a list, from the matching attendees. */
  page?: (matching: readonly number[], page: number, pageSize: number) => readonly number[];
  /** The ids that the service uses of those that it receives; null if it ignores them. */
  idsOf?: (ids: readonly number[]) => readonly number[] | null;
}

const slice = (matching: readonly number[], page: number, size: number) => matching.slice((page - 1) * size, page * size);
const row = (id: number) => ({ id, form_id: 1001, contact: `Attendee ${id}` });

/** A graph over a service with attendees from 1 on. Deleting removes the first of them. */
async function serviceWith(count: number, { page = slice, idsOf = (ids) => ids }: Rules, env: Record<string, string> = {}) {
  let everyone = Array.from({ length: count }, (_, index) => index + 1);
  const list = ({ form }: Hit) => {
    const ids = form['ids'] === undefined ? null : idsOf(form['ids'].split(',').map(Number));
    const matching = ids === null ? everyone : everyone.filter((id) => ids.includes(id));
    return { code: 1, data: page(matching, Number(form['page']), Number(form['pagesize'])).map(row), total: matching.length };
  };
  const getOne = ({ form }: Hit) => {
    const id = Number(form['id']);
    return everyone.includes(id) ? { code: 1, data: row(id) } : { code: 0, msg: 'none' };
  };
  const service = await fakeService({ '/api/participant/getList': list, '/api/participant/get': getOne });
  const graph = await graphOver(service.url, { env, notFoundPattern: /^none$/ });
  return { graph, service, delete: (number: number) => (everyone = everyone.slice(number)) };
}

const pageQuery =
  'query ($first: Int!, $after: String) { activity { attendees(first: $first, after: $after) { nodes { serviceId } pageInfo { hasNextPage endCursor } } } }';

async function walk(graph: GraphUnderTest, first: number, onPage = () => {}) {
  const seen: number[] = [];
  for (let after: string | null = null, pages = 0; pages < 50; pages += 1) {
    const { data, errors }: { data: any; errors: readonly unknown[] } = await graph.run(pageQuery, { first, after });
    expect(errors).toEqual([]);
    const { nodes, pageInfo } = data.activity.attendees;
    seen.push(...nodes.map(({ serviceId }: { serviceId: string }) => Number(serviceId)));
    if (!pageInfo.hasNextPage) return seen;
    after = pageInfo.endCursor;
    onPage();
  }
  throw new Error('The walk does not end.');
}

const lastPage = (matching: readonly number[], page: number, size: number) =>
  slice(matching, Math.min(page, Math.max(1, Math.ceil(matching.length / size))), size);

test('a walk ends when attendees are deleted meanwhile, although the service repeats its last page', async () => {
  const { graph, delete: remove } = await serviceWith(40, { page: lastPage });
  expect(await walk(graph, 20, () => remove(20))).toHaveLength(20);
});

const byIds = 'query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on Attendee { serviceId } } }';
const references = (ids: readonly number[]) => ({
  representations: ids.map((id) => ({ __typename: 'Attendee', id: `attendee:1001:${id}` })),
});
const some = [...Array.from({ length: 60 }, (_, index) => index + 1), 1000, 1001];

test('with EVENT_SERVICE_MAX_IDS, no call has more ids, from the first one on, and as many calls are made as planned', async () => {
  const { graph, service } = await serviceWith(60, { idsOf: (ids) => ids.slice(0, 20) }, { EVENT_SERVICE_MAX_IDS: '20' });
  const { data } = await graph.run(byIds, references(some.slice(0, 60)));
  expect(data['_entities']).not.toContain(null);
  expect(service.hits.map(({ form }) => form['ids']!.split(',').length)).toEqual([20, 20, 20]);
  const { upstreamCalls } = measuring(graph.schema, { maxIds: 20 })(byIds, references(some.slice(0, 60)));
  expect(upstreamCalls).toBe(3);
});
