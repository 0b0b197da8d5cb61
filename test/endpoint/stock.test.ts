import { listGoods, listTickets } from '../../src/endpoint/stock.js';
import type { StockItem } from '../../src/model/stock.js';
import { samples } from './samples.js';
import { decoded, values, type Members } from './sampled-endpoints.js';

test('§2.6: every member of a ticket and of a goods item is decoded', () => {
  const [ticket] = decoded(listTickets, samples.listTickets.reply);
  const common = { activityId: 1001, soldOut: false };
  const expected: Members<StockItem> = {
    ...common,
    kind: 'ticketItem',
    id: 'ticketItem:1001:401',
    serviceId: 401,
    name: 'Day Pass',
    totalStock: 600,
    soldStock: 412,
    remainingStock: 188,
    unitPrice: '99',
  };
  expect(values(ticket!, Object.keys(expected))).toEqual(expected);
  const [item] = decoded(listGoods, samples.listGoods.reply, {});
  const expectedGoods: Members<StockItem> = {
    ...common,
    kind: 'goods',
    id: 'goods:1001:501',
    serviceId: 501,
    name: 'Notebook',
    totalStock: 300,
    soldStock: 120,
    remainingStock: 180,
    unitPrice: '59.00',
  };
  expect(values(item!, Object.keys(expectedGoods))).toEqual(expectedGoods);
});

test('an oversold item has a remaining stock of 0 and is sold out', () => {
  const [item] = decoded(listGoods, { code: 1, data: [{ id: 1, name: 'x', num: 100, sold_num: 103, money: '1' }] }, {});
  expect(values(item!, ['remainingStock', 'soldOut'])).toEqual({ remainingStock: 0, soldOut: true });
});
