/* The limits on one operation, as the program enforces them: before anything is asked of the service, and midway. */

import { fakeService, type FakeService } from '../../support/fake-service.js';
import { everyScopeKey, programOver, type ProgramUnderTest } from '../../support/program.js';
import { registryService } from '../../support/registry-service.js';
import { times } from '../../support/times.js';
import { post, strict } from '../toy-server.js';

let service: FakeService;
let program: ProgramUnderTest;
beforeAll(async () => {
  const categories = times(10, (i) => ({ id: i + 1, name: `c${i}`, parent_id: 0 }));
  service = await fakeService({
    '/api/article/getCategoryList': ({ form, query }) => ({
      code: 1,
      data: (form.parent_id ?? query.parent_id ?? '0') === '0' ? categories : [],
    }),
    '/api/ticket/data': { code: 1, data: [] },
    '/api/goods/data': { code: 1, data: [] },
  });
  program = await programOver(service.url, { INTROSPECTION: 'true' });
});
beforeEach(() => void (service.hits.length = 0));

const key = { 'x-api-key': everyScopeKey, ...strict };
const ask = (query: string, variables?: object, over = program) => post(over, { query, variables }, key);
test.each([
  [
    'a number',
    'query ($n: Int!) { activity { attendees(first: $n) { nodes { points } } } b: activity { attendees(first: $n, offset: 200) { nodes { points } } } }',
    { n: 10 },
    { n: 100 },
  ],
  [
    'a list',
    'query ($ids: [ID!]!) { attendeesByIds(ids: $ids) { points } }',
    { ids: ['attendee:1001:1'] },
    { ids: times(130, (i) => `attendee:1001:${i + 1}`) },
  ],
  [
    'a directive',
    'query ($all: Boolean!) { activity { attendees(first: 100) { nodes { name points @include(if: $all) } } } b: activity { attendees(first: 50) { nodes { points @include(if: $all) id } } } }',
    { all: false },
    { all: true },
  ],
])('an operation whose cost depends on variables through %s is measured again for other variables', async (_, query, few, many) => {
  const codes = async (variables: object) => (await ask(query, variables)).body.errors?.map(({ extensions }) => extensions?.code) ?? [];
  for (const [variables, refused] of [
    [few, false],
    [many, true],
    [few, false],
    [many, true],
  ] as const) {
    service.hits.length = 0;
    expect((await codes(variables)).includes('QUERY_TOO_COMPLEX')).toBe(refused);
    if (refused) expect(service.hits).toEqual([]);
  }
});

test.each([
  ['MAX_DEPTH', '1', '{ activity { id } }'],
  ['MAX_ALIASES', '0', '{ a: __typename }'],
  ['MAX_ROOT_FIELDS', '1', '{ activities { id } activity { id } }'],
  ['MAX_COST', '1', '{ activity { tickets { id } } }'],
  ['MAX_UPSTREAM_CALLS', '1', '{ activity { tickets { id } goods { id } } }'],
])('an operation beyond %s of %s is refused, and fits once the setting is what it asks for', async (name, value, beyond) => {
  const { code, limit, maximum, actual } = (await ask(beyond, undefined, await programOver(service.url, { [name]: value }))).body
    .errors![0]!.extensions!;
  expect({ code, limit, maximum }).toEqual({ code: 'QUERY_TOO_COMPLEX', limit: name, maximum: Number(value) });
  expect((await ask(beyond, undefined, await programOver(service.url, { [name]: String(actual) }))).body.errors).toBeUndefined();
});

describe('MAX_UPSTREAM_CALLS exceeded during execution', () => {
  /** Planned: 1 and ten for the children. There are 30 categories, so 31 are needed. */
  const query = '{ activity { categories { id children { id } } } }';

  test('after MAX_UPSTREAM_CALLS the remaining fields are null with QUERY_TOO_COMPLEX, and no further call is made', async () => {
    const many = times(30, (i) => ({ id: i + 1, name: `c${i}`, parent_id: 0, ctime: 1 }));
    const wide = await fakeService({
      '/api/article/getCategoryList': ({ form, query: parameters }) => ({
        code: 1,
        data: (form.parent_id ?? parameters.parent_id) ? [] : many,
      }),
    });
    const over = await programOver(wide.url, { MAX_UPSTREAM_CALLS: '12' });
    const response = await ask(query, undefined, over);
    expect({ status: response.status, hits: wide.hits.length }).toEqual({ status: 200, hits: 12 });
    const { categories } = response.body.data!['activity'] as { categories: { children: unknown[] | null }[] };
    expect(categories.map(({ children }) => children !== null)).toEqual(many.map((_, index) => index < 11));
    expect(response.body.errors).toHaveLength(19);
    for (const { extensions } of response.body.errors!) {
      expect(extensions).toEqual({ code: 'QUERY_TOO_COMPLEX', limit: 'MAX_UPSTREAM_CALLS', maximum: 12, actual: 13 });
    }
  });

  test('a registration without a call left is not started, and can be repeated with its key', async () => {
    const registry = await registryService();
    const over = await programOver(registry.url, { MAX_UPSTREAM_CALLS: '2' });
    const add = (name: string, attempt: number) =>
      `${name}: addAttendees(input: { contact: { name: "A", mobile: "1" }, attendees: [{ name: "A", mobile: "1370000000${attempt}" }], idempotencyKey: "0123456789abcde${attempt}" }) { registrations { attendeeId } userErrors { code } }`;
    const refused = await ask(`mutation { ${add('a', 1)} ${add('b', 2)} }`, undefined, over);
    expect({ status: refused.status, registered: registry.registered }).toEqual({ status: 400, registered: [] });
    expect((await ask(`mutation { ${add('b', 2)} }`, undefined, over)).body.data).toMatchObject({ b: { registrations: [{}] } });
    expect(registry.registered).toEqual(['13700000002']);
  });

  test('cache hits do not count towards MAX_UPSTREAM_CALLS', async () => {
    const keeping = await programOver(service.url, { MAX_UPSTREAM_CALLS: '1', CACHE_TTL: 'tickets=60,goods=60' });
    for (const name of ['tickets', 'goods', 'tickets']) {
      expect((await ask(`{ activity { ${name} { id } } }`, undefined, keeping)).body.errors).toBeUndefined();
    }
  });
});
