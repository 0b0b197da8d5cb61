import { stockFingerprint } from '../../../src/domain/stock/stock-fingerprint.js';
import type { StockItem } from '../../../src/records/stock.js';
import { listTickets } from '../../../src/service/endpoints.js';
import { decoded } from '../../service/sampled-endpoints.js';

const raw = { id: 1, name: 'Day ticket', num: 10, sold_num: 4, money: '99.00' };
const tickets = (...items: readonly object[]) => decoded(listTickets, { code: 1, data: items });

test('two replies with equal stock have one fingerprint', async () => {
  expect(await stockFingerprint(tickets(raw, { ...raw, id: 2 }))).toBe(await stockFingerprint(tickets({ ...raw }, { ...raw, id: 2 })));
});

/** A changed value for each field; a new field of StockItem compiles only with one. */
const changes: Record<keyof StockItem, unknown> = {
  kind: 'goods',
  id: 'ticketItem:1001:9',
  serviceId: 9,
  activityId: 1002,
  name: 'Night ticket',
  totalStock: 11,
  soldStock: 5,
  remainingStock: 5,
  soldOut: true,
  unitPrice: '98.00',
};
test.each(Object.entries(changes))('a change of %s changes the fingerprint', async (field, value) => {
  const [ticket] = tickets(raw);
  const plain = Object.fromEntries((Object.keys(changes) as (keyof StockItem)[]).map((name) => [name, ticket![name]]));
  expect(plain[field]).not.toEqual(value);
  const changed = [{ ...plain, [field]: value } as unknown as StockItem];
  expect(await stockFingerprint(changed)).not.toBe(await stockFingerprint(tickets(raw)));
});

test.each<[change: string, before: readonly object[], after: readonly object[]]>([
  ['an item more', [raw], [raw, { ...raw, id: 2 }]],
  ['another order', [raw, { ...raw, id: 2 }], [{ ...raw, id: 2 }, raw]],
  ['a value that becomes broken', [raw], [{ ...raw, num: 'many' }]],
  [
    'another item than the broken one',
    [raw, { ...raw, num: 'many' }],
    [
      { ...raw, sold_num: 5 },
      { ...raw, num: 'many' },
    ],
  ],
])('%s changes the fingerprint', async (_change, before, after) => {
  expect(await stockFingerprint(tickets(...after))).not.toBe(await stockFingerprint(tickets(...before)));
});
