/* The fields of an activity that find a record of one of its lists. */

import { countedSandbox, type CountedSandbox } from '../../support/counted-sandbox.js';

let sandbox: CountedSandbox;
beforeAll(async () => void (sandbox = await countedSandbox({ env: { CACHE_TTL: 'off' } })));

test.each([
  ['scheduleItem', 'scheduleItem', 'schedule { days { items { id children { id } } } }', 'schedule/getList'],
  ['category', 'category', 'categories { id }', 'article/getCategoryList'],
  ['ticket', 'ticketItem', 'tickets { id }', 'ticket/data'],
  ['goodsItem', 'goods', 'goods { id }', 'goods/data'],
])('`%s` finds each record of its list by either id, with the call of the list', async (field, kind, list, path) => {
  const find = async (id: string | number) => (await sandbox.cost(`{ activity(id: "1001") { found: ${field}(id: "${id}") { id } } }`)).data;
  const { data } = await sandbox.graph.run(`{ activity(id: "1001") { ${list} } }`);
  const ids = [...JSON.stringify(data).matchAll(new RegExp(`${kind}:1001:(\\d+)`, 'g'))];
  expect(ids.length).toBeGreaterThan(1);
  for (const [global, number] of ids.slice(0, 3)) {
    for (const id of [global, number!]) expect(await find(id)).toEqual({ activity: { found: { id: global } } });
    expect(sandbox.counts()).toEqual({ [path]: 1 });
  }
  for (const id of [`${kind}:1001:999999`, `${kind}:1002:${ids[0]![1]}`, '999999'])
    expect(await find(id)).toEqual({ activity: { found: null } });
  for (const id of ['x', '', 'attendee:1001:7']) {
    const { errors } = await sandbox.graph.run(`{ activity { ${field}(id: "${id}") { id } } }`);
    expect(errors).toMatchObject([{ path: ['activity', field], extensions: { code: 'BAD_USER_INPUT' } }]);
  }
});
