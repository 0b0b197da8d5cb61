import { listGoods } from '../../src/endpoint/stock.js';
import { decoded, values } from './sampled-endpoints.js';

test('an oversold item has a remaining stock of 0 and is sold out', () => {
  const [item] = decoded(listGoods, { code: 1, data: [{ id: 1, name: 'x', num: 100, sold_num: 103, money: '1' }] }, {});
  expect(values(item!, ['remainingStock', 'soldOut'])).toEqual({ remainingStock: 0, soldOut: true });
});
