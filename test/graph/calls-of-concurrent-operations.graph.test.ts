/* Operations at the same moment share calls, and each keeps the rights and the errors of its own caller. */

import { countedSandbox, type CountedSandbox } from '../support/counted-sandbox.js';
import { fakeService } from '../support/fake-service.js';
import { graphOver } from '../support/graph.js';

let sandbox: CountedSandbox;
beforeAll(async () => (sandbox = await countedSandbox()));
afterEach(() => sandbox.assertNoDefects());

const LIST = 'participant/getList';
const ONE = 'participant/get';
const ids = (count: number) => Array.from({ length: count }, (_, index) => 700_001 + index);

test('equal reads of ten operations share one call', async () => {
  sandbox.reset();
  const query = '{ activity { tickets { name } attendees(first: 3) { nodes { name } } attendee(by: { mobile: "10000700002" }) { name } } }';
  const responses = await Promise.all(Array.from({ length: 10 }, () => sandbox.graph.run(query)));
  expect(sandbox.counts()).toEqual({ 'ticket/data': 1, [LIST]: 1, [ONE]: 1 });
  const reports = responses.map(({ extensions }) => extensions.upstream!);
  expect(reports.reduce((sum, { calls }) => sum + calls, 0)).toBe(3);
  expect(reports.reduce((sum, { coalesced }) => sum + coalesced, 0)).toBe(27);
  for (const { data } of responses) expect(data).toEqual(responses[0]!.data);
});

const byId = 'query ($id: ID!) { attendee(by: { id: $id }) { serviceId mobile } }';

test('attendees by id, each in an operation of its own, share one call, and the unknown id is asked for once more', async () => {
  sandbox.reset();
  const asked = [...ids(9), 700_001, 999_999];
  const responses = await Promise.all(asked.map((id) => sandbox.graph.run(byId, { id: String(id) })));
  // The service has not returned ten attendees at once yet, so the reply may be incomplete.
  expect(sandbox.hits.map(({ form }) => form['ids']!.split(',').map(Number))).toEqual([[...ids(9), 999_999], [999_999]]);
  expect(responses.map(({ data }) => data.attendee?.serviceId ?? null)).toEqual([...ids(9).map(String), '700001', null]);
  const reports = responses.map(({ extensions }) => extensions.upstream!);
  expect(reports.reduce((sum, { calls }) => sum + calls, 0)).toBe(2);
  expect(reports.reduce((sum, { coalesced }) => sum + coalesced, 0)).toBe(10);
});

test('operations that share a call have the rights of their own callers', async () => {
  sandbox.reset();
  const [all, some] = await Promise.all([
    sandbox.graph.run(byId, { id: '700001' }),
    sandbox.graph.run(byId, { id: '700002' }, { scopes: ['attendees:read'] }),
  ]);
  expect(sandbox.counts()).toEqual({ [LIST]: 1 });
  expect({ attendee: all.data.attendee, errors: all.errors }).toEqual({
    attendee: { serviceId: '700001', mobile: '10000700001' },
    errors: [],
  });
  expect(some.data.attendee).toEqual({ serviceId: '700002', mobile: null });
  expect(some.errors.map(({ extensions }) => extensions['code'])).toEqual(['FORBIDDEN']);
});

test('an id for which the service rejects a whole list costs its own operation and no other', async () => {
  const fake = await fakeService({
    '/api/participant/getList': ({ form }) => {
      const asked = form['ids']!.split(',').map(Number);
      if (asked.includes(13)) return { code: 0, msg: 'no attendee 13' };
      return { code: 1, data: asked.map((id) => ({ id, form_id: 1001, mobile: `100${id}` })), total: asked.length };
    },
  });
  const graph = await graphOver(fake.url);
  const responses = await Promise.all(['11', '12', '13'].map((id) => graph.run(byId, { id })));
  await graph.close();
  await fake.close();
  expect(responses.map(({ data }) => data.attendee?.mobile ?? null)).toEqual(['10011', '10012', null]);
  expect(responses.map(({ errors }) => errors.map(({ extensions }) => extensions['code']))).toEqual([[], [], ['UPSTREAM_REJECTED']]);
  expect(fake.hits.map(({ form }) => form['ids'])[0]).toBe('11,12,13');
  expect(new Set(fake.hits.slice(1).map(({ form }) => form['ids']))).toEqual(new Set(['11', '12', '13']));
  expect(fake.hits).toHaveLength(4);
});

test('a client that disconnects does not end the call for the others', async () => {
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  let arrived!: () => void;
  const arrival = new Promise<void>((resolve) => (arrived = resolve));
  const fake = await fakeService({
    '/api/ticket/data': async () => {
      arrived();
      await released;
      return { code: 1, data: [{ id: 1, name: 'a', num: 1, sold_num: 0, money: 1 }] };
    },
  });
  const graph = await graphOver(fake.url);
  const leaver = new AbortController();
  const query = '{ activity { tickets { name } } }';
  const [leaving, staying] = [graph.run(query, {}, { signal: leaver.signal }), graph.run(query)];
  await arrival;
  leaver.abort();
  expect((await leaving).errors.map(({ extensions }) => extensions['code'])).toEqual(['UPSTREAM_TIMEOUT']);
  release();
  expect((await staying).data).toEqual({ activity: { tickets: [{ name: 'a' }] } });
  expect(fake.hits).toHaveLength(1);
});
