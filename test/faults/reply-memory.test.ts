/* The replies of concurrent requests use the same memory in turn: no response has the data of another request. */

import { setTimeout } from 'node:timers/promises';
import { fakeService } from '../support/fake-service.js';
import { programOver } from '../support/program.js';

/** A page of the service whose records name the page. It is longer than what one read of a socket takes. */
const pageOf = (page: number, size: number) => ({
  code: 1,
  total: 100_000,
  data: Array.from({ length: size }, (_, index) => ({
    id: 1 + (page - 1) * size + index,
    form_id: 1001,
    contact: `page ${page}`,
    company: `company of page ${page} `.repeat(60),
  })),
});

const query = 'query ($offset: Int!) { activity { attendees(first: 100, offset: $offset) { nodes { id name company } } } }';

test('each of many concurrent pages has its own attendees, although clients leave and replies fail', async () => {
  const service = await fakeService({
    '/api/participant/getList': async ({ form }) => {
      const page = Number(form['page']);
      await setTimeout(page % 4);
      return page % 11 === 0 ? { code: 0, msg: 'refused' } : pageOf(page, Number(form['pagesize']));
    },
  });
  const program = await programOver(service.url);
  let complete = 0;
  const request = async (page: number) => {
    const leaves = page % 5 === 0;
    const init = leaves ? { signal: AbortSignal.timeout(page % 9) } : {};
    const response = await program.run(query, { offset: (page - 1) * 100 }, init).catch(() => null);
    const nodes = response?.data?.['activity']?.attendees?.nodes as { name: string; company: string }[] | undefined;
    if (!nodes) return expect(leaves || page % 11 === 0).toBe(true);
    complete += 1;
    expect(new Set(nodes.map(({ name, company }) => `${name}: ${company.slice(0, 20)}`))).toEqual(
      new Set([`page ${page}: ${`company of page ${page} `.repeat(2).slice(0, 20)}`]),
    );
    expect(nodes).toHaveLength(100);
  };
  for (let round = 0; round < 8; round += 1) await Promise.all(Array.from({ length: 20 }, (_, index) => request(1 + round * 20 + index)));
  expect(complete).toBeGreaterThan(100);
});
