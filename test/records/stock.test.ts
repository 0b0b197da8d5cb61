/* What is left of an oversold item, and that a missing price is an error. */

import { listGoods } from '../../src/service/endpoints.js';
import { decoded, values } from '../service/sampled-endpoints.js';

test('an oversold item has a remaining stock of 0 and is sold out', () => {
  const [item] = decoded(listGoods, { code: 1, data: [{ id: 1, name: 'x', num: 100, sold_num: 103, money: '1' }] }, {});
  expect(values(item!, ['remainingStock', 'soldOut'])).toEqual({ remainingStock: 0, soldOut: true });
});

test.each([undefined, null, '', false, []])('a price of %j is an error, not a price of 0', (money) => {
  const [item] = decoded(listGoods, { code: 1, data: [{ id: 1, name: 'x', num: 1, sold_num: 0, money }] }, {});
  expect(() => item!.unitPrice).toThrow('invalid reply');
});
