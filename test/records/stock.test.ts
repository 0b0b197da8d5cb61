/* What is left of an oversold item, and that a missing price and too large a stock are errors. */

import { listGoods } from '../../src/service/endpoints.js';
import { decoded, values } from '../service/sampled-endpoints.js';

const goods = (members: object) => decoded(listGoods, { code: 1, data: [{ id: 1, name: 'x', ...members }] }, {})[0]!;

test('an oversold item has a remaining stock of 0 and is sold out', () => {
  expect(values(goods({ num: 100, sold_num: 103 }), ['remainingStock', 'soldOut'])).toEqual({ remainingStock: 0, soldOut: true });
});

test('a remaining stock beyond an Int, because less than nothing is sold, is an invalid value', () => {
  expect(() => goods({ num: 0x7fffffff, sold_num: -1 }).remainingStock).toThrow(expect.objectContaining({ path: '$.data[0].sold_num' }));
});

test.each([undefined, null, '', false, []])('a price of %j is an error, not a price of 0', (money) => {
  expect(() => goods({ money }).unitPrice).toThrow('invalid reply');
});
