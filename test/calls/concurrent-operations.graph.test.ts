/* Operations at the same moment share calls, and each keeps the rights and the errors of its own caller. */

import { countedSandbox, type CountedSandbox } from '../support/counted-sandbox.js';
import { fakeService } from '../support/fake-service.js';
import { graphOver } from '../support/graph.js';

let sandbox: CountedSandbox;
beforeAll(async () => (sandbox = await countedSandbox()));
afterEach(() => sandbox.assertNoDefects());

const byId = 'query ($id: ID!) { attendee(by: { id: $id }) { serviceId mobile } }';

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
